package org.attestry.credential.revoke;

import java.time.Instant;

/**
 * A revocation by another system.
 *
 * @param line in the imported text
 * @param credentialId the credential's IRI, or null
 * @param signedHash SHA-256 of its canonical form in lower-case hex, or null
 * @param revokedAt null if it is not known
 */
public record ImportedRevocation(
    int line, String credentialId, String signedHash, Instant revokedAt) {}
