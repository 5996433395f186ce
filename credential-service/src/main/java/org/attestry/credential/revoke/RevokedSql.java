package org.attestry.credential.revoke;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.credential.revoke.RevokedQuery.Field;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.json.TimeText;

/**
 * Writes the parts of the statement of a search of RevokedCredential records; values are its
 * parameters.
 */
final class RevokedSql {

  private static final int MOST_VALUES = 1_000;
  private static final int MOST_COMPARISONS = 100;
  private static final int DEEPEST = 12;
  private static final int LONGEST_TEXT = 2_000;
  private static final String IGNORE_CASE = "IgnoreCase";
  private static final String AMONG = "%1$s = ANY (%2$s)";

  /** The condition of each operator: the first argument is the member, the others are operands. */
  private static final Map<String, String> OPERATORS =
      Map.ofEntries(
          Map.entry("eq", "%1$s = %2$s"),
          Map.entry("in", AMONG),
          Map.entry("or", AMONG),
          Map.entry("gt", "%1$s > %2$s"),
          Map.entry("gte", "%1$s >= %2$s"),
          Map.entry("lt", "%1$s < %2$s"),
          Map.entry("lte", "%1$s <= %2$s"),
          Map.entry("between", "%1$s BETWEEN %2$s AND %3$s"),
          Map.entry("contains", "strpos(%1$s, %2$s) > 0"),
          Map.entry("startsWith", "starts_with(%1$s, %2$s)"),
          Map.entry("endsWith", "right(%1$s, char_length(%2$s)) = %2$s"),
          Map.entry("exists", "%1$s IS NOT NULL"));

  private static final Map<String, String> OPPOSITES =
      Map.of(
          "neq", "eq",
          "nin", "in",
          "notContains", "contains",
          "notStartsWith", "startsWith",
          "notEndsWith", "endsWith");

  private static final Set<String> OF_TEXT = Set.of("contains", "startsWith", "endsWith");

  private final Tuple parameters = Tuple.tuple();
  private int comparisons;

  Tuple parameters() {
    return parameters;
  }

  String number(long value) {
    parameters.addLong(value);
    return "$" + parameters.size() + "::bigint";
  }

  /**
   * @throws org.attestry.contracts.FailureException INVALID with a pointer into the query
   */
  String condition(RevokedQuery query) {
    return query.filters().isMissingNode() ? "TRUE" : filter(query.filters(), null, "/filters", 0);
  }

