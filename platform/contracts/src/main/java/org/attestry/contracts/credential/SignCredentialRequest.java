package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param data the data that fills the template
 * @param credentialTemplate a JSON-LD template: an object, or its text as a JSON string
 */
public record SignCredentialRequest(JsonBytes data, JsonBytes credentialTemplate) {}
