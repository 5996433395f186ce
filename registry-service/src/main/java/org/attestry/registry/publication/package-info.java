/**
 * The requests of schema-service before and after a schema changes: check or count the stored
 * entities, prepare a deletion, accept the types.
 */
package org.attestry.registry.publication;
