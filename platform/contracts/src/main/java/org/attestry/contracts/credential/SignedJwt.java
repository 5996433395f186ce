package org.attestry.contracts.credential;

/**
 * @param jwt a JWS in compact form (RFC 7515, section 7.1)
 */
public record SignedJwt(String jwt) {}
