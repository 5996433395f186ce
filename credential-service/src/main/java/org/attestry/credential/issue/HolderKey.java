package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The key of a wallet, which proved that it has the private part.
 *
 * @param jwk its public members alone (RFC 7517)
 * @param did a DID that holds the key itself
 * @param thumbprint of the key, by SHA-256 (RFC 7638)
 */
public record HolderKey(ObjectNode jwk, String did, String thumbprint) {}
