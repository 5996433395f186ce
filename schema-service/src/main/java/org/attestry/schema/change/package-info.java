/** Comparison of two versions of a schema, and the effect of the differences on entities. */
package org.attestry.schema.change;
