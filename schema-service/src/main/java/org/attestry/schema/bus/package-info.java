/** The operations of schema-service, and what it asks of the registry. */
package org.attestry.schema.bus;
