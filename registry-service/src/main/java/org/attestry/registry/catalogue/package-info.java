/**
 * The service's copy of the published types: its table, and the catalogue that keeps them in
 * memory.
 */
package org.attestry.registry.catalogue;
