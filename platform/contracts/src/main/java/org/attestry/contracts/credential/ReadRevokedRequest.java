package org.attestry.contracts.credential;

/**
 * @param osid the record's
 */
public record ReadRevokedRequest(String osid) {}
