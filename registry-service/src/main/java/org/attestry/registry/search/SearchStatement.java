package org.attestry.registry.search;

import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.search.OrderSql.Segment;
import org.attestry.registry.sql.FittingSql;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.stored.EntitySql;

/**
 * A statement of a search, and its parameters. In the statement of a page, the inner query finds
 * entities and only the outer query extracts their content, so that skipped entities cost little.
 *
 * @param plan whether one plan suits all parameter values
 */
public record SearchStatement(String sql, Tuple parameters, Plan plan) {

  /** Whether one plan suits all parameter values. */
  enum Plan {
    /** The best plan depends on the values. */
    OF_VALUES,
    /** One index finds the matches in the requested order; a limit ends the scan. */
    OF_ANY_VALUE
  }

  /** The column with the number of matches, in each row of a page. */
  static final String MATCHES = "matches";

  /**
   * The column with the number of bytes of all rows of the statement up to and including this row.
   */
  static final String BYTES = "bytes";

  /**
   * Rows beyond a page's limit in bytes are returned without content, and none is built for them;
   * the page ends there. {@code OFFSET 0} ensures that the texts are built only once.
   */
  private static final String PAGE =
      """
      SELECT id, version, owners, complete, credential_id, credential_due, credential_status,
        created_at, created_by, updated_at, updated_by, adopted, deleted,
        CASE WHEN whole THEN body END AS body,
        CASE WHEN whole THEN attestations END AS attestations,
        CASE WHEN whole THEN signed_data END AS signed_data, bytes, %2$s%9$s
      FROM (
        SELECT measured.*, fits AND (place <= %10$s OR bytes <= %1$s) AS whole
        FROM (
          SELECT page.*, sum({written}) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
          FROM (
            SELECT {row}, place, fits, {content}, %2$s%3$s FROM ({fitting}) AS fitting OFFSET 0
          ) AS page
        ) AS measured
      ) AS sized
      """
          .replace("{written}", FittingSql.ENTITY.written())
          .replace("{content}", FittingSql.ENTITY.where("fits"))
          .replace(
              "{fitting}",
              FittingSql.ENTITY.rows(
                  """
                  SELECT *, %4$s FROM {entity} WHERE deleted_at IS NULL%5$s ORDER BY %6$s
                  LIMIT %7$s OFFSET %8$s
                  """,
                  "%1$s", "%10$s"));

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
        SELECT FROM {entity} WHERE %s%s LIMIT %s
      ) AS counted
      """;

  private static final String AND_MATCHES = ", (%s) AS " + MATCHES;

  private static final String PLAN = "EXPLAIN (FORMAT JSON) SELECT FROM {entity} WHERE %s%s";

  /**
   * The limits of a page.
   *
   * @param countTo the number up to which matches are counted in the same statement; 0 for no count
   * @param bytes the maximum size of the contents of all entities together
   * @param always the number of entities that are returned whatever their size
   */
  public record Extent(long limit, long offset, long countTo, long bytes, long always) {}

  /** Returns the statement for the part of a page that lies in a segment. */
  public static SearchStatement page(
      TypeIndexes type, EntityQuery query, Segment segment, Extent extent) {
    Building building = new Building(type, query);
    OrderSql order = building.order();
    String condition = building.condition(segment);
    boolean counted = extent.countTo() > 0;
    return building.bounded(
        PAGE,
        building.parameters.count(extent.bytes()),
        order.names(),
        counted ? AND_MATCHES.formatted(building.some(extent.countTo())) : "",
        order.selected(),
        condition,
        order.by(segment),
        building.parameters.count(extent.limit()),
        building.parameters.count(extent.offset()),
        counted ? ", " + MATCHES : "",
        building.parameters.count(extent.always()));
  }

  /** Returns the statement that counts all matches. */
  static SearchStatement count(TypeIndexes type, EntityQuery query) {
    Building building = new Building(type, query);
    return building.statement(COUNT, building.condition(null));
  }

  /** Returns the statement that counts the matches in a segment, from the query's position on. */
  static SearchStatement count(TypeIndexes type, EntityQuery query, Segment segment) {
    Building building = new Building(type, query);
    String selected = building.order().selected();
    return building.statement(COUNT_SEGMENT, selected, building.condition(segment));
  }

  /** Returns the statement that counts matches up to a limit. */
  static SearchStatement countTo(TypeIndexes type, EntityQuery query, long most) {
    Building building = new Building(type, query);
    return building.bounded("%s", building.some(most));
  }

  /**
   * Returns the statement whose result contains the number of matches that the database expects.
   */
  static SearchStatement plan(TypeIndexes type, EntityQuery query) {
    Building building = new Building(type, query);
    boolean living = IndexUse.findsLiving(query.filter(), type);
    return building.statement(PLAN, living(living), building.condition(null));
  }

  /**
   * Returns the condition that entities are not deleted.
   *
   * @param already whether this follows from the other conditions
   */
  private static String living(boolean already) {
    return already ? "true" : "deleted_at IS NULL";
  }

  /**
   * Returns the conditions of a query, beginning with AND; empty for a query without conditions.
   */
  public static String condition(TypeIndexes indexes, EntityQuery query, Parameters parameters) {
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
    private final EntityQuery query;
    private final TypeIndexes indexes;
    private final Parameters parameters = new Parameters();
    private OrderSql order;
    private String condition;

    Building(TypeIndexes indexes, EntityQuery query) {
      this.indexes = indexes;
      this.query = query;
    }

    OrderSql order() {
      if (order == null) {
        boolean backwards = query.position() != null && query.position().backwards();
        order = OrderSql.of(query.sort(), indexes, parameters, backwards);
      }
      return order;
    }

    /** Returns the SQL that counts all matches up to a number. */
    String some(long most) {
      boolean living = query.owner() == null && IndexUse.onlyLiving(query.filter(), indexes);
      return EntitySql.named(COUNT_SOME, indexes.type())
          .formatted(living(living), condition(null), parameters.count(most));
    }

    public String condition(Segment segment) {
      if (condition == null) {
        condition = SearchStatement.condition(indexes, query, parameters);
      }
      StringBuilder all = new StringBuilder(condition);
      if (segment != null) {
        order()
            .conditions(segment, query.position(), parameters)
            .forEach(condition -> all.append(" AND ").append(condition));
      }
      return all.toString();
    }

    SearchStatement statement(String template, Object... parts) {
      return planned(Plan.OF_VALUES, template, parts);
    }

    /** Returns a statement whose scan ends at a limit. */
    SearchStatement bounded(String template, Object... parts) {
      boolean byId = order == null || order.keys().getFirst().decides();
      boolean inOrder = byId && query.owner() == null && IndexUse.inOrder(query.filter(), indexes);
      return planned(inOrder ? Plan.OF_ANY_VALUE : Plan.OF_VALUES, template, parts);
    }

    private SearchStatement planned(Plan plan, String template, Object... parts) {
      String sql = EntitySql.named(template, indexes.type()).formatted(parts);
      boolean one = IndexUse.one(query.filter(), indexes);
      return new SearchStatement(sql, parameters.tuple(), one ? Plan.OF_ANY_VALUE : plan);
    }
  }
}
