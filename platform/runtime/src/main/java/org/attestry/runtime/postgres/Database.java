package org.attestry.runtime.postgres;

import io.vertx.core.Future;
import io.vertx.core.Promise;
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
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.runtime.async.Retry;

/**
 * A service's database: pipelined connections for short reads, a few connections for long reads,
 * and a pool for writes and transactions.
 */
public final class Database {

  /**
   * Prefix of SQL statements that are not cached as prepared statements, so that the server plans
   * them for each execution, because their tables grow.
   */
  public static final String PLANNED_ANEW = "/* planned anew */ ";

  private static final Duration PAUSE = Duration.ofMillis(250);

  /** How long after its limit a statement that has not ended is terminated from outside. */
  private static final Duration OVERRUN = Duration.ofSeconds(2);

  private static final String TERMINATE = "SELECT pg_terminate_backend($1)";
  private static final int STATEMENTS_CACHED = 256;

  /**
   * The most prepared statements that are cached on each connection for short reads. A thousand
   * types have two thousand statements, of 32 KiB each in the server; preparing a statement takes
   * several times as long as executing it.
   */
  private static final int SHORT_READS_CACHED = 2_500;

  private static final int ADMINISTRATION_CONNECTIONS = 4;
  private static final int ADMINISTRATION_IDLE_SECONDS = 60;
  private static final int LONGEST_CACHED_STATEMENT = 8_192;

  /**
   * Settings with which the server closes the session, and so releases the locks, of a client whose
   * host has not replied for 25 seconds, or that is idle in a transaction for 15 seconds.
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
  private final Pool quickSearches;
  private final Pool quickLookups;
  private final Pool administration;
  private final SqlClient pipelined;
  private final PgConnectOptions finding;
  private final PostgresConfig config;
  private final Vertx vertx;

  private Database(Vertx vertx, PostgresConfig config) {
    this.vertx = vertx;
    this.finding = finding(config);
    this.config = config;
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
    String slice = Long.toString(quickLimit().toMillis());
    this.quickSearches =
        pool(plannedEachTime(config).addProperty("statement_timeout", slice), searching);
    this.quickLookups =
        pool(plannedOnce(config).addProperty("statement_timeout", slice), searching);
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

  /**
   * Creates the pools, which connect lazily: if the database is unavailable, only the health check
   * shows it.
   */
  public static Database open(Vertx vertx, PostgresConfig config) {
    return new Database(vertx, config);
  }

  /** Returns the client for single SQL statements, each in its own transaction. */
  public SqlClient statements() {
    return pipelined;
  }

  /**
   * Prepares a short read with a small result: other statements wait behind it in the pipeline, and
   * all results of a pipeline are in memory at once.
   */
  public PreparedQuery<RowSet<Row>> shortReads(String sql) {
    return pipelined.preparedQuery(sql);
  }

  /**
   * Prepares a write, which uses a connection exclusively until it is committed: in a pipeline each
   * write would wait for the disk in turn, whereas the server commits the writes of several
   * connections together.
   */
  public PreparedQuery<RowSet<Row>> writes(String sql) {
    return pool.preparedQuery(sql);
  }

  /**
   * Prepares a read that may take long, on one of a few separate connections, so that it delays no
   * short read and no write. The statement is planned for each execution.
   */
  public PreparedQuery<RowSet<Row>> searches(String sql) {
    return searches.preparedQuery(sql);
  }

  /**
   * Returns the client behind {@link #searches(String)}; also for short statements with large
   * results.
   */
  public SqlClient searches() {
    return searches;
  }

  /** Returns the number of connections for {@link #searches(String)}. */
  public int searchConnections() {
    return config.searches();
  }

  /** Returns the limit of a search in the slow lane. */
  public Duration searchLimit() {
    return config.searchTimeout();
  }

  /** Returns the limit of a search among quick ones. */
  public Duration quickLimit() {
    return config.searchSlice().compareTo(config.searchTimeout()) < 0
        ? config.searchSlice()
        : config.searchTimeout();
  }

  /** How the server plans a statement. */
  public enum Planning {
    /** For each execution, as {@link #searches(String)}. */
    EACH_TIME,
    /** Once on each connection, as {@link #orderedScans(String)}. */
    ONCE
  }

  /**
   * Executes a search among quick ones, within {@link #quickLimit}.
   *
   * @return fails with a cause that {@link PgErrors#isTimeout} recognizes if the limit is reached
   */
  public Future<RowSet<Row>> searchQuickly(Planning planning, String sql, Tuple parameters) {
    Pool pool = planning == Planning.ONCE ? quickLookups : quickSearches;
    return pool.withConnection(session -> ended(session, quickLimit(), sql, parameters));
  }

  /**
   * Executes a search within a limit, on connections that quick searches do not use.
   *
   * @return fails as {@link #searchQuickly}
   */
  public Future<RowSet<Row>> searchSlowly(
      Duration limit, Planning planning, String sql, Tuple parameters) {
    Pool pool = planning == Planning.ONCE ? lookups : searches;
    return pool.withConnection(
        session -> {
          session.query("SET statement_timeout = " + limit.toMillis()).execute();
          return ended(session, limit, sql, parameters)
              .eventually(
                  () -> session.query("RESET statement_timeout").execute().otherwiseEmpty());
        });
  }

