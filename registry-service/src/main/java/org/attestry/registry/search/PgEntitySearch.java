package org.attestry.registry.search;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Cursors;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Position;
import org.attestry.registry.search.OrderSql.Segment;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.stored.EntityRows;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.registry.stored.StoreLimits;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Searches the partition of a type. Not thread-safe: used on one event loop. */
public final class PgEntitySearch {

  /** The number up to which a total is counted if the client does not choose how to count. */
  private static final long AFFORDABLE = 10_000;

  /** The number up to which counting the matches of an index costs less than planning the count. */
  private static final long FEW = 1_000;

  /** The cost, in the planner's units, of reading some 40,000 small entities sequentially. */
  private static final double AFFORDABLE_COST = 2_500;

  private final Database database;
  private final PgSearchQueue connections;
  private final StoreLimits limits;
  private final Map<Integer, TypeIndexes> types = new HashMap<>();

  public PgEntitySearch(Database database, PgSearchQueue connections, StoreLimits limits) {
    this.database = database;
    this.connections = connections;
    this.limits = limits;
  }

  /** A search in progress. */
  private record RunningSearch(TypeIndexes type, EntityQuery query) {}

  /**
   * Finds a page of entities that are not deleted. The page ends early when it reaches its limit in
   * bytes, but has at least one entity if any is found. Fails with TIMEOUT if the search exceeds
   * its time limit.
   */
  public Future<EntityPage> search(PublishedType published, EntityQuery query) {
    TypeIndexes type = indexes(published);
    Position position = query.position();
    boolean backwards = position != null && position.backwards();
    OrderSql order = OrderSql.of(query.sort(), type, new Parameters(), backwards);
    if (position != null && position.keys().size() != order.keys().size()) {
      return Future.failedFuture(Cursors.refused());
    }
    RunningSearch search = new RunningSearch(type, query);
    Walk walk = new Walk(search, order.segments(position), new ArrayList<>());
    return rows(walk, 0, query.offset())
        .map(rows -> Page.of(query, rows, order.keys().size()))
        .compose(
            page ->
                total(search, page)
                    .compose(
                        total ->
                            connections.memory().work(query.deadline(), () -> page.with(total))))
        .recover(cause -> Future.failedFuture(PgFailures.ofSearch(type, query, cause)));
  }

  private TypeIndexes indexes(PublishedType type) {
    return types.compute(
        type.number(),
        (number, known) -> known != null && known.type() == type ? known : new TypeIndexes(type));
  }

  /**
   * The segments that are read to fill a page, and the rows found so far.
   *
   * @param rows the rows found so far, one more than the page has if there is another page; rows
   *     beyond the page's limit in bytes are without content
   */
  private record Walk(RunningSearch search, List<Segment> segments, List<Row> rows) {

    EntityQuery query() {
      return search.query();
    }

    long wanted() {
      return query().limit() + 1L - rows.size();
    }

    /**
     * Returns the limits of the next statement. A page has at least one entity; an entity that is
     * larger than a page is the only one in its page.
     */
    SearchStatement.Extent extent(long offset, long pageBytes) {
      long taken = rows.isEmpty() ? 0 : rows.getLast().getLong(SearchStatement.BYTES);
      int always = rows.isEmpty() ? 1 : 0;
      return new SearchStatement.Extent(wanted(), offset, countTo(), pageBytes - taken, always);
    }

    /**
     * Returns the number up to which matches are counted, or 0 for no count. If an index finds all
     * matches, they are counted by the statement that reads the first of them, unless there is at
     * most one.
     */
    long countTo() {
      TypeIndexes type = search.type();
      Filter filter = query().filter();
      boolean counted =
          rows.isEmpty()
              && query().count() == EntityQuery.Count.AFFORDABLE
              && IndexUse.values(filter, type)
              && !IndexUse.one(filter, type);
      return counted ? FEW + 1 : 0;
    }

    boolean done(int segment) {
      boolean full = !rows.isEmpty() && EntityRows.isWithoutContent(rows.getLast());
      return segment == segments.size() || wanted() == 0 || full;
    }
  }

  private Future<List<Row>> rows(Walk walk, int at, long offset) {
    if (walk.done(at)) {
      return Future.succeededFuture(walk.rows());
    }
    Segment segment = walk.segments().get(at);
    return run(walk.search(), page(walk, segment, offset))
        .compose(
            found -> {
              found.forEach(walk.rows()::add);
              boolean last = at + 1 == walk.segments().size();
              return last || offset == 0 || found.size() > 0
                  ? rows(walk, at + 1, 0)
                  : passOver(walk, at, offset);
            });
  }

  private SearchStatement page(Walk walk, Segment segment, long offset) {
    return SearchStatement.page(
        walk.search().type(), walk.query(), segment, walk.extent(offset, limits.pageBytes()));
  }

  /**
   * Continues with the rest of the offset in the next segment, because the offset lies beyond this
   * one.
   */
  private Future<List<Row>> passOver(Walk walk, int at, long offset) {
    RunningSearch search = walk.search();
    return run(
            search, SearchStatement.count(search.type(), search.query(), walk.segments().get(at)))
        .compose(counted -> rows(walk, at + 1, offset - number(counted)));
  }

