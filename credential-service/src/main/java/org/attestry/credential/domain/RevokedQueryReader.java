package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.credential.domain.RevokedQuery.Field;
import org.attestry.credential.domain.RevokedQuery.Filter;
import org.attestry.credential.domain.RevokedQuery.Operator;
import org.attestry.credential.domain.RevokedQuery.SortKey;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.json.WholeNumber;

/** Reads a search of RevokedCredential records: the form that searches of every type have. */
final class RevokedQueryReader {

  private static final int USUAL_LIMIT = 20;
  private static final int MOST = 1_000;
  private static final int MOST_COMPARISONS = 100;
  private static final int DEEPEST = 12;
  private static final int LONGEST_TEXT = 2_000;
  private static final int LAST_YEAR = 9_999;
  private static final Set<String> COUNTS = Set.of("auto", "exact", "planned", "none");
  private static final List<String> MEMBERS =
      List.of("filters", "limit", "offset", "cursor", "sort", "fields", "count");

  private int comparisons;

  private RevokedQueryReader() {}

  /**
   * @throws FailureException INVALID with a pointer into the query
   */
  static RevokedQuery read(JsonNode query) {
    if (!query.isObject()) {
      throw invalid("", "type", "A search is a JSON object, such as {\"filters\": {}}.");
    }
    query.fieldNames().forEachRemaining(name -> requireKnown("", name, MEMBERS));
    JsonNode filters = query.path("filters");
    Filter filter =
        filters.isMissingNode()
            ? new Filter.All(List.of())
            : new RevokedQueryReader().filter(filters, null, "/filters", 0);
    return new RevokedQuery(
        filter,
        sort(query.path("sort")),
        names(query.path("fields"), "/fields"),
        (int) number(query, "limit", USUAL_LIMIT, 1, MOST),
        offset(query),
        !count(query.path("count")).equals("none"));
  }

  /** A cursor is the number of matches before its page. */
  private static long offset(JsonNode query) {
    if (query.has("cursor") && query.has("offset")) {
      throw invalid("/offset", "exclusive", "Send a cursor or an offset, not both.");
    }
    return number(query, query.has("cursor") ? "cursor" : "offset", 0, 0, Integer.MAX_VALUE);
  }

