package org.attestry.credential.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.offer.Offer;
import org.attestry.runtime.json.Json;

/** The credential configurations that a wallet requests a token for (RFC 9396). */
final class AuthorizationDetails {

  static final String FIELD = "authorization_details";

  private AuthorizationDetails() {}

  /**
   * Returns the granted details: configurations of the offer.
   *
   * @param details null for none
   * @return null for none
   * @throws WalletRefusal invalid_authorization_details
   */
  static ArrayNode granted(Offer offer, String details) {
    if (details == null) {
      return null;
    }
    ArrayNode granted = Json.array();
    for (JsonNode one : parsed(details)) {
      String id = one.path("credential_configuration_id").asText();
      if (!offer.configurations().contains(id)) {
        throw WalletRefusal.of(
            "invalid_authorization_details", "The offer has no such credential configuration.");
      }
      granted
          .addObject()
          .put("type", "openid_credential")
          .put("credential_configuration_id", id)
          .putArray("credential_identifiers")
          .add(id);
    }
    return granted;
  }

  private static JsonNode parsed(String details) {
    try {
      return Json.parse(JsonBytes.of(details));
    } catch (FailureException e) {
      throw WalletRefusal.of("invalid_authorization_details", "Send an array in JSON.");
    }
  }
}
