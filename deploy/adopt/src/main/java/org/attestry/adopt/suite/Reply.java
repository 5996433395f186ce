package org.attestry.adopt.suite;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** A reply of the suite. */
public record Reply(int status, byte[] body) {

  private static final int OK = 200;
  private static final int MULTIPLE = 300;
  private static final int NOT_FOUND = 404;
  private static final long MOST_VIOLATIONS = 5;

  public boolean isOk() {
    return status >= OK && status < MULTIPLE;
  }

  public boolean isNotFound() {
    return status == NOT_FOUND;
  }

  /** Returns the body; an empty object if it is no JSON. */
  public JsonNode json() {
    try {
      return body.length == 0 ? Json.object() : Json.read(JsonBytes.of(body));
    } catch (RuntimeException e) {
      return Json.object();
    }
  }

  /** Returns the lines of a body in NDJSON. */
  public JsonNode[] lines() {
    return new String(body, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .map(line -> Json.read(JsonBytes.of(line)))
        .toArray(JsonNode[]::new);
  }

  /** Returns the code of a failure. */
  public String code() {
    return json().path("params").path("err").asText();
  }

  /** Says in a sentence what a failure is about, with the first violations. */
  public String failure() {
    JsonNode reply = json();
    String violations =
        StreamSupport.stream(reply.path("result").path("violations").spliterator(), false)
            .limit(MOST_VIOLATIONS)
            .map(v -> "%s: %s".formatted(v.path("pointer").asText(), v.path("message").asText()))
            .collect(Collectors.joining("; "));
    String message = reply.path("params").path("errmsg").asText();
    return "%d %s %s%s"
        .formatted(status, code(), message, violations.isEmpty() ? "" : " (" + violations + ")");
  }
}
