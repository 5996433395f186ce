package org.attestry.credential.presentation;

/**
 * A key to which one wallet encrypts its response. It lives as long as the request.
 *
 * @param publicJwk its public part (RFC 7517), as JSON text
 * @param sealed its private part, readable with the master key alone
 */
public record ResponseKey(String publicJwk, byte[] sealed) {

  @Override
  public String toString() {
    return "ResponseKey[" + publicJwk + "]";
  }
}
