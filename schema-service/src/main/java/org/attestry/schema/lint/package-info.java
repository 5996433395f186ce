/** Advice on a schema: what is allowed, and is probably not meant. */
package org.attestry.schema.lint;
