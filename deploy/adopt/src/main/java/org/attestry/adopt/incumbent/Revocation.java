package org.attestry.adopt.incumbent;

/**
 * A credential that was revoked.
 *
 * @param signedData the credential as text, or null
 * @param credentialId its id, or null
 * @param revokedAt the time as it is stored, or null
 */
public record Revocation(String osid, String signedData, String credentialId, String revokedAt) {}
