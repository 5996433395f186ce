/** Requests to the registry and to file-service over the bus. */
package org.attestry.claims.bus;
