package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.EnumMap;
import java.util.Map;
import org.attestry.runtime.work.Budget;

/**
 * Values that the JSON-LD processor drops without a word, unless they stand in a JSON literal: as
 * many of them must be in the expanded document as in its source.
 */
enum DroppedValues {
  NULL("null", "Null cannot be signed here: leave the member out."),
  EMPTY("empty", "An empty array cannot be signed here: leave the member out."),
  /** Its items would become those of the array around it, which other processors read otherwise. */
  NESTED("nested", "An array in an array cannot be signed here: only the values of a list can be."),
  /** A text such as {@code @foo} is dropped where an identifier or type stands. */
  KEYWORD("keyword", "A text of this form would be left unsigned where it stands.");

  private final String rule;
  private final String message;

  DroppedValues(String rule, String message) {
    this.rule = rule;
    this.message = message;
  }

  /** How many of each kind there are. */
  static final class Count {
    private final Map<DroppedValues, Integer> counts = new EnumMap<>(DroppedValues.class);

    /** Adds a list in a list. */
    void addNested() {
      add(NESTED);
    }

    /** Adds a literal's text. */
    void addText(String member, String text) {
      add(ofText(member, text));
    }

    /** Adds everything in a JSON literal. */
    void addAll(String member, JsonValue value, Budget budget) {
      budget.spend();
      switch (value) {
        case JsonObject object -> object.forEach((name, inner) -> addAll(name, inner, budget));
        case JsonArray array -> {
          add(ofArray(member, array.isEmpty()));
          array.forEach(item -> addAll("", item, budget));
        }
        case JsonString text -> add(ofText(member, text.getString()));
        default -> add(value.equals(JsonValue.NULL) ? NULL : null);
      }
    }

    /** Adds everything outside the {@code @context}. */
    void addAll(JsonNode source, Budget budget) {
      SourceLocations.visit(
          source, budget, (member, value, place) -> add(DroppedValues.of(member, value)));
    }

    private void add(DroppedValues one) {
      if (one != null) {
        counts.merge(one, 1, Integer::sum);
      }
    }

    private int count(DroppedValues kind) {
      return counts.getOrDefault(kind, 0);
    }
  }

  /** Adds a violation for every value of each kind of which a value was dropped. */
  static void check(Count kept, JsonNode source, DocumentViolations violations, Budget budget) {
    Count all = new Count();
    all.addAll(source, budget);
    for (DroppedValues kind : values()) {
      if (all.count(kind) != kept.count(kind)) {
        SourceLocations.visit(
            source,
            budget,
            (member, value, place) -> {
              if (of(member, value) == kind) {
                violations.add(place, kind.rule, kind.message);
              }
            });
      }
    }
  }

  private static DroppedValues of(String member, JsonNode value) {
    return switch (value.getNodeType()) {
      case NULL -> NULL;
      case ARRAY -> ofArray(member, value.isEmpty());
      case STRING -> ofText(member, value.textValue());
      default -> null;
    };
  }

  private static DroppedValues ofArray(String member, boolean isEmpty) {
    return isEmpty ? EMPTY : member.isEmpty() ? NESTED : null;
  }

  private static DroppedValues ofText(String member, String text) {
    boolean isJson = member.equals("@type") && text.equals("@json");
    return JsonRules.KEYWORD.matcher(text).matches() && !isJson ? KEYWORD : null;
  }
}
