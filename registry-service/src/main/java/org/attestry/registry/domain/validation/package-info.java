/**
 * JSON Schema draft-07 over an entity, within a budget of steps. Nothing is fetched, and patterns
 * take linear time.
 */
package org.attestry.registry.domain.validation;
