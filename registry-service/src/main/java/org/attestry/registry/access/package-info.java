/**
 * Access rules: which operations on an entity a caller may perform, and which fields the caller
 * sees.
 */
package org.attestry.registry.access;
