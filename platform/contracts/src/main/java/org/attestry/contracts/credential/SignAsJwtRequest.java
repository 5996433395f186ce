package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param credential an issued credential, exactly as it was signed
 */
public record SignAsJwtRequest(JsonBytes credential) {}
