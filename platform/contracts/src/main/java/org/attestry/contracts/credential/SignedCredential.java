package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param credential the signed credential (seed 2.6)
 */
public record SignedCredential(JsonBytes credential) {}