  private static long number(JsonNode query, String name, long usual, long least, long most) {
    if (!query.has(name)) {
      return usual;
    }
    OptionalLong number = WholeNumber.of(query.get(name));
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      throw invalid(
          "/" + name, "range", "It is a whole number from %d to %d.".formatted(least, most));
    }
    return number.getAsLong();
  }

  private static String count(JsonNode count) {
    if (!count.isMissingNode() && !COUNTS.contains(count.asText())) {
      throw invalid("/count", "enum", "It is auto, exact, planned or none.");
    }
    return count.asText();
  }

  private static List<SortKey> sort(JsonNode sort) {
    List<SortKey> keys = new ArrayList<>();
    for (String name : texts(sort, "/sort")) {
      boolean descending = name.startsWith("-");
      keys.add(new SortKey(field(descending ? name.substring(1) : name, "/sort"), descending));
    }
    return keys;
  }

  private static Set<String> names(JsonNode fields, String pointer) {
    Set<String> names = texts(fields, pointer);
    names.forEach(name -> field(name, pointer));
    return names;
  }

  private static Set<String> texts(JsonNode array, String pointer) {
    Set<String> texts = new LinkedHashSet<>();
    if (!array.isMissingNode() && !array.isArray()) {
      throw invalid(pointer, "type", "It is an array of names.");
    }
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /**
   * @param field what the filter is about; null where it names fields
   */
  private Filter filter(JsonNode filter, Field field, String pointer, int depth) {
    if (!filter.isObject() || filter.isEmpty() && depth > 0) {
      throw invalid(pointer, "type", "Give a filter, such as {\"entity\": {\"eq\": \"Student\"}}.");
    }
    if (depth > DEEPEST) {
      throw invalid(pointer, "limit", "Filters nest at most %d levels.".formatted(DEEPEST));
    }
    List<Filter> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      String at = pointer + "/" + JsonPointers.escape(member.getKey());
      parts.add(part(member.getKey(), member.getValue(), field, at, depth + 1));
    }
    return new Filter.All(parts);
  }

  private Filter part(String name, JsonNode value, Field field, String at, int depth) {
    if (name.equals("or") && value.path(0).isObject()) {
      List<Filter> any = new ArrayList<>();
      for (int i = 0; i < value.size(); i++) {
        any.add(filter(value.get(i), field, at + "/" + i, depth));
      }
      return new Filter.Any(any);
    }
    if (name.equals("not")) {
      return new Filter.Not(filter(value, field, at, depth));
    }
    return field == null
        ? filter(value, field(name, at), at, depth)
        : comparison(field, name, value, at);
  }

  private Filter comparison(Field field, String name, JsonNode value, String at) {
    if (++comparisons > MOST_COMPARISONS) {
      throw invalid(
          at, "limit", "A search has at most %d comparisons.".formatted(MOST_COMPARISONS));
    }
    Operator operator =
        Operator.named(name)
            .orElseThrow(
                () ->
                    invalid(
                        at,
                        "operator",
                        "There is no such operator; there are %s, each but exists also with IgnoreCase."
                            .formatted(Operator.names())));
    boolean ofText = operator.comparison().isOfText() || operator.ignoreCase();
    if (field == Field.CREATED_AT && ofText) {
      throw invalid(at, "operator", "This field is no text; compare it as a whole.");
    }
    return switch (operator.comparison()) {
      case EXISTS ->
          new Filter.Compare(field, truth(value, at) ? operator : operator.opposite(), List.of());
      case AMONG -> new Filter.Compare(field, operator, values(field, value, 1, MOST, at));
      case BETWEEN -> new Filter.Compare(field, operator, values(field, value, 2, 2, at));
      default -> new Filter.Compare(field, operator, List.of(value(field, value, at)));
    };
  }

  private static boolean truth(JsonNode value, String at) {
    if (!value.isBoolean()) {
      throw invalid(at, "type", "This operator takes true or false.");
    }
    return value.booleanValue();
  }

  private static List<String> values(Field field, JsonNode array, int least, int most, String at) {
    if (!array.isArray() || array.size() < least || array.size() > most) {
      throw invalid(at, "type", "This operator takes %d to %d values.".formatted(least, most));
    }
    List<String> values = new ArrayList<>();
    array.forEach(value -> values.add(value(field, value, at)));
    return values;
  }

  private static String value(Field field, JsonNode value, String at) {
    if (!value.isTextual() || value.textValue().length() > LONGEST_TEXT) {
      throw invalid(
          at, "type", "Compare with a string of %d characters at most.".formatted(LONGEST_TEXT));
    }
    String text = value.textValue();
    return field == Field.CREATED_AT ? time(text, at).toString() : text;
  }

  private static OffsetDateTime time(String text, String at) {
    try {
      OffsetDateTime time =
          text.length() == "2026-01-02".length()
              ? LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC)
              : OffsetDateTime.parse(text);
      if (time.getYear() >= 1 && time.getYear() <= LAST_YEAR) {
        return time;
      }
    } catch (DateTimeException e) {
      // refused below
    }
    throw invalid(at, "value", "Compare with a time such as 2026-01-02T03:04:05.000Z.");
  }

  private static Field field(String name, String pointer) {
    return Field.named(name).orElseThrow(() -> unknown(pointer, Field.names()));
  }

  private static void requireKnown(String pointer, String name, List<String> known) {
    if (!known.contains(name)) {
      throw unknown(pointer + "/" + JsonPointers.escape(name), known);
    }
  }

  private static FailureException unknown(String pointer, Collection<String> known) {
    return invalid(
        pointer,
        "unknown",
        "There is no such member; known are %s.".formatted(String.join(", ", known)));
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return Failure.invalid("credential.search.invalid", pointer, rule, message).exception();
  }
}
