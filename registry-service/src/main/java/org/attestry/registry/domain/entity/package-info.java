/**
 * The use cases on entities: create, invite, read, list, search, replace, change, delete, and who
 * may do what with the files and claims of one. {@link
 * org.attestry.registry.domain.entity.NewEntities} stores new entities, {@link
 * org.attestry.registry.domain.entity.ContentReplacement} gives a stored one new content.
 */
package org.attestry.registry.domain.entity;
