package org.attestry.contracts.credential;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A public key of a former system, whose credentials are to verify here.
 *
 * @param issuer the issuer's DID, or other IRI, as its credentials name it
 * @param verificationMethod the IRI that their proofs name the key by
 * @param publicKeyPem an RSA public key (PEM, RFC 7468)
 * @param contexts the {@code @context} values of its credentials where a context stands in them,
 *     rather than at an address: a signature does not cover them; null for none
 */
public record ImportKeyRequest(
    String issuer, String verificationMethod, String publicKeyPem, List<JsonBytes> contexts) {}
