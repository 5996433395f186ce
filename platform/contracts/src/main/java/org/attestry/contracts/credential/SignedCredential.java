package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param credential the signed credential (interface 7.2)
 */
public record SignedCredential(JsonBytes credential) {}
