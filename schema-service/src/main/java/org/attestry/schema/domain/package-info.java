/** The use cases of schema-service, their rules, and their ports. */
package org.attestry.schema.domain;
