/** A JSON Schema document: its types, its references, and the schemas compiled from it. */
package org.attestry.schema.document;
