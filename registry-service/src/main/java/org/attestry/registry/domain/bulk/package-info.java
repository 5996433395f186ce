/**
 * Bulk operations on the entities of a type: imports, exports, and the count and the check that
 * schema-service requests before a schema changes.
 */
package org.attestry.registry.domain.bulk;
