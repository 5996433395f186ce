package org.attestry.contracts.credential;

import java.time.Instant;

/**
 * A registered issuer.
 *
 * @param issuer its DID, or other IRI
 * @param namedBy {@code DEFAULT}, {@code SCHEMA} or {@code ADMIN}
 * @param verificationMethod a key that signs for it, or null if it has none: the one of the type
 *     that the deployment signs with by default, where it has such a one
 * @param disabledAt since when nothing is signed for it, or null
 */
public record IssuerDetails(
    String issuer,
    String namedBy,
    String verificationMethod,
    Instant createdAt,
    Instant disabledAt) {}
