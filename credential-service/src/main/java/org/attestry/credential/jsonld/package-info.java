/** Reads JSON-LD: contexts, the rules for documents, and their expansion. */
package org.attestry.credential.jsonld;
