/** Schemas, their versions and states, and the entity types that they publish. */
package org.attestry.schema;
