package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.runtime.bus.Failures;
import org.attestry.runtime.work.Retry;

/**
 * A service's own database: pipelined connections for short reads, few for long ones, a pool for
 * writing and transactions, every limit explicit. The caller of {@link #inTransaction} owns the
 * transaction; stores take the {@link SqlClient} they are given.
 */
public final class Database {

  /**
   * What a statement begins with that the server is to plan for each execution, because what it
   * looks at grows meanwhile: such a statement is not kept prepared.
   */
  public static final String PLANNED_ANEW = "/* planned anew */ ";

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int STATEMENTS_CACHED = 256;

  /**
   * Of each connection for short reads, which are few: a thousand types have two thousand of them,
   * of 32 KiB each in the server; preparing one takes several times as long as running it.
   */
  private static final int SHORT_READS_CACHED = 2_500;

  private static final int LONGEST_CACHED_STATEMENT = 8_192;

  private final Pool pool;
  private final Pool searches;
  private final Pool lookups;
  private final SqlClient pipelined;
  private final PgConnectOptions finding;
  private final int searchConnections;
  private final Vertx vertx;

  private Database(Vertx vertx, PostgresConfig config) {
    this.vertx = vertx;
    this.finding = finding(config);
    this.searchConnections = config.searches();
    PoolOptions limits =
        new PoolOptions()
            .setMaxSize(config.poolSize())
            .setMaxWaitQueueSize(config.waitQueue())
            .setConnectionTimeout((int) config.connectTimeout().toMillis())
            .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
    this.pool = pool(finding, limits);
    PoolOptions searching = new PoolOptions(limits).setMaxSize(config.searches());
    this.searches = pool(plannedEachTime(config), searching);
    this.lookups = pool(plannedOnce(config), searching);
    PoolOptions pipelines = new PoolOptions(limits).setMaxSize(config.pipelines());
    this.pipelined =
        PgBuilder.client()
            .using(vertx)
            .connectingTo(finding(config).setPreparedStatementCacheMaxSize(SHORT_READS_CACHED))
            .with(pipelines)
            .build();
  }

  private Pool pool(PgConnectOptions options, PoolOptions limits) {
    return PgBuilder.pool().using(vertx).connectingTo(options).with(limits).build();
  }

  /** Connects lazily: a database that is not there yet shows in the health check, not here. */
  public static Database open(Vertx vertx, PostgresConfig config) {
    return new Database(vertx, config);
  }

  /** For statements that stand alone: each is its own transaction. */
  public SqlClient statements() {
    return pipelined;
  }

  /**
   * A single statement that reads and is known to be short: others wait behind it in a pipeline.
   * Its reply is small: the replies of a pipeline stand in memory together.
   */
  public PreparedQuery<RowSet<Row>> shortReads(String sql) {
    return pipelined.preparedQuery(sql);
  }

  /**
   * A single statement that writes, on a connection that it has for itself until it is committed:
   * in a pipeline each would wait for the disk in turn, whereas the server commits those of several
   * connections together.
   */
  public PreparedQuery<RowSet<Row>> writes(String sql) {
    return pool.preparedQuery(sql);
  }

  /**
   * A single statement that reads and may take long, as what a caller asks for does, on one of few
   * connections of its own: it holds up no short one, and no write.
   */
  public PreparedQuery<RowSet<Row>> searches(String sql) {
    return searches.preparedQuery(sql);
  }

  /** The client behind {@link #searches(String)}; also for short statements with large replies. */
  public SqlClient searches() {
    return searches;
  }

  /** How many connections {@link #searches(String)} has. */
  public int searchConnections() {
    return searchConnections;
  }

  /**
   * What {@link #searches(String)} is for, where a statement reads a B-tree in its order, as far as
   * a limit: it is planned once on each connection, where {@link #searches(String)} plans it each
   * time.
   */
  public PreparedQuery<RowSet<Row>> orderedScans(String sql) {
    return lookups.preparedQuery(sql);
  }

