package org.attestry.gateway.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.gateway.http.EnvelopeOperation;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

  @Test
  void hasExactlyTheMembersOfTheInterface() {
    JsonNode envelope = tree(Envelope.success("svc", EnvelopeOperation.UPDATE, null));

    assertEquals(
        List.of("id", "ver", "ets", "params", "responseCode"),
        envelope.properties().stream().map(Map.Entry::getKey).toList());
    assertEquals(
        List.of("resmsgid", "msgid", "err", "status", "errmsg"),
        envelope.get("params").properties().stream().map(Map.Entry::getKey).toList());
    assertEquals("svc.registry.update", envelope.get("id").asText());
    assertEquals(true, envelope.get("ets").isIntegralNumber());
  }

  @Test
  void hasAResultOnlyWhereThereIsData() {
    assertFalse(tree(Envelope.success("svc", EnvelopeOperation.SEND, null)).has("result"));
    assertEquals(
        "x",
        tree(Envelope.success("svc", EnvelopeOperation.SEND, Map.of("attestationOSID", "x")))
            .at("/result/attestationOSID")
            .asText());
  }

  @Test
  void givesEveryMessageAnIdOfItsOwn() {
    assertNotEquals(
        Envelope.success("svc", EnvelopeOperation.READ, null).params().msgid(),
        Envelope.success("svc", EnvelopeOperation.READ, null).params().msgid());
  }

  @Test
  void everyFailureButTheAlreadyRevokedOneHasTheCodeError() {
    Failure usual = Failure.of(FailureKind.CONFLICT, "registry.credential.none", "None.");
    Failure revoked =
        Failure.of(
            FailureKind.CONFLICT,
            "registry.credential.already-revoked",
            "Credential is already revoked");

    assertEquals(
        "ERROR", Envelope.failure("svc", EnvelopeOperation.REVOKE, usual, null).responseCode());
    assertEquals(
        "OK", Envelope.failure("svc", EnvelopeOperation.REVOKE, revoked, null).responseCode());
    assertEquals(
        "UNSUCCESSFUL",
        Envelope.failure("svc", EnvelopeOperation.REVOKE, revoked, null).params().status());
    assertEquals(409, FailureStatus.of(usual));
    assertEquals(500, FailureStatus.of(revoked));
  }

  private static JsonNode tree(Envelope envelope) {
    return Json.read(Json.write(envelope));
  }
}
