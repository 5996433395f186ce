/**
 * Validation of entities with JSON Schema draft-07, within a budget of steps. Nothing is fetched,
 * and patterns match in linear time.
 */
package org.attestry.registry.validation;
