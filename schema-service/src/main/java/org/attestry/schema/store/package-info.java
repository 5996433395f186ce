/** Storage of schemas in PostgreSQL. */
package org.attestry.schema.store;
