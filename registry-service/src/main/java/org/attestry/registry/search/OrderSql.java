package org.attestry.registry.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Position;
import org.attestry.registry.query.SortKey;
import org.attestry.registry.query.SystemField;
import org.attestry.registry.query.Target;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.sql.SystemSql;
import org.attestry.registry.sql.ValueSql;

/**
 * The order of a search, and the position in it where a page begins. Entities that have the first
 * key and those that lack it are two segments, each read by a statement of its own, so that the
 * first segment is a range of an index in both directions.
 *
 * @param keys the sort keys; the last one is the id
 * @param backwards whether the order is read from its end
 */
public record OrderSql(List<Key> keys, boolean backwards) {

  private static final String ID = "id";

  /**
   * @param expression the SQL expression of the key
   * @param type the SQL type of the key, to which the text in a position is cast
   */
  record Key(String expression, String type, boolean nullable, boolean descending) {

    /** Whether keys are unique among entities, so that further keys have no effect. */
    boolean decides() {
      return expression.equals(ID);
    }

    String direction(boolean backwards) {
      return descending == backwards ? "" : " DESC";
    }

    /**
     * Returns the ORDER BY expression. A missing value comes last, or first if the order is read
     * from its end.
     */
    String ordered(boolean backwards) {
      String nulls = nullable ? (backwards ? " NULLS FIRST" : " NULLS LAST") : "";
      return expression + direction(backwards) + nulls;
    }
  }

  /** A part of the order: all entities, those with the first key, or those without. */
  public enum Segment {
    WHOLE,
    PRESENT,
    MISSING
  }

  public static OrderSql of(
      List<SortKey> sort, TypeIndexes indexes, Parameters parameters, boolean backwards) {
    List<Key> keys = new ArrayList<>();
    for (SortKey key : sort) {
      keys.addAll(keys(key, indexes, parameters));
      if (keys.getLast().decides()) {
        return new OrderSql(List.copyOf(keys), backwards);
      }
    }
    keys.add(new Key(ID, "uuid", false, keys.getLast().descending()));
    return new OrderSql(List.copyOf(keys), backwards);
  }

  private static List<Key> keys(SortKey key, TypeIndexes indexes, Parameters parameters) {
    return switch (key.target()) {
      case Target.Property property -> {
        ValueSql value = FilterSql.value(property.path(), indexes, parameters);
        yield key.kinds().stream()
            .map(
                kind ->
                    switch (kind) {
                      case TEXT -> new Key(value.text(), "text", true, key.descending());
                      case NUMBER -> new Key(value.number(), "numeric", true, key.descending());
                      case TRUTH -> new Key(value.truth(), "boolean", true, key.descending());
                    })
            .toList();
      }
      case Target.State state ->
          List.of(new Key(new SystemSql(parameters).state(state), "text", true, key.descending()));
      case Target.Record _ -> throw new IllegalStateException("records have no order");
      case Target.System(SystemField field) -> List.of(key(field, key.descending()));
    };
  }

  /**
   * Returns the key of a system field. An osid begins with the millisecond of creation, so that
   * osids are in the order of creation.
   */
  private static Key key(SystemField field, boolean descending) {
    return switch (field) {
      case OSID, CREATED_AT -> new Key(ID, "uuid", false, descending);
      case UPDATED_AT -> new Key(SystemSql.column(field), "timestamptz", false, descending);
      case CREATED_BY, UPDATED_BY -> new Key(SystemSql.column(field), "text", true, descending);
      case OWNER -> throw new IllegalStateException("owners have no order");
    };
  }

  /** Returns the segments from a position on, in the order in which they are read. */
  public List<Segment> segments(Position position) {
    if (!keys.get(0).nullable()) {
      return List.of(Segment.WHOLE);
    }
    boolean missing = position != null && position.keys().get(0) == null;
    if (backwards) {
      return missing ? List.of(Segment.MISSING, Segment.PRESENT) : List.of(Segment.PRESENT);
    }
    return missing ? List.of(Segment.MISSING) : List.of(Segment.PRESENT, Segment.MISSING);
  }

