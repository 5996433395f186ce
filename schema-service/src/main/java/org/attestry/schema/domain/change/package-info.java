/** What differs between two versions of a schema, and what a difference means for entities. */
package org.attestry.schema.domain.change;