  /**
   * Executes a statement. The server looks for an interruption at certain places only; if it has
   * not ended the statement some time after its limit, its process is terminated, with which the
   * connection closes.
   */
  private Future<RowSet<Row>> ended(
      SqlConnection session, Duration limit, String sql, Tuple parameters) {
    Future<Void> closed =
        Future.future(promise -> session.closeHandler(gone -> promise.complete()));
    Promise<Boolean> terminated = Promise.promise();
    long timer =
        vertx.setTimer(
            limit.plus(OVERRUN).toMillis(), late -> terminate(session).onComplete(terminated));
    Future<RowSet<Row>> statement = session.preparedQuery(sql).execute(parameters);
    return statement.transform(
        ended -> {
          if (vertx.cancelTimer(timer)) {
            return statement;
          }
          return terminated
              .future()
              .compose(sent -> sent ? closed.compose(gone -> withdrawn(session)) : statement);
        });
  }

  /** Terminates the server's process of a connection; returns whether it will end. */
  private Future<Boolean> terminate(SqlConnection session) {
    return shortReads(TERMINATE)
        .execute(Tuple.of(PgConnection.cast(session).processId()))
        .map(rows -> rows.iterator().next().getBoolean(0))
        .otherwise(false);
  }

  /**
   * Fails when the pool no longer lends a closed connection: its event loop, which executes this
   * statement, takes it out of the pool in the step in which it closes it.
   */
  private Future<RowSet<Row>> withdrawn(SqlConnection session) {
    return Future.<Void>future(promise -> vertx.runOnContext(promise::complete))
        .compose(next -> session.query("SELECT 1").execute())
        .transform(
            gone ->
                Future.failedFuture(new TimeoutException("a statement did not end at its limit")));
  }

  /**
   * Prepares a read like {@link #searches(String)}, for statements that read a B-tree in its order
   * up to a limit: they are planned once on each connection.
   */
  public PreparedQuery<RowSet<Row>> orderedScans(String sql) {
    return lookups.preparedQuery(sql);
  }

  /** Returns the client behind {@link #writes(String)}. */
  public SqlClient writes() {
    return pool;
  }

  /**
   * Runs the work in one transaction, which is committed if the work's future succeeds, else rolled
   * back.
   */
  public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> work) {
    return pool.withTransaction(work);
  }

  /**
   * Runs administrative statements without a time limit, on a connection for which no request
   * waits. The connection is kept for further administrative work, because connecting, for which
   * the server checks the password and reads its catalogues, takes longer than most of that work.
   * The work must not leave a session lock behind.
   */
  public <T> Future<T> administer(Function<PgConnection, Future<T>> work) {
    return administration.withConnection(session -> work.apply(PgConnection.cast(session)));
  }

  /** Opens a connection outside of the pool, for a session lock; the caller must close it. */
  public Future<PgConnection> dedicatedConnection() {
    return PgConnection.connect(vertx, finding);
  }

  /**
   * Reads data that is needed at the start; retries while the database is unavailable or
   * overloaded.
   */
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
                quickSearches.close(),
                quickLookups.close(),
                administration.close(),
                pool.close()))
        .mapEmpty();
  }

  private static boolean mayBeCached(String sql) {
    return sql.length() < LONGEST_CACHED_STATEMENT && !sql.startsWith(PLANNED_ANEW);
  }

  /**
   * Returns the options for writes and short reads, which find rows by keys: a generic plan must
   * use the index even if it was made while the table was empty. Custom plans for arrays of unknown
   * length would take longer than the write.
   */
  private static PgConnectOptions finding(PostgresConfig config) {
    return options(config)
        .addProperty("plan_cache_mode", "force_generic_plan")
        .addProperty("enable_seqscan", "off");
  }

  /** Returns the options for searches: a generic plan would use the wrong index for some values. */
  private static PgConnectOptions plannedEachTime(PostgresConfig config) {
    return searchOptions(config).addProperty("plan_cache_mode", "force_custom_plan");
  }

  /**
   * Returns the options for ordered scans: the right plan for any value is to follow the index and
   * stop at the limit. The settings prevent the server from estimating this plan as expensive
   * because of many rows or a table larger than the server's cache.
   */
  private static PgConnectOptions plannedOnce(PostgresConfig config) {
    return searchOptions(config)
        .addProperty("plan_cache_mode", "force_generic_plan")
        .addProperty("enable_seqscan", "off")
        .addProperty("enable_bitmapscan", "off")
        .addProperty("effective_cache_size", "1TB");
  }

  /**
   * Returns the common options for long reads. A search uses at most one processor. The cost of
   * random access is set as for memory or SSDs; with the default the server would read rows in the
   * order of their ids instead of using the index of a value.
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
            .setSslOptions(config.tls())
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