  /** The client behind {@link #writes(String)}. */
  public SqlClient writes() {
    return pool;
  }

  /** Runs the work in one transaction: committed when its future succeeds, else rolled back. */
  public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> work) {
    return pool.withTransaction(work);
  }

  /**
   * A connection of its own, outside the pool, for a session lock; it finds by keys as those that
   * write do. The caller closes it.
   */
  public Future<io.vertx.pgclient.PgConnection> dedicatedConnection() {
    return io.vertx.pgclient.PgConnection.connect(vertx, finding);
  }

  /** Reads what a start must know, again and again while the database is away or overloaded. */
  public <T> Future<T> retryUntilUp(Supplier<Future<T>> read) {
    return Retry.every(vertx, PAUSE).when(Failures::isOutage).run(read);
  }

  /** Whether the database answers. */
  public Future<Boolean> answers() {
    return pipelined.query("SELECT 1").execute().map(true).otherwise(false);
  }

  public Future<Void> close() {
    return Future.join(pipelined.close(), searches.close(), lookups.close(), pool.close())
        .mapEmpty();
  }

  private static boolean mayBeCached(String sql) {
    return sql.length() < LONGEST_CACHED_STATEMENT && !sql.startsWith(PLANNED_ANEW);
  }

  /**
   * What is written to, or read at once, is found by its key: a plan made while a table is empty,
   * which is kept, must not read all of it. Of arrays the server expects ten items where it does
   * not know them, and by itself would plan anew for each that is shorter, which takes longer than
   * to write them.
   */
  private static PgConnectOptions finding(PostgresConfig config) {
    return options(config)
        .addProperty("plan_cache_mode", "force_generic_plan")
        .addProperty("enable_seqscan", "off");
  }

  /** A plan for any value would take the wrong index for some. */
  private static PgConnectOptions plannedEachTime(PostgresConfig config) {
    return searchOptions(config).addProperty("plan_cache_mode", "force_custom_plan");
  }

  /**
   * For any value the one right plan is to follow the index and to stop at the limit. The server
   * must not take it for dear because it expects many rows, or a table larger than its cache.
   */
  private static PgConnectOptions plannedOnce(PostgresConfig config) {
    return searchOptions(config)
        .addProperty("plan_cache_mode", "force_generic_plan")
        .addProperty("enable_seqscan", "off")
        .addProperty("enable_bitmapscan", "off")
        .addProperty("effective_cache_size", "1TB");
  }

  /**
   * A search takes one processor at most. Rows out of the order of the disk cost what they cost in
   * memory or on a disk without a head: else the server passes over the index of a value, and reads
   * the rows in the order of their ids.
   */
  private static PgConnectOptions searchOptions(PostgresConfig config) {
    return options(config)
        .addProperty("statement_timeout", Long.toString(config.searchTimeout().toMillis()))
        .addProperty("random_page_cost", "1.1")
        .addProperty("max_parallel_workers_per_gather", "0")
        .addProperty("jit", "off");
  }

  static PgConnectOptions options(PostgresConfig config) {
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(config.host())
            .setPort(config.port())
            .setDatabase(config.database())
            .setUser(config.user())
            .setPassword(config.password().value())
            .setSslMode(SslMode.of(config.sslMode()))
            .setPipeliningLimit(config.pipelineDepth());
    options
        .setCachePreparedStatements(true)
        .setPreparedStatementCacheMaxSize(STATEMENTS_CACHED)
        .setPreparedStatementCacheSqlFilter(Database::mayBeCached)
        .setReconnectAttempts(2)
        .setReconnectInterval(200);
    String timeout = Long.toString(config.statementTimeout().toMillis());
    Map<String, String> session =
        Map.of("statement_timeout", timeout, "application_name", "attestry", "TimeZone", "UTC");
    session.forEach(options::addProperty);
    return options;
  }
}
