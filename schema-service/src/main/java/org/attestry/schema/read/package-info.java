/** Reads of schemas, their versions, and the entity types that they publish. */
package org.attestry.schema.read;
