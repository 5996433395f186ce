package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The key of a wallet, which has proved possession of its private part.
 *
 * @param jwk only its public members (RFC 7517)
 * @param did a DID that contains the key
 * @param thumbprint of the key, by SHA-256 (RFC 7638)
 */
public record HolderKey(ObjectNode jwk, String did, String thumbprint) {}
