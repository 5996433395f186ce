package org.attestry.claims.adoption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.Claim.Outcome;
import org.attestry.claims.claim.ClaimNote;
import org.attestry.condition.ConditionParser;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.ConditionSyntaxException;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.TimeText;

/**
 * A claim of a former system, as a line has it.
 *
 * @param claim of an open one, the audience and the values are not those of the line
 */
record FormerClaim(Claim claim) {

  private static final Set<String> MEMBERS =
      Set.of(
          "id",
          "entity",
          "entityId",
          "attestationId",
          "attestationName",
          "status",
          "decision",
          "decidedBy",
          "decidedAt",
          "attestorEntity",
          "conditions",
          "propertyData",
          "additionalInput",
          "raisedBy",
          "createdAt",
          "notes");

  private static final int LONGEST_TEXT = 2_000;

  /**
   * Reads a line.
   *
   * @throws FailureException INVALID with a pointer into the line
   */
  static FormerClaim read(String text) {
    if (!(Json.parse(JsonBytes.of(text)) instanceof ObjectNode line)) {
      throw invalid("", "type", "A line must be a JSON object.");
    }
    line.fieldNames()
        .forEachRemaining(
            name -> {
              if (!MEMBERS.contains(name)) {
                throw invalid("/" + name, "member", "A line has no such member.");
              }
            });
    Outcome outcome = outcome(line);
    String raisedBy = text(line, "raisedBy").orElse(null);
    return new FormerClaim(
        new Claim(
            id(line, "id"),
            required(line, "entity"),
            id(line, "entityId").toString(),
            id(line, "attestationId").toString(),
            required(line, "attestationName"),
            outcome == null ? null : audience(line, raisedBy),
            json(line, "propertyData"),
            json(line, "additionalInput"),
            raisedBy,
            notes(line),
            List.of(),
            time(line, "createdAt"),
            outcome));
  }

  boolean isOpen() {
    return claim.outcome() == null;
  }

  private static Outcome outcome(ObjectNode line) {
    String status = required(line, "status");
    if (status.equals("OPEN")) {
      return null;
    }
    if (!status.equals("CLOSED")) {
      throw invalid("/status", "enum", "status must be OPEN or CLOSED.");
    }
    return new Outcome(
        decision(required(line, "decision")),
        text(line, "decidedBy").orElse(null),
        null,
        time(line, "decidedAt"),
        null);
  }

  private static Decision decision(String text) {
    return List.of(Decision.GRANTED, Decision.REJECTED, Decision.WITHDRAWN).stream()
        .filter(known -> known.name().equals(text))
        .findFirst()
        .orElseThrow(
            () -> invalid("/decision", "enum", "decision must be GRANTED, REJECTED or WITHDRAWN."));
  }

  private static Audience audience(ObjectNode line, String raisedBy) {
    return new Audience(
        required(line, "attestorEntity"),
        condition(text(line, "conditions").orElse("")),
        false,
        new TreeMap<>(),
        raisedBy == null ? List.of() : List.of(raisedBy));
  }

  private static Condition condition(String text) {
    try {
      Condition condition = ConditionParser.parse(text);
      if (!ConditionPaths.of(condition, Side.REQUESTER).isEmpty()) {
        throw invalid(
            "/conditions", "conditions", "Send the condition with the values of the requester.");
      }
      return condition;
    } catch (ConditionSyntaxException e) {
      throw invalid("/conditions", "conditions", e.getMessage());
    }
  }

  private static List<ClaimNote> notes(ObjectNode line) {
    List<ClaimNote> notes = new ArrayList<>();
    for (JsonNode note : line.path("notes")) {
      if (!(note instanceof ObjectNode object)) {
        throw invalid("/notes", "type", "notes must be a list of objects.");
      }
      String text = object.path("text").asText("");
      if (!text.isBlank()) {
        notes.add(
            new ClaimNote(
                null,
                text(object, "by").orElse(null),
                null,
                time(object, "at"),
                ClaimNote.checked(text, "/notes"),
                List.of()));
      }
    }
    return notes;
  }

  private static JsonNode get(ObjectNode line, String name) {
    JsonNode value = line.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static Optional<String> text(ObjectNode line, String name) {
    JsonNode value = get(line, name);
    if (value != null && (!value.isTextual() || value.textValue().length() > LONGEST_TEXT)) {
      throw invalid("/" + name, "type", "It must be a text of at most 2,000 characters.");
    }
    return Optional.ofNullable(value).map(JsonNode::textValue);
  }

  private static String required(ObjectNode line, String name) {
    return text(line, name)
        .filter(text -> !text.isBlank())
        .orElseThrow(
            () -> invalid("/" + name, "required", "The member '%s' is missing.".formatted(name)));
  }

  /** Returns a UUID without the prefix of old records. */
  private static UUID id(ObjectNode line, String name) {
    return Ids.parse(Ids.bare(required(line, name)))
        .orElseThrow(() -> invalid("/" + name, "format", "It must be a UUID."));
  }

  /** Returns a time in milliseconds; one without an offset is in UTC. */
  private static Instant time(ObjectNode line, String name) {
    String text = required(line, name);
    return TimeText.parse(text)
        .or(() -> local(text))
        .orElseThrow(
            () -> invalid("/" + name, "format", "It must be a time such as 2026-01-02T03:04:05Z."))
        .toInstant()
        .truncatedTo(ChronoUnit.MILLIS);
  }

  private static Optional<OffsetDateTime> local(String text) {
    try {
      return TimeText.parse(LocalDateTime.parse(text).atOffset(ZoneOffset.UTC).toString());
    } catch (DateTimeException notATime) {
      return Optional.empty();
    }
  }

  /** Returns a value, or the JSON in a text that is an object or a list. */
  private static JsonBytes json(ObjectNode line, String name) {
    JsonNode value = get(line, name);
    if (value == null) {
      return null;
    }
    return value.isTextual() && value.textValue().matches("(?s)\\s*[{\\[].*")
        ? Json.write(Json.parse(JsonBytes.of(value.textValue())))
        : Json.write(value);
  }

  static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("claims.adoption.line", pointer, rule, message);
  }
}
