/**
 * Stored entities and their changes: the record, its store, its views, the facts and the history of
 * a change. {@link org.attestry.registry.domain.stored.EntityChanges} reads an entity, computes its
 * next version and stores it.
 */
package org.attestry.registry.domain.stored;
