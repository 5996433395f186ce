/**
 * The canonical form of JSON-LD documents: RDF Dataset Canonicalization 1.0, and JCS (RFC 8785).
 */
package org.attestry.credential.canonical;
