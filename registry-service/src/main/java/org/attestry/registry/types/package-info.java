/**
 * The published types, as schema-service describes them, with what is derived from their
 * definitions.
 */
package org.attestry.registry.types;
