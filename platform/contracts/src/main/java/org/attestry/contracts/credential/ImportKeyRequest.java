package org.attestry.contracts.credential;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A public key of a former system, whose credentials can then be verified.
 *
 * @param issuer the issuer's DID, or other IRI, as in its credentials
 * @param verificationMethod the key's IRI in their proofs
 * @param publicKeyPem an RSA public key (PEM, RFC 7468)
 * @param contexts the inline contexts in {@code @context} of its credentials, which their
 *     signatures do not cover; null for none
 */
public record ImportKeyRequest(
    String issuer, String verificationMethod, String publicKeyPem, List<JsonBytes> contexts) {}
