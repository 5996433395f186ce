/** The published types of schema-service, with data that is derived from their definitions. */
package org.attestry.registry.types;
