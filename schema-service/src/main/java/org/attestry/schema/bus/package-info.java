/** The operations of schema-service, and its requests to the registry. */
package org.attestry.schema.bus;
