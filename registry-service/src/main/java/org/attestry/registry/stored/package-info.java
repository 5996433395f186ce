/**
 * Stored entities and their changes: the record, its table, its views, the events and the history
 * of a change. {@link org.attestry.registry.stored.EntityChanges} reads an entity, computes its
 * next version and stores it.
 */
package org.attestry.registry.stored;
