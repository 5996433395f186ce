/**
 * The use cases, one class per operation, and what they share: {@link
 * org.attestry.registry.domain.NewEntities} stores new entities, {@link
 * org.attestry.registry.domain.EntityChanges} changes stored ones.
 */
package org.attestry.registry.domain;
