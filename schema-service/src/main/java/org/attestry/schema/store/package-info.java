/** Schemas in PostgreSQL. */
package org.attestry.schema.store;
