package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.credential.draft.ExampleEntity;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.SchemaTitles;

/**
 * The values of an entity in the order of its schema, each with its title. Nested values follow one
 * another under the title of their object. Members that the registry adds are left out, and so are
 * attestation records.
 */
final class CertificateFields {

  private static final int MOST = 60;
  private static final int LONGEST = 2_000;
  private static final int DEEPEST = 4;

  private final JsonNode definition;
  private final SchemaTitles titles;
  private final boolean subject;
  private final ArrayNode fields = Json.array();

  private CertificateFields(MakeCertificate.Content content) {
    this.definition = content.definition();
    this.titles = content.titles();
    this.subject = content.subject();
  }

  /** Returns {@code [{"label", "value", "dir"}]}. */
  static ArrayNode of(MakeCertificate.Content content) {
    CertificateFields fields = new CertificateFields(content);
    fields.object(content.definition(), content.entity(), List.of(), "", 0);
    return fields.fields;
  }

  /**
   * @param path names of members from the entity to the object
   */
  private void object(
      JsonNode schema, JsonNode value, List<String> path, String prefix, int depth) {
    JsonNode properties = resolved(schema).path("properties");
    Set<String> names = new LinkedHashSet<>();
    properties.fieldNames().forEachRemaining(names::add);
    value.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (value.has(name)
          && !isSystem(name)
          && !isRecords(value.get(name))
          && depth < DEEPEST
          && fields.size() < MOST) {
        List<String> at = new ArrayList<>(path);
        at.add(name);
        JsonNode property = resolved(properties.path(name));
        field(property, value.get(name), at, prefix + label(titles, at, name), depth);
      }
    }
  }

  private void field(JsonNode schema, JsonNode value, List<String> path, String label, int depth) {
    if (value.isObject()) {
      object(schema, value, path, label + " – ", depth + 1);
    } else if (value.isArray() && !value.isEmpty() && value.get(0).isObject()) {
      int number = 1;
      for (JsonNode item : value) {
        if (fields.size() == MOST) {
          return;
        }
        String prefix = value.size() == 1 ? label : label + " " + number++;
        field(resolved(schema.path("items")), item, path, prefix, depth + 1);
      }
    } else if (!text(value).isBlank() && fields.size() < MOST) {
      String text = dated(schema, text(value));
      fields
          .addObject()
          .put("label", label)
          .put("value", text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…")
          .put("dir", rightToLeft(text) ? "rtl" : "ltr");
    }
  }

  private static String text(JsonNode value) {
    if (!value.isArray()) {
      return value.isBoolean() ? (value.booleanValue() ? "Yes" : "No") : value.asText("");
    }
    StringJoiner items = new StringJoiner(", ");
    value.forEach(item -> items.add(text(item)));
    return items.toString();
  }

  /**
   * Returns a value that is a date by its schema as a day in words (RFC 3339 sections 5.6 and 5.8).
   */
  private static String dated(JsonNode schema, String text) {
    try {
      return switch (schema.path("format").asText("")) {
        case "date" -> CertificateModel.DAY.format(LocalDate.parse(text));
        case "date-time" -> CertificateModel.DAY.format(OffsetDateTime.parse(text));
        default -> text;
      };
    } catch (DateTimeException other) {
      return text;
    }
  }

  private JsonNode resolved(JsonNode schema) {
    JsonNode found = schema;
    for (int i = 0; i < DEEPEST && found.path("$ref").isTextual(); i++) {
      found = ExampleEntity.resolved(definition, found.get("$ref").textValue());
    }
    return found;
  }

  private boolean isSystem(String name) {
    return SystemFieldNames.contain(name)
        || name.startsWith("@")
        || subject && (name.equals("id") || name.equals("type"));
  }

  /** Says whether the value is the array of attestation records of a policy (interface 6.3). */
  private static boolean isRecords(JsonNode value) {
    return value.isArray() && value.path(0).has("_osState");
  }

  /** Returns the title of a field, or its name in words: {@code dateOfBirth} is Date of birth. */
  static String label(SchemaTitles titles, List<String> path, String name) {
    return titles.of(path).orElseGet(() -> words(name));
  }

  private static String words(String name) {
    String words = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").replaceAll("[_-]+", " ").strip();
    String lower =
        words.isEmpty()
            ? name
            : words.charAt(0) + words.substring(1).toLowerCase(java.util.Locale.ROOT);
    return lower.isEmpty() ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1);
  }

  static boolean rightToLeft(String text) {
    return text.codePoints()
        .map(Character::getDirectionality)
        .filter(
            direction ->
                direction == Character.DIRECTIONALITY_LEFT_TO_RIGHT
                    || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                    || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC)
        .mapToObj(direction -> direction != Character.DIRECTIONALITY_LEFT_TO_RIGHT)
        .findFirst()
        .orElse(false);
  }
}
