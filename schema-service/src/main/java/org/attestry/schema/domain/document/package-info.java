/** A JSON Schema document: its types, its references, and the self-contained schemas made of it. */
package org.attestry.schema.domain.document;
