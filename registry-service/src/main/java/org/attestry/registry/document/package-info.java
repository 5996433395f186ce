/**
 * The JSON of an entity: paths into it, hidden fields, system fields, ids of nested objects, and
 * the columns of its CSV representation.
 */
package org.attestry.registry.document;
