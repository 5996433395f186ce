package org.attestry.registry.store;

import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.store.OrderSql.Segment;

/**
 * A statement of a search, and its parameters. The inner part of a page finds, the outer one alone
 * takes the entities apart, so that what is passed over costs little.
 *
 * @param brief whether it is known to take no time, and its plan is right for all values
 */
record SearchStatement(String sql, Tuple parameters, boolean brief) {

  /** A type and the indexes that its searches use. */
  record SearchedType(PublishedType type, TypeIndexes indexes) {}

  private static final String PAGE =
      """
      SELECT {columns}, %s FROM (
        SELECT *, %s FROM {entity} WHERE deleted_at IS NULL%s ORDER BY %s LIMIT %s OFFSET %s
      ) AS found
      """;

  private static final String COUNT = "SELECT count(*) FROM {entity} WHERE deleted_at IS NULL%s";

  private static final String COUNT_SEGMENT =
      """
      SELECT count(*) FROM (
        SELECT %s FROM {entity} WHERE deleted_at IS NULL%s
      ) AS counted
      """;

  private static final String COUNT_SOME =
      """
      SELECT count(*) FROM (
        SELECT FROM {entity} WHERE deleted_at IS NULL%s LIMIT %s
      ) AS counted
      """;

  private static final String PLAN =
      "EXPLAIN (FORMAT JSON) SELECT FROM {entity} WHERE deleted_at IS NULL%s";

  /** A part of a page. */
  static SearchStatement page(
      SearchedType type, EntityQuery query, Segment segment, long limit, long offset) {
    Building building = new Building(type, query);
    OrderSql order = building.order();
    String condition = building.condition(segment);
    return building.statement(
        PAGE,
        order.names(),
        order.selected(),
        condition,
        order.by(segment),
        building.parameters.count(limit),
        building.parameters.count(offset));
  }

  /** How many there are. */
  static SearchStatement count(SearchedType type, EntityQuery query) {
    Building building = new Building(type, query);
    return building.statement(COUNT, building.condition(null));
  }

  /** How many there are in a segment, from the query's position on. */
  static SearchStatement count(SearchedType type, EntityQuery query, Segment segment) {
    Building building = new Building(type, query);
    String selected = building.order().selected();
    return building.statement(COUNT_SEGMENT, selected, building.condition(segment));
  }

  /** How many there are, as far as a number. */
  static SearchStatement countTo(SearchedType type, EntityQuery query, long most) {
    Building building = new Building(type, query);
    String condition = building.condition(null);
    return building.statement(COUNT_SOME, condition, building.parameters.count(most));
  }

  /** How many the database expects. */
  static SearchStatement plan(SearchedType type, EntityQuery query) {
    Building building = new Building(type, query);
    return building.statement(PLAN, building.condition(null));
  }

  /** What a query asks of an entity, beginning with AND; nothing when it asks for nothing. */
  static String condition(TypeIndexes indexes, EntityQuery query, Parameters parameters) {
    StringBuilder condition = new StringBuilder();
    if (query.owner() != null) {
      condition.append(" AND owners @> ").append(parameters.texts(List.of(query.owner())));
    }
    if (query.filter() != null) {
      condition
          .append(" AND ")
          .append(new FilterSql(indexes, parameters).condition(query.filter()));
    }
    return condition.toString();
  }

  private static final class Building {
    private final PublishedType type;
    private final EntityQuery query;
    private final TypeIndexes indexes;
    private final Parameters parameters = new Parameters();
    private OrderSql order;

    Building(SearchedType searched, EntityQuery query) {
      this.type = searched.type();
      this.query = query;
      this.indexes = searched.indexes();
    }

    OrderSql order() {
      if (order == null) {
        boolean backwards = query.position() != null && query.position().backwards();
        order = OrderSql.of(query.sort(), indexes, parameters, backwards);
      }
      return order;
    }

    String condition(Segment segment) {
      StringBuilder all = new StringBuilder();
      all.append(SearchStatement.condition(indexes, query, parameters));
      if (segment != null) {
        order()
            .conditions(segment, query.position(), parameters)
            .forEach(condition -> all.append(" AND ").append(condition));
      }
      return all.toString();
    }

    SearchStatement statement(String template, Object... parts) {
      String sql = EntitySql.named(template, type).formatted(parts);
      boolean brief = LookedUp.one(query.filter(), indexes);
      return new SearchStatement(sql, parameters.tuple(), brief);
    }
  }
}
