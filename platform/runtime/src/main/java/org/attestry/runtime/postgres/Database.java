package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.runtime.work.Retry;

/**
 * A service's database: pipelined connections for short reads, a few for long ones, a pool for
 * writes and transactions. The caller of {@link #inTransaction} owns the transaction.
 */
public final class Database {

  /**
   * Prefix of statements that the server plans for each execution, because their tables grow: they
   * are not cached as prepared statements.
   */
  public static final String PLANNED_ANEW = "/* planned anew */ ";

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int STATEMENTS_CACHED = 256;

  /**
   * For each connection for short reads. A thousand types have two thousand statements, of 32 KiB
   * each in the server; preparing one takes several times as long as running it.
   */
  private static final int SHORT_READS_CACHED = 2_500;

  private static final int ADMINISTRATION_CONNECTIONS = 4;
  private static final int ADMINISTRATION_IDLE_SECONDS = 60;
  private static final int LONGEST_CACHED_STATEMENT = 8_192;

  /**
   * The server closes the session, and with it frees the locks, of a client whose host has not
   * replied for 25 seconds, or that does nothing in a transaction for 15.
   */
  private static final Map<String, String> RELEASE_OF_LOCKS =
      Map.of(
          "tcp_keepalives_idle", "10",
          "tcp_keepalives_interval", "5",
          "tcp_keepalives_count", "3",
          "idle_in_transaction_session_timeout", "15000");

  private final Pool pool;
  private final Pool searches;
  private final Pool lookups;
  private final Pool administration;
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
    this.administration =
        pool(
            finding(config).addProperty("statement_timeout", "0"),
            new PoolOptions(limits)
                .setMaxSize(ADMINISTRATION_CONNECTIONS)
                .setIdleTimeout(ADMINISTRATION_IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setPoolCleanerPeriod(ADMINISTRATION_IDLE_SECONDS * 1_000));
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

  /** Connects lazily: an unavailable database shows in the health check only. */
  public static Database open(Vertx vertx, PostgresConfig config) {
    return new Database(vertx, config);
  }

  /** For single statements, each its own transaction. */
  public SqlClient statements() {
    return pipelined;
  }

  /**
   * A short read with a small reply: others wait behind it in the pipeline, and the replies of a
   * pipeline are in memory together.
   */
  public PreparedQuery<RowSet<Row>> shortReads(String sql) {
    return pipelined.preparedQuery(sql);
  }

  /**
   * A write on a connection of its own until it is committed: in a pipeline each write would wait
   * for the disk in turn, whereas the server commits those of several connections together.
   */
  public PreparedQuery<RowSet<Row>> writes(String sql) {
    return pool.preparedQuery(sql);
  }

  /**
   * A read that may take long, on one of a few separate connections, so that it delays no short
   * read and no write. Planned for each execution.
   */
  public PreparedQuery<RowSet<Row>> searches(String sql) {
    return searches.preparedQuery(sql);
  }

  /** The client behind {@link #searches(String)}; also for short statements with large replies. */
  public SqlClient searches() {
    return searches;
  }

  /** The number of connections for {@link #searches(String)}. */
  public int searchConnections() {
    return searchConnections;
  }

  /**
   * As {@link #searches(String)}, for statements that read a B-tree in its order up to a limit:
   * planned once on each connection.
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
   * Runs statements that take as long as they need, on a connection that no request waits for. It
   * is kept for the next such work, because connecting takes longer than most of it: the server
   * checks the password and reads its catalogues anew. The work leaves no lock of the session
   * behind.
   */
  public <T> Future<T> administer(Function<PgConnection, Future<T>> work) {
    return administration.withConnection(session -> work.apply(PgConnection.cast(session)));
  }

  /** A connection outside of the pool, for a session lock; the caller closes it. */
  public Future<PgConnection> dedicatedConnection() {
    return PgConnection.connect(vertx, finding);
  }

  /** Reads what a start must know, again and again while the database is away or overloaded. */
  public <T> Future<T> retryUntilUp(Supplier<Future<T>> read) {
    return Retry.every(vertx, PAUSE).when(PgErrors::isOutage).run(read);
  }

  /** Whether the database executes statements. */
  public Future<Boolean> isReachable() {
    return pipelined.query("SELECT 1").execute().map(true).otherwise(false);
  }

  public Future<Void> close() {
    return Future.join(
            List.of(
                pipelined.close(),
                searches.close(),
                lookups.close(),
                administration.close(),
                pool.close()))
        .mapEmpty();
  }

  private static boolean mayBeCached(String sql) {
    return sql.length() < LONGEST_CACHED_STATEMENT && !sql.startsWith(PLANNED_ANEW);
  }

  /**
   * For writes and short reads, which find rows by keys: a generic plan that was made while a table
   * was empty must use the index. Custom plans for arrays of unknown length would take longer than
   * the write.
   */
  private static PgConnectOptions finding(PostgresConfig config) {
    return options(config)
        .addProperty("plan_cache_mode", "force_generic_plan")
        .addProperty("enable_seqscan", "off");
  }

  /** A generic plan would use the wrong index for some values. */
  private static PgConnectOptions plannedEachTime(PostgresConfig config) {
    return searchOptions(config).addProperty("plan_cache_mode", "force_custom_plan");
  }

  /**
   * The right plan for any value is to follow the index and stop at the limit. The settings keep
   * the server from estimating it as expensive because of many rows or a table larger than its
   * cache.
   */
  private static PgConnectOptions plannedOnce(PostgresConfig config) {
    return searchOptions(config)
        .addProperty("plan_cache_mode", "force_generic_plan")
        .addProperty("enable_seqscan", "off")
        .addProperty("enable_bitmapscan", "off")
        .addProperty("effective_cache_size", "1TB");
  }

  /**
   * A search uses at most one processor. Random access costs as in memory or on SSDs; with the
   * default the server would not use the index of a value and read rows in the order of their ids.
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
    RELEASE_OF_LOCKS.forEach(options::addProperty);
    return options;
  }
}