  /**
   * Returns the total. The page itself shows it, unless the page is full or does not begin at the
   * start of the result.
   */
  private Future<Total> total(RunningSearch search, Page page) {
    if (page.showsTotal()) {
      return Future.succeededFuture(new Total(search.query().offset() + page.rows().size(), true));
    }
    return switch (search.query().count()) {
      case NONE -> Future.succeededFuture();
      case EXACT ->
          run(search, SearchStatement.count(search.type(), search.query()))
              .map(n -> new Total(number(n), true));
      case PLANNED -> planned(search, page.least());
      case AFFORDABLE -> affordable(search, page);
    };
  }

  private Future<Total> affordable(RunningSearch search, Page page) {
    Long matches = page.matches();
    if (matches == null) {
      return expected(search, page.least());
    }
    return matches <= FEW
        ? Future.succeededFuture(new Total(matches, true))
        : expected(search, Math.max(matches, page.least()));
  }

  /** Counts exactly only if the planner expects few rows at low cost. */
  private Future<Total> expected(RunningSearch search, long least) {
    return run(search, SearchStatement.plan(search.type(), search.query()))
        .compose(
            rows -> {
              JsonObject plan = plan(rows);
              long expected = plan.getLong("Plan Rows");
              return expected > 2 * AFFORDABLE || plan.getDouble("Total Cost") > AFFORDABLE_COST
                  ? Future.succeededFuture(new Total(Math.max(least, expected), false))
                  : counted(search, Math.max(expected, AFFORDABLE + 1));
            });
  }

  private Future<Total> counted(RunningSearch search, long beyond) {
    return run(search, SearchStatement.countTo(search.type(), search.query(), AFFORDABLE + 1))
        .map(
            counted ->
                number(counted) <= AFFORDABLE
                    ? new Total(number(counted), true)
                    : new Total(beyond, false));
  }

  private Future<Total> planned(RunningSearch search, long least) {
    return run(search, SearchStatement.plan(search.type(), search.query()))
        .map(rows -> new Total(Math.max(least, plan(rows).getLong("Plan Rows")), false));
  }

  private static JsonObject plan(RowSet<Row> rows) {
    JsonArray plans = (JsonArray) Rows.one(rows).getValue(0);
    return plans.getJsonObject(0).getJsonObject("Plan");
  }

  private Future<RowSet<Row>> run(RunningSearch search, SearchStatement statement) {
    String sql = statement.sql();
    Tuple parameters = statement.parameters();
    return switch (statement.plan()) {
      case OF_VALUES -> connections.execute(search.query().deadline(), sql, parameters);
      case OF_ANY_VALUE -> connections.scan(search.query().deadline(), sql, parameters);
    };
  }

  private static long number(RowSet<Row> rows) {
    return Rows.one(rows).getLong(0);
  }

  /**
   * @param rows the rows of the page, in the order of the search
   * @param more whether more rows follow, in the direction in which they are read
   * @param keys the number of keys in the order
   */
  private record Page(EntityQuery query, List<Row> rows, boolean more, int keys) {

    static Page of(EntityQuery query, List<Row> walked, int keys) {
      List<Row> rows = new ArrayList<>();
      walked.stream()
          .limit(query.limit())
          .takeWhile(row -> !EntityRows.isWithoutContent(row))
          .forEach(rows::add);
      boolean more = walked.size() > rows.size();
      if (query.position() != null && query.position().backwards()) {
        Collections.reverse(rows);
      }
      return new Page(query, rows, more, keys);
    }

    /**
     * Returns the number of matches that was counted with the page; null if nothing was counted or
     * the page has no row.
     */
    Long matches() {
      return rows.isEmpty() || rows.getFirst().getColumnIndex(SearchStatement.MATCHES) < 0
          ? null
          : rows.getFirst().getLong(SearchStatement.MATCHES);
    }

    boolean showsTotal() {
      boolean fromBeginning = query.position() == null;
      return fromBeginning && !more && (!rows.isEmpty() || query.offset() == 0);
    }

    /** Returns a lower bound of the total: the entities that were read or skipped. */
    long least() {
      return (rows.isEmpty() ? 0 : query.offset()) + rows.size() + (more ? 1 : 0);
    }

    EntityPage with(Total total) {
      boolean back = query.position() != null && query.position().backwards();
      boolean before = back ? more : query.position() != null || query.offset() > 0;
      boolean after = back || more;
      return new EntityPage(
          rows.stream().map(EntityRows::read).toList(),
          total,
          after && !rows.isEmpty() ? position(rows.getLast(), false) : null,
          before && !rows.isEmpty() ? position(rows.getFirst(), true) : null);
    }

    private Position position(Row row, boolean backwards) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < keys; i++) {
        values.add(row.getString("key_" + i));
      }
      return new Position(backwards, values);
    }
  }

  /**
   * @param total the total number of matches, or null if no total is requested
   * @param next the position where the next page begins, null if there is none
   * @param previous the position where the previous page ends, null if there is none
   */
  public record EntityPage(
      List<StoredEntity> entities, Total total, Position next, Position previous) {
    public EntityPage {
      entities = List.copyOf(entities);
    }
  }

  /**
   * @param exact false for an estimate of the database
   */
  public record Total(long count, boolean exact) {}
}
