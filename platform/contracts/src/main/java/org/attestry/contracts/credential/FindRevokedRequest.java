package org.attestry.contracts.credential;

/**
 * @param entityId the entity whose revoked credentials are wanted
 */
public record FindRevokedRequest(String entityId) {}
