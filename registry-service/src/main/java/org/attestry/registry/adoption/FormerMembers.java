package org.attestry.registry.adoption;

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
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.TimeText;

/**
 * The members of an object in a line. Each method fails with INVALID and a pointer into the line; a
 * member that is null counts as missing.
 *
 * @param pointer of the object in its line
 */
record FormerMembers(ObjectNode object, String pointer) {

  private static final int LONGEST_TEXT = 2_000;

  /** Fails if the object has other members. */
  void requireOnly(Set<String> names) {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!names.contains(name)) {
                throw invalid(name, "member", "A line has no such member; see its description.");
              }
            });
  }

  private JsonNode get(String name) {
    JsonNode value = object.get(name);
    return value == null || value.isNull() ? null : value;
  }

  Optional<String> text(String name) {
    JsonNode value = get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isTextual() || value.textValue().length() > LONGEST_TEXT) {
      throw invalid(name, "type", "It must be a text of at most 2,000 characters.");
    }
    return Optional.of(value.textValue());
  }

  String requiredText(String name) {
    return text(name).filter(text -> !text.isBlank()).orElseThrow(() -> missing(name));
  }

  List<String> texts(String name) {
    JsonNode value = get(name);
    List<String> texts = new ArrayList<>();
    if (value != null) {
      boolean all = value.isArray();
      for (JsonNode item : value) {
        all &= item.isTextual() && item.textValue().length() <= LONGEST_TEXT;
        texts.add(item.asText());
      }
      if (!all) {
        throw invalid(name, "type", "It must be a list of texts.");
      }
    }
    return texts;
  }

  boolean flag(String name) {
    JsonNode value = get(name);
    if (value != null && !value.isBoolean()) {
      throw invalid(name, "type", "It must be true or false.");
    }
    return value != null && value.booleanValue();
  }

  /** Returns a UUID without the prefix of old records. */
  Optional<String> id(String name) {
    return text(name)
        .map(
            text ->
                Ids.parse(Ids.bare(text))
                    .orElseThrow(() -> invalid(name, "format", "It must be a UUID."))
                    .toString());
  }

  String requiredId(String name) {
    return id(name).orElseThrow(() -> missing(name));
  }

  /** Returns a time in milliseconds; one without an offset is in UTC. */
  Optional<Instant> time(String name) {
    return text(name)
        .map(
            text ->
                TimeText.parse(text)
                    .or(() -> local(text))
                    .orElseThrow(
                        () ->
                            invalid(
                                name, "format", "It must be a time such as 2026-01-02T03:04:05Z."))
                    .toInstant()
                    .truncatedTo(ChronoUnit.MILLIS));
  }

  private static Optional<OffsetDateTime> local(String text) {
    try {
      return TimeText.parse(LocalDateTime.parse(text).atOffset(ZoneOffset.UTC).toString());
    } catch (DateTimeException notATime) {
      return Optional.empty();
    }
  }

  Instant requiredTime(String name) {
    return time(name).orElseThrow(() -> missing(name));
  }

  Optional<FormerMembers> object(String name) {
    JsonNode value = get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof ObjectNode found) {
      return Optional.of(new FormerMembers(found, pointer + "/" + name));
    }
    throw invalid(name, "type", "It must be an object.");
  }

  List<FormerMembers> objects(String name) {
    JsonNode value = get(name);
    List<FormerMembers> objects = new ArrayList<>();
    if (value == null) {
      return objects;
    }
    if (!value.isArray()) {
      throw invalid(name, "type", "It must be a list of objects.");
    }
    for (JsonNode item : value) {
      if (!(item instanceof ObjectNode found)) {
        throw invalid(name, "type", "It must be a list of objects.");
      }
      objects.add(new FormerMembers(found, pointer + "/" + name + "/" + objects.size()));
    }
    return objects;
  }

  /** Returns a value, or the JSON in a text that is an object or a list. */
  Optional<JsonNode> json(String name) {
    JsonNode value = get(name);
    boolean written =
        value != null && value.isTextual() && value.textValue().matches("(?s)\\s*[{\\[].*");
    return written ? Optional.of(parsed(name, value.textValue())) : Optional.ofNullable(value);
  }

  /**
   * Returns a document as the text that is kept: as it was sent, or the text of an object; empty
   * for a text that is blank.
   */
  Optional<String> document(String name) {
    JsonNode value = get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value.isObject()) {
      return Optional.of(Json.write(value).text());
    }
    if (!value.isTextual()) {
      throw invalid(name, "type", "It must be a signed document, its text, or an empty text.");
    }
    if (value.textValue().isBlank()) {
      return Optional.of("");
    }
    if (!parsed(name, value.textValue()).isObject()) {
      throw invalid(name, "type", "It must be a signed document, its text, or an empty text.");
    }
    return Optional.of(value.textValue());
  }

  private JsonNode parsed(String name, String text) {
    try {
      return Json.parse(JsonBytes.of(text));
    } catch (FailureException e) {
      throw invalid(name, "json", e.failure().message());
    }
  }

  private FailureException missing(String name) {
    return invalid(name, "required", "The member '%s' is missing.".formatted(name));
  }

  FailureException invalid(String name, String rule, String message) {
    return FailureException.invalid("registry.adoption.line", pointer + "/" + name, rule, message);
  }
}
