package org.attestry.credential.revoke;

import java.time.Instant;

/**
 * A revocation that another system decided on.
 *
 * @param line in the text that it was imported from
 * @param credentialId the credential's IRI, or null
 * @param signedHash SHA-256 of its canonical form in lower-case hex, or null
 * @param revokedAt since when; null if it is not known
 */
public record ImportedRevocation(
    int line, String credentialId, String signedHash, Instant revokedAt) {}
