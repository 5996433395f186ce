package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param credential an issued credential, exactly as it was signed
 * @param holderKey the public key (RFC 7517) of the holder, or null
 */
public record SignAsSdJwtRequest(JsonBytes credential, JsonBytes holderKey) {}