  /** Returns the conditions on the entities of a segment after the position. */
  List<String> conditions(Segment segment, Position position, Parameters parameters) {
    Key first = keys.get(0);
    List<String> conditions = new ArrayList<>();
    switch (segment) {
      case PRESENT -> conditions.add(first.expression() + " IS NOT NULL");
      case MISSING -> conditions.add(first.expression() + " IS NULL");
      case WHOLE -> {
        // No condition but the position.
      }
    }
    boolean within =
        position != null
            && (segment == Segment.WHOLE
                || (segment == Segment.MISSING) == (position.keys().get(0) == null));
    if (within) {
      conditions.add(behind(segment, position, parameters));
    }
    return conditions;
  }

  private String behind(Segment segment, Position position, Parameters parameters) {
    List<Key> compared = segment == Segment.MISSING ? keys.subList(1, keys.size()) : keys;
    List<String> values = new ArrayList<>();
    for (int i = keys.size() - compared.size(); i < keys.size(); i++) {
      String value = position.keys().get(i);
      values.add(
          value == null ? null : "%s::%s".formatted(parameters.text(value), keys.get(i).type()));
    }
    boolean oneWay =
        compared.stream().map(key -> key.direction(backwards)).distinct().count() == 1
            && compared.stream().skip(1).noneMatch(Key::nullable)
            && (segment == Segment.PRESENT || !compared.get(0).nullable());
    return oneWay ? row(compared, values) : steps(compared, values);
  }

  /** Returns a row comparison, which is one range of the index. */
  private String row(List<Key> compared, List<String> values) {
    return "(%s) %s (%s)"
        .formatted(
            compared.stream().map(Key::expression).collect(Collectors.joining(", ")),
            operator(compared.get(0)),
            String.join(", ", values));
  }

  private String operator(Key key) {
    return key.descending() == backwards ? ">" : "<";
  }

  /**
   * Returns a comparison key by key. The first key bounds the range that is read; further keys
   * decide among entities with the same first key.
   */
  private String steps(List<Key> compared, List<String> values) {
    Key first = compared.get(0);
    String behind = behind(compared, values);
    return values.get(0) == null || compared.size() == keys.size() - 1
        ? behind
        : "(%s %s= %s AND %s)"
            .formatted(first.expression(), operator(first), values.get(0), behind);
  }

  private String behind(List<Key> compared, List<String> values) {
    Key key = compared.get(0);
    String value = values.get(0);
    List<String> further = new ArrayList<>();
    if (value != null) {
      further.add("%s %s %s".formatted(key.expression(), operator(key), value));
    }
    if (key.nullable() && (value == null) == backwards) {
      further.add(key.expression() + (backwards ? " IS NOT NULL" : " IS NULL"));
    }
    if (compared.size() > 1) {
      String rest = behind(compared.subList(1, compared.size()), values.subList(1, values.size()));
      String same =
          value == null ? key.expression() + " IS NULL" : key.expression() + " = " + value;
      further.add("(%s AND %s)".formatted(same, rest));
    }
    return further.stream().collect(Collectors.joining(" OR ", "(", ")"));
  }

  /** Returns the expressions to sort by in a segment. */
  String by(Segment segment) {
    Stream<String> ordered =
        switch (segment) {
          case WHOLE -> keys.stream().map(key -> key.ordered(backwards));
          case PRESENT ->
              Stream.concat(
                  Stream.of(keys.get(0).expression() + keys.get(0).direction(backwards)),
                  keys.stream().skip(1).map(key -> key.ordered(backwards)));
          case MISSING -> keys.stream().skip(1).map(key -> key.ordered(backwards));
        };
    return ordered.collect(Collectors.joining(", "));
  }

  /** Returns the column names of the selected keys. */
  String names() {
    return IntStream.range(0, keys.size())
        .mapToObj(i -> "key_" + i)
        .collect(Collectors.joining(", "));
  }

  /** Returns the keys as text, in the form in which a position contains them. */
  String selected() {
    List<String> selected = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      selected.add("(%s)::text AS key_%d".formatted(keys.get(i).expression(), i));
    }
    return String.join(", ", selected);
  }
}
