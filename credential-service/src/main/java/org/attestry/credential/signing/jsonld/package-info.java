/**
 * Expands JSON-LD and makes the canonical form of its RDF graph (RDF Dataset Canonicalization 1.0).
 */
package org.attestry.credential.signing.jsonld;
