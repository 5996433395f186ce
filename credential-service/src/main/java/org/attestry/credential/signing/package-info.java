/**
 * JSON-LD, RDF canonicalization, keys and signatures: the adapters behind the domain's signing
 * ports. Nothing in this package opens a network connection.
 */
package org.attestry.credential.signing;
