/** The use cases of schema-service, their rules, and what they need from outside. */
package org.attestry.schema.domain;
