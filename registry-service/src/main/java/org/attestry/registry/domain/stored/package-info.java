/**
 * An entity as it is stored, and how it changes: the record, its store, its views, the facts and
 * the history of a change. {@link org.attestry.registry.domain.stored.EntityChanges} reads, works
 * out the next version and stores it.
 */
package org.attestry.registry.domain.stored;
