/**
 * The use cases on entities: create, invite, read, list, search, replace, change, delete, their
 * history, and access decisions about their files and claims. {@link
 * org.attestry.registry.entity.NewEntities} stores new entities, {@link
 * org.attestry.registry.entity.ContentReplacement} replaces the content of a stored one.
 */
package org.attestry.registry.entity;
