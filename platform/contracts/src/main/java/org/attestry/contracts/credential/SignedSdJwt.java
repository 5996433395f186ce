package org.attestry.contracts.credential;

/**
 * @param sdJwt an SD-JWT with all its disclosures (RFC 9901, section 4)
 */
public record SignedSdJwt(String sdJwt) {}
