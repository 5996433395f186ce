package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param entityType the type of the entity that the credential is about
 * @param entityId its osid
 * @param attestationName the policy, or null for a credential of the entity itself
 * @param credentialTemplate a JSON-LD template
 * @param data the data that fills the template
 */
public record IssueCredentialRequest(
    String entityType,
    String entityId,
    String attestationName,
    JsonBytes credentialTemplate,
    JsonBytes data) {}
