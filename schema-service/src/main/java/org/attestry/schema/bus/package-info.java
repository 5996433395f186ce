/** Requests to the registry and to credential-service over the bus. */
package org.attestry.schema.bus;
