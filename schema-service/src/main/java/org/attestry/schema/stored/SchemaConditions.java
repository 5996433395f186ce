package org.attestry.schema.stored;

import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import java.util.stream.Collectors;
import org.attestry.schema.stored.SchemaFilter.Condition;
import org.attestry.schema.stored.SchemaFilter.Field;

/**
 * Translates a filter to SQL.
 *
 * @param sql the condition
 * @param parameters the condition's parameters, to which others may be added
 */
record SchemaConditions(String sql, Tuple parameters) {

  static SchemaConditions of(SchemaFilter filter) {
    Tuple parameters = Tuple.of(filter.drafts());
    String sql =
        filter.conditions().stream()
            .map(condition -> " AND " + sql(condition, parameters))
            .collect(Collectors.joining());
    return new SchemaConditions("($1 OR status <> 'DRAFT')" + sql, parameters);
  }

  private static String sql(Condition condition, Tuple parameters) {
    Field field = condition.field();
    String column = field == Field.OSID ? "id::text" : field.name().toLowerCase(Locale.ROOT);
    parameters.addArrayOfString(condition.values().toArray(String[]::new));
    String values = "$" + parameters.size();
    String first = "(" + values + "::text[])[1]";
    return switch (condition.operator()) {
      case EQ, IN -> "%s = ANY (%s::text[])".formatted(column, values);
      case NEQ -> "%s IS DISTINCT FROM %s".formatted(column, first);
      case CONTAINS -> "strpos(%s, %s) > 0".formatted(column, first);
      case STARTS_WITH -> "starts_with(%s, %s)".formatted(column, first);
    };
  }
}
