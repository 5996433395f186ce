package org.attestry.schema.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.json.WholeNumber;
import org.attestry.schema.stored.SchemaFilter;
import org.attestry.schema.stored.SchemaFilter.Condition;
import org.attestry.schema.stored.SchemaFilter.Field;
import org.attestry.schema.stored.SchemaFilter.Operator;

/** Parses a search for schemas, which has the same form as a search for entities. */
final class SchemaQueries {

  static final int MOST = 1_000;

  private static final int USUAL = 20;
  private static final List<String> FIELDS = List.of("name", "title", "status", "osid");
  private static final Map<String, Operator> OPERATORS = operators();
  private static final List<String> MEMBERS = List.of("filters", "limit", "offset");

  private SchemaQueries() {}

  private static Map<String, Operator> operators() {
    Map<String, Operator> operators = new LinkedHashMap<>();
    operators.put("eq", Operator.EQ);
    operators.put("neq", Operator.NEQ);
    operators.put("in", Operator.IN);
    operators.put("or", Operator.IN);
    operators.put("contains", Operator.CONTAINS);
    operators.put("startsWith", Operator.STARTS_WITH);
    return operators;
  }

  /**
   * @param drafts whether the caller sees drafts
   * @throws org.attestry.contracts.FailureException INVALID for an unknown name, with a list of the
   *     known ones
   */
  static SchemaFilter read(JsonBytes query, boolean drafts) {
    JsonNode body = Json.parse(query);
    if (!body.isObject()) {
      throw invalid("", "type", "A search is a JSON object.");
    }
    body.fieldNames().forEachRemaining(name -> requireKnown(name, MEMBERS, ""));
    List<Condition> conditions = new ArrayList<>();
    JsonNode filters = body.path("filters");
    if (!filters.isMissingNode() && !filters.isObject()) {
      throw invalid("/filters", "type", "Send an object.");
    }
    filters.properties().forEach(field -> read(field, conditions));
    int limit = number(body, "limit", USUAL, 1, MOST);
    return new SchemaFilter(
        drafts, conditions, limit, number(body, "offset", 0, 0, Integer.MAX_VALUE));
  }

  private static void read(Map.Entry<String, JsonNode> field, List<Condition> conditions) {
    requireKnown(field.getKey(), FIELDS, "/filters");
    String where = "/filters/" + JsonPointers.escape(field.getKey());
    if (!field.getValue().isObject()) {
      throw invalid(where, "type", "A filter is an object, such as {\"eq\": \"Teacher\"}.");
    }
    Field known = Field.valueOf(field.getKey().toUpperCase(Locale.ROOT));
    for (Map.Entry<String, JsonNode> test : field.getValue().properties()) {
      requireKnown(test.getKey(), OPERATORS.keySet(), where);
      Operator operator = OPERATORS.get(test.getKey());
      String at = where + "/" + test.getKey();
      conditions.add(new Condition(known, operator, values(test.getValue(), operator, at)));
    }
  }

  private static List<String> values(JsonNode value, Operator operator, String where) {
    if (operator != Operator.IN) {
      return List.of(text(value, where));
    }
    if (!value.isArray()) {
      throw invalid(where, "type", "This operator takes an array of strings.");
    }
    List<String> values = new ArrayList<>();
    value.forEach(item -> values.add(text(item, where)));
    return values;
  }

  private static String text(JsonNode value, String where) {
    if (!value.isTextual()) {
      throw invalid(where, "type", "Schemas are compared with strings.");
    }
    return value.textValue();
  }

  private static int number(JsonNode body, String name, int byDefault, int least, int most) {
    if (!body.has(name)) {
      return byDefault;
    }
    OptionalLong number = WholeNumber.of(body.get(name));
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      throw invalid(
          "/" + name, "range", "Send a whole number from %d to %d.".formatted(least, most));
    }
    return (int) number.getAsLong();
  }

  private static void requireKnown(String name, Collection<String> known, String where) {
    if (!known.contains(name)) {
      throw invalid(
          where + "/" + JsonPointers.escape(name),
          "unknown",
          "There is no such member; known are %s.".formatted(String.join(", ", known)));
    }
  }

  private static RuntimeException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("schema.search.invalid", pointer, rule, message);
  }
}
