package org.attestry.credential.presentation;

/**
 * A key for the encrypted response of one wallet. It lives as long as the request.
 *
 * @param publicJwk its public part (RFC 7517), as JSON text
 * @param sealed its private part, sealed with the master key
 */
public record ResponseKey(String publicJwk, byte[] sealed) {

  @Override
  public String toString() {
    return "ResponseKey[" + publicJwk + "]";
  }
}
