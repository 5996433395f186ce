/** The history of an entity. It is written together with the entity and read here. */
package org.attestry.registry.domain.history;
