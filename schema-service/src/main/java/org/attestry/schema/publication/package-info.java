/** A schema is created, changed, published as entity types, and deleted. */
package org.attestry.schema.publication;
