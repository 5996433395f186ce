/** The interface description: Swagger 2.0 from the endpoints and the published types. */
package org.attestry.gateway.docs;
