package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param data the data that fills the template
 * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
 * @param credential a credential that is signed as it stands, instead of the other two; or null
 */
public record SignCredentialRequest(
    JsonBytes data, JsonBytes credentialTemplate, JsonBytes credential) {

  public SignCredentialRequest(JsonBytes data, JsonBytes credentialTemplate) {
    this(data, credentialTemplate, null);
  }
}
