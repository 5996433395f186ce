/** The operations of claims-service, and its requests to the registry. */
package org.attestry.claims.bus;
