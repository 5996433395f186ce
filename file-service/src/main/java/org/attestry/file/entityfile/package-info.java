/**
 * The files of entities: their table, who may read and write them, and the removal of files that no
 * entity has.
 */
package org.attestry.file.entityfile;