  /**
   * @param field of the filter; null if the filter names fields
   */
  private String filter(JsonNode filter, Field field, String pointer, int depth) {
    if (!filter.isObject() || filter.isEmpty() && depth > 0) {
      throw RevokedQuery.invalid(
          pointer, "type", "Give a filter, such as {\"entity\": {\"eq\": \"Student\"}}.");
    }
    if (depth > DEEPEST) {
      throw RevokedQuery.invalid(
          pointer, "limit", "Filters nest at most %d levels.".formatted(DEEPEST));
    }
    List<String> parts = new ArrayList<>(List.of("TRUE"));
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      String at = pointer + "/" + JsonPointers.escape(member.getKey());
      parts.add(part(member.getKey(), member.getValue(), field, at, depth + 1));
    }
    return joined(parts, " AND ");
  }

  private static String joined(List<String> parts, String by) {
    return "(" + String.join(by, parts) + ")";
  }

  private String part(String name, JsonNode value, Field field, String at, int depth) {
    if (name.equals("or") && value.path(0).isObject()) {
      List<String> any = new ArrayList<>();
      for (int i = 0; i < value.size(); i++) {
        any.add(filter(value.get(i), field, at + "/" + i, depth));
      }
      return joined(any, " OR ");
    }
    if (name.equals("not")) {
      return not(filter(value, field, at, depth));
    }
    return field == null
        ? filter(value, Field.named(name, at), at, depth)
        : comparison(field, name, value, at);
  }

  private static String not(String condition) {
    return "(%s) IS NOT TRUE".formatted(condition);
  }

  private String comparison(Field field, String name, JsonNode value, String at) {
    if (++comparisons > MOST_COMPARISONS) {
      throw RevokedQuery.invalid(
          at, "limit", "A search has at most %d comparisons.".formatted(MOST_COMPARISONS));
    }
    boolean ignoreCase = name.endsWith(IGNORE_CASE) && !name.startsWith("exists");
    String plain = ignoreCase ? name.substring(0, name.length() - IGNORE_CASE.length()) : name;
    String operator = OPPOSITES.getOrDefault(plain, plain);
    if (!OPERATORS.containsKey(operator)) {
      throw RevokedQuery.invalid(
          at,
          "operator",
          "There is no such operator; there are %s, all but 'exists' also with the suffix IgnoreCase."
              .formatted(names()));
    }
    if (field == Field.CREATED_AT && (ignoreCase || OF_TEXT.contains(operator))) {
      throw RevokedQuery.invalid(at, "operator", "This field is no text; compare it as a whole.");
    }
    List<String> terms = new ArrayList<>(List.of(expression(field, ignoreCase)));
    terms.addAll(operands(field, operator, ignoreCase, value, at));
    String compared = OPERATORS.get(operator).formatted(terms.toArray());
    boolean negated = !plain.equals(operator) || value.isBoolean() && !value.booleanValue();
    return negated ? not(compared) : compared;
  }

  private static List<String> names() {
    return Stream.concat(OPERATORS.keySet().stream(), OPPOSITES.keySet().stream())
        .sorted()
        .toList();
  }

  private List<String> operands(
      Field field, String operator, boolean ignoreCase, JsonNode value, String at) {
    return switch (operator) {
      case "exists" -> {
        if (!value.isBoolean()) {
          throw RevokedQuery.invalid(at, "type", "This operator takes true or false.");
        }
        yield List.of();
      }
      case "in", "or" ->
          List.of(array(field, ignoreCase, values(field, value, 1, MOST_VALUES, at)));
      case "between" ->
          values(field, value, 2, 2, at).stream()
              .map(one -> parameter(field, ignoreCase, one))
              .toList();
      default -> List.of(parameter(field, ignoreCase, value(field, value, at)));
    };
  }

  private static List<String> values(Field field, JsonNode array, int least, int most, String at) {
    if (!array.isArray() || array.size() < least || array.size() > most) {
      throw RevokedQuery.invalid(
          at, "type", "This operator takes %d to %d values.".formatted(least, most));
    }
    List<String> values = new ArrayList<>();
    array.forEach(value -> values.add(value(field, value, at)));
    return values;
  }

  private static String value(Field field, JsonNode value, String at) {
    if (!value.isTextual() || value.textValue().length() > LONGEST_TEXT) {
      throw RevokedQuery.invalid(
          at, "type", "Compare with a string of %d characters at most.".formatted(LONGEST_TEXT));
    }
    String text = value.textValue();
    return field == Field.CREATED_AT ? time(text, at).toString() : text;
  }

  private static OffsetDateTime time(String text, String at) {
    return TimeText.parse(text)
        .orElseThrow(
            () ->
                RevokedQuery.invalid(
                    at, "value", "Compare with a time such as 2026-01-02T03:04:05.000Z."));
  }

  private String parameter(Field field, boolean ignoreCase, String value) {
    parameters.addString(value);
    String text = "$" + parameters.size() + "::text";
    return field == Field.CREATED_AT ? text + "::timestamptz" : ignoreCase ? lower(text) : text;
  }

  private String array(Field field, boolean ignoreCase, List<String> values) {
    parameters.addArrayOfString(values.toArray(String[]::new));
    String texts = "$" + parameters.size() + "::text[]";
    if (field == Field.CREATED_AT) {
      return texts + "::timestamptz[]";
    }
    return ignoreCase ? "SELECT %s FROM unnest(%s) AS t(t)".formatted(lower("t"), texts) : texts;
  }

  /** Returns the expression of a member. Texts compare by code point. */
  private static String expression(Field field, boolean ignoreCase) {
    if (field == Field.CREATED_AT) {
      return column(field);
    }
    return ignoreCase ? lower(column(field)) : column(field) + " COLLATE \"C\"";
  }

  /**
   * Returns the lower case by Unicode's simple mapping. The parentheses are needed, because BETWEEN
   * accepts no COLLATE without them.
   */
  private static String lower(String text) {
    return "(lower(%s COLLATE \"pg_c_utf8\") COLLATE \"C\")".formatted(text);
  }

  private static String column(Field field) {
    return switch (field) {
      case OSID -> "osid::text";
      case ENTITY -> "entity";
      case ENTITY_ID -> "entity_id";
      case CREDENTIAL_ID -> "credential_id";
      case SIGNED_HASH -> "signed_hash";
      case SIGNED_DATA -> "signed_data";
      case USER_ID -> "user_id";
      case CREATED_AT -> "created_at";
    };
  }

  static String order(RevokedQuery query) {
    if (query.sort().isEmpty()) {
      return "created_at, osid";
    }
    boolean descending = query.sort().getLast().descending();
    return query.sort().stream()
            .map(
                key ->
                    expression(key.field(), false)
                        + (key.descending() ? " DESC NULLS LAST" : " NULLS LAST"))
            .collect(Collectors.joining(", "))
        + (descending ? ", osid DESC" : ", osid");
  }
}
