package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param signedCredentials a signed credential
 * @param nonce what the key binding of an SD-JWT must have, or null
 * @param audience whom the key binding of an SD-JWT must be for, or null
 */
public record VerifyCredentialRequest(JsonBytes signedCredentials, String nonce, String audience) {

  /** Of any key binding, or none. */
  public VerifyCredentialRequest(JsonBytes signedCredentials) {
    this(signedCredentials, null, null);
  }
}
