package org.attestry.credential.key;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A public key in forms other than PEM.
 *
 * @param jwk JSON Web Key (RFC 7517)
 * @param multibase Multikey (W3C Controlled Identifiers 1.0, section 2.2.2)
 */
public record KeyForms(ObjectNode jwk, String multibase) {}
