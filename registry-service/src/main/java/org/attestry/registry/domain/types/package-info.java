/**
 * The published types, as schema-service describes them, and the catalogue that keeps them in
 * memory.
 */
package org.attestry.registry.domain.types;
