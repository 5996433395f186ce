package org.attestry.registry.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.search.Filter;
import org.attestry.registry.domain.search.Operator;
import org.attestry.registry.domain.search.SystemField;
import org.attestry.runtime.json.Json;

/**
 * A filter as a condition. Values are parameters; the fields, which are declared by the type, stand
 * in the text, where they have to be for their index to be used.
 */
final class FilterSql {

  private final Tuple parameters;

  FilterSql(Tuple parameters) {
    this.parameters = parameters;
  }

  String condition(Filter filter) {
    return switch (filter) {
      case Filter.All all ->
          all.filters().stream()
              .map(this::condition)
              .collect(Collectors.joining(" AND ", "(", ")"));
      case Filter.OfProperty property when property.repeated() -> anyItem(property);
      case Filter.OfProperty property -> single(property);
      case Filter.OfSystemField field -> system(field);
    };
  }

  private String single(Filter.OfProperty filter) {
    String field = TypeIndexes.expression(filter.path());
    if (filter.operator() == Operator.EXISTS) {
      return field + (isTrue(filter.values()) ? " IS NOT NULL" : " IS NULL");
    }
    List<String> values = filter.values().stream().map(this::json).toList();
    String first = values.get(0);
    return switch (filter.operator()) {
      case EQ -> equal(field, first, filter.values().get(0));
      case NEQ -> "(%s IS DISTINCT FROM %s)".formatted(field, first);
      case IN, OR -> "(%s IN (%s))".formatted(field, String.join(", ", values));
      case GT -> ordered(field, ">", first);
      case GTE -> ordered(field, ">=", first);
      case LT -> ordered(field, "<", first);
      case LTE -> ordered(field, "<=", first);
      case EXISTS -> throw new IllegalStateException("EXISTS compares with nothing");
    };
  }

  /** A unique index leaves JSON null out, so a search that is to use it has to say so. */
  private static String equal(String field, String value, JsonNode node) {
    String equal = "%s = %s".formatted(field, value);
    return node.isNull() ? equal : "(%s AND %s <> 'null'::jsonb)".formatted(equal, field);
  }

  /** jsonb orders values of different types, too: only those of the same type are meant. */
  private static String ordered(String field, String comparison, String value) {
    return "(%1$s %2$s %3$s AND jsonb_typeof(%1$s) = jsonb_typeof(%3$s))"
        .formatted(field, comparison, value);
  }

  private String anyItem(Filter.OfProperty filter) {
    String path = path(filter.path());
    if (filter.operator() == Operator.EXISTS) {
      String exists = "(body @? %s::jsonpath)".formatted(SqlQuote.literal(path));
      return isTrue(filter.values()) ? exists : "NOT " + exists;
    }
    String test = filter.operator() == Operator.NEQ ? "==" : comparison(filter.operator());
    List<String> matches =
        filter.values().stream()
            .map(
                value ->
                    "jsonb_path_exists(body, %s::jsonpath, %s)"
                        .formatted(
                            SqlQuote.literal(path + " ? (@ " + test + " $v)"), variable(value)))
            .toList();
    String any = "(" + String.join(" OR ", matches) + ")";
    return filter.operator() == Operator.NEQ ? "NOT " + any : any;
  }

  private static String comparison(Operator operator) {
    return switch (operator) {
      case EQ, NEQ, IN, OR -> "==";
      case GT -> ">";
      case GTE -> ">=";
      case LT -> "<";
      case LTE -> "<=";
      case EXISTS -> throw new IllegalStateException("EXISTS compares with nothing");
    };
  }

  /** A path in the lax mode of SQL/JSON, which looks into the items of arrays by itself. */
  private static String path(FieldPath path) {
    return path.segments().stream()
        .map(segment -> "." + Json.write(JsonNodeFactory.instance.textNode(segment)).text())
        .collect(Collectors.joining("", "$", "[*]"));
  }

  private String system(Filter.OfSystemField filter) {
    String column = column(filter.field());
    if (filter.operator() == Operator.EXISTS) {
      return column + (isTrue(filter.values()) ? " IS NOT NULL" : " IS NULL");
    }
    List<String> values = filter.values().stream().map(v -> value(filter.field(), v)).toList();
    if (filter.field() == SystemField.OWNER) {
      return ofOwner(filter.operator(), values);
    }
    return switch (filter.operator()) {
      case IN, OR -> "%s IN (%s)".formatted(column, String.join(", ", values));
      case NEQ -> "%s IS DISTINCT FROM %s".formatted(column, values.get(0));
      case EQ -> "%s = %s".formatted(column, values.get(0));
      default -> "%s %s %s".formatted(column, comparison(filter.operator()), values.get(0));
    };
  }

  private static String ofOwner(Operator operator, List<String> values) {
    String any = "owners && ARRAY[%s]::text[]".formatted(String.join(", ", values));
    return switch (operator) {
      case EQ, IN, OR -> any;
      case NEQ -> "NOT " + any;
      default -> throw invalid(SystemField.OWNER, "Owners are compared with eq, neq and in.");
    };
  }

  /** Times are compared as they are shown: in milliseconds. */
  private static String column(SystemField field) {
    return switch (field) {
      case OSID -> "id";
      case OWNER -> "owners";
      case CREATED_AT -> "date_trunc('milliseconds', created_at)";
      case UPDATED_AT -> "date_trunc('milliseconds', updated_at)";
      case CREATED_BY -> "created_by";
      case UPDATED_BY -> "updated_by";
    };
  }

  private String value(SystemField field, JsonNode value) {
    String text = value.textValue();
    return switch (field) {
      case OSID -> add(text) + "::text::uuid";
      case OWNER, CREATED_BY, UPDATED_BY -> add(text) + "::text";
      case CREATED_AT, UPDATED_AT -> time(field, text);
    };
  }

  private String time(SystemField field, String text) {
    try {
      parameters.addOffsetDateTime(OffsetDateTime.parse(text));
      return "$" + parameters.size();
    } catch (DateTimeParseException e) {
      throw invalid(field, "It compares with a time such as 2026-01-02T03:04:05.000Z.");
    }
  }

  private String json(JsonNode value) {
    return add(Json.write(value).text()) + "::text::jsonb";
  }

  private String variable(JsonNode value) {
    return "jsonb_build_object('v', %s)".formatted(json(value));
  }

  private String add(String value) {
    parameters.addString(value);
    return "$" + parameters.size();
  }

  private static boolean isTrue(List<JsonNode> values) {
    return values.get(0).asBoolean(true);
  }

  private static RuntimeException invalid(SystemField field, String message) {
    String pointer = "/filters/" + field.shown();
    return Failure.invalid("registry.search.invalid", pointer, "value", message).exception();
  }
}
