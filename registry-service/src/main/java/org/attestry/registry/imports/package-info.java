/** Imports and exports of the entities of a type. */
package org.attestry.registry.imports;
