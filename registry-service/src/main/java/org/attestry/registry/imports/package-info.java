/** Imports of the entities of a type. */
package org.attestry.registry.imports;
