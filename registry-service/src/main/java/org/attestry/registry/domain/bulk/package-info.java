/**
 * All entities of a type at once, or many of them: imports, exports, and the count and the check
 * that schema-service requests before a schema changes.
 */
package org.attestry.registry.domain.bulk;
