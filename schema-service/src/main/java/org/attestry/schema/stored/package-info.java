/** A schema, its versions and changes, its tables, and who may change it. */
package org.attestry.schema.stored;
