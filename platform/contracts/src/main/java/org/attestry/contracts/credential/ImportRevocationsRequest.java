package org.attestry.contracts.credential;

/**
 * Revocations of a former system. A line is a JSON object that names a credential by {@code
 * credentialId}, by {@code signedHash} (SHA-256 of its canonical form, 64 digits in hex) or by
 * {@code signedData} (the credential, an object or its text), or by several of them; {@code
 * revokedAt} (RFC 3339) may say since when it is revoked.
 *
 * @param lines NDJSON: a JSON value a line; blank lines are passed over
 */
public record ImportRevocationsRequest(String lines) {}
