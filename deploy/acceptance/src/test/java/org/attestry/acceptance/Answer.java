package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** A response of the suite, with the checks that apply to every response. */
record Answer(HttpResponse<byte[]> http) {

  JsonNode json() {
    return Json.read(JsonBytes.of(http.body()));
  }

  String header(String name) {
    return http.headers().firstValue(name).orElse(null);
  }

  Answer status(int expected) {
    assertEquals(expected, http.statusCode(), () -> new String(http.body()));
    assertNotNull(header("x-request-id"));
    return this;
  }

  /** An envelope (interface 2.1) of a success. */
  Answer succeeded(String operation) {
    status(200);
    JsonNode envelope = envelope(operation);
    assertEquals("SUCCESSFUL", envelope.at("/params/status").textValue());
    assertEquals("", envelope.at("/params/err").textValue());
    assertEquals("", envelope.at("/params/errmsg").textValue());
    assertEquals("OK", envelope.get("responseCode").textValue());
    return this;
  }

  /** An envelope of a failure. */
  Answer failed(int status, String code) {
    status(status);
    JsonNode envelope = json();
    assertEquals("UNSUCCESSFUL", envelope.at("/params/status").textValue());
    assertEquals(code, envelope.at("/params/err").textValue());
    assertFalse(envelope.at("/params/errmsg").textValue().isBlank());
    assertEquals("ERROR", envelope.get("responseCode").textValue());
    return this;
  }

  Answer withoutResult() {
    assertFalse(json().has("result"), () -> json().toString());
    return this;
  }

  JsonNode result() {
    return json().get("result");
  }

  /** Returns the message of a failure, from an envelope or in the form of OAuth. */
  String message() {
    JsonNode description = json().path("error_description");
    return description.asText(json().at("/params/errmsg").textValue());
  }

  JsonNode envelope(String operation) {
    JsonNode envelope = json();
    assertEquals("attestry." + operation, envelope.get("id").textValue());
    assertEquals("1.0", envelope.get("ver").textValue());
    assertTrue(envelope.get("ets").longValue() > 1_700_000_000_000L, "milliseconds since 1970");
    assertNotNull(envelope.at("/params/resmsgid").textValue());
    UUID.fromString(envelope.at("/params/msgid").textValue());
    return envelope;
  }
}
