package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityView;
import org.attestry.runtime.json.Json;

/** An entity read as its credential. */
final class EntityCredential {

  private EntityCredential() {}

  /**
   * The credential as it was signed.
   *
   * @throws FailureException NOT_FOUND when the caller sees none, GONE when it is revoked
   */
  static JsonBytes of(EntityView read) {
    JsonNode signed = Json.read(read.entity()).get("_osSignedData");
    if (signed == null) {
      throw Failure.of(
              FailureKind.NOT_FOUND,
              "gateway.credential.none",
              "This entity has no credential that you may see; read it as JSON.")
          .exception();
    }
    if (signed.textValue().isEmpty()) {
      throw Failure.of(FailureKind.GONE, "gateway.credential.revoked", "The credential is revoked.")
          .exception();
    }
    return JsonBytes.of(signed.textValue());
  }
}
