/**
 * The interface description: Swagger 2.0 and OpenAPI 3.1 from the endpoints and the published
 * types.
 */
package org.attestry.gateway.docs;
