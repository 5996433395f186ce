/**
 * The JSON of an entity: paths into it, hidden fields, system fields, ids of nested objects,
 * columns of its CSV form.
 */
package org.attestry.registry.domain.document;
