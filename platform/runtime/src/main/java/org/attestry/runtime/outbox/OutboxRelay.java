package org.attestry.runtime.outbox;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.async.PollPause;
import org.attestry.runtime.async.TimeLimit;
import org.attestry.runtime.kafka.FactTopics;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a service's facts from its outbox to Kafka, in order per subject. Only the replica that
 * holds the database's advisory lock, the leader, does this. It selects all rows that are present,
 * not only those after a last id, sends a row when the previous row of the same subject is
 * acknowledged, and deletes a row when the row itself is acknowledged. Failed rows are sent again,
 * so consumers may receive a fact twice but never out of order. A fact that is too large for Kafka
 * is sent without its data. A fact that the broker refuses permanently is parked, together with all
 * later facts of its subject; all others are sent. Most reads start at the first row of the
 * previous batch, which skips the rows just deleted; a periodic read of the whole table finds rows
 * that were committed late, so the commit of a deletion need not wait for the disk. After a nudge
 * the relay waits briefly, so that many small commits become one batch. The other replicas notify
 * the leader of their commits, at most once an interval, because the commit of a notification takes
 * a lock of the whole database server. So the leader rarely polls while nothing is committed.
 */
public final class OutboxRelay {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

  private static final int BATCHES_BETWEEN_FULL_POLLS = 32;
  private static final long SWEEP_MILLIS = 3_600_000;
  private static final long LOCK_KEY = 0x6174746573747279L; // "attestry"
  private static final String LAZY = "SET synchronous_commit = off";
  private static final String LOCK = "SELECT pg_try_advisory_lock($1)";
  private static final String CHANNEL = "outbox";
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** Notifies the leader, which polls the outbox when the transaction is committed. */
  public static final String NOTIFY = "NOTIFY " + CHANNEL;

  private final Vertx vertx;
  private final Database database;
  private final KafkaConfig config;
  private final String service;
  private final FactProducer producer;
  private final PollPause pause;
  private PgConnection connection;
  private boolean leads;
  private boolean anyParked;
  private long from;
  private int batches;
  private boolean nudged;
  private long lastPoll = System.nanoTime();
  private long timer = -1;
  private long sweep = -1;
  private boolean working;
  private boolean closing;
  private Promise<Void> closed;

  public OutboxRelay(Vertx vertx, Database database, KafkaConfig config, String service) {
    this.vertx = vertx;
    this.database = database;
    this.config = config;
    this.service = service;
    this.producer = new FactProducer(vertx, config);
    this.pause = new PollPause(config.relayInterval(), IDLE);
  }

  /** Starts, and retries until Kafka is available and the lock is acquired. */
  public void start() {
    vertx.runOnContext(start -> work());
    sweep = vertx.setPeriodic(SWEEP_MILLIS, tick -> sweepOldFacts());
  }

  /** Reports that rows were committed, so that they do not wait for the leader's next poll. */
  public void nudge() {
    pause.reset();
    if (!nudged && !working && !closing) {
      vertx.cancelTimer(timer);
      timer = vertx.setTimer(untilPoll().toMillis(), tick -> work());
    }
    nudged = true;
  }

  /**
   * Returns the time until the next poll: the short linger time for the leader. Another replica
   * tries to become the leader, and notifies it, at most once an interval.
   */
  private Duration untilPoll() {
    Duration since = Duration.ofNanos(System.nanoTime() - lastPoll);
    Duration rest = leads ? Duration.ZERO : config.relayInterval().minus(since);
    return rest.compareTo(config.relayLinger()) < 0 ? config.relayLinger() : rest;
  }

  /** Stops after the batch in progress. */
  public Future<Void> close() {
    closing = true;
    vertx.cancelTimer(timer);
    vertx.cancelTimer(sweep);
    closed = Promise.promise();
    if (!working) {
      closed.complete();
    }
    return closed.future().transform(done -> release());
  }

  private void sweepOldFacts() {
    if (leads) {
      Inbox.deleteOld(database.writes())
          .compose(done -> FactData.deleteOld(database.writes()))
          .onFailure(cause -> LOG.atWarn().setCause(cause).log("old facts were not swept"));
    }
  }

  private void work() {
    if (working) {
      return;
    }
    vertx.cancelTimer(timer);
    boolean committed = nudged;
    working = true;
    nudged = false;
    lastPoll = System.nanoTime();
    Future<Boolean> round =
        leadership().compose(leads -> leads ? batch(connection) : notifyLeader(committed));
    TimeLimit.within(vertx, config.relayTimeout().toMillis(), round)
        .onComplete(
            done -> {
              working = false;
              nudged |= committed && done.failed();
              if (done.cause() instanceof TimeoutException) {
                abandon();
              } else if (done.failed()) {
                LOG.atWarn()
                    .addKeyValue("service", service)
                    .setCause(done.cause())
                    .log("outbox relay retries");
              }
              continueAfter(done);
            });
  }

  /**
   * Closes the connection, so that a future that never completes does not stop the relay: the next
   * round starts again.
   */
  private void abandon() {
    LOG.atWarn()
        .addKeyValue("service", service)
        .addKeyValue("limit", config.relayTimeout())
        .log("a batch of the outbox took too long; its connection is closed");
    PgConnection held = connection;
    if (held != null) {
      forget(held);
      held.close();
    }
  }

  private void continueAfter(AsyncResult<Boolean> done) {
    if (done.failed()) {
      pause.reset();
    }
    if (closing) {
      closed.tryComplete();
    } else if (done.succeeded() && done.result()) {
      work();
    } else {
      boolean soon = nudged && done.succeeded();
      Duration rest = soon ? untilPoll() : pause.next();
      timer = vertx.setTimer(rest.toMillis(), tick -> pollAgain());
    }
  }

  private void pollAgain() {
    if (!nudged) {
      from = 0;
    }
    work();
  }

  /**
   * Notifies the leader of committed rows. A lost notification delays the facts until the leader's
   * next poll.
   */
  private Future<Boolean> notifyLeader(boolean committed) {
    return committed
        ? database.writes().query(NOTIFY).execute().map(false)
        : Future.succeededFuture(false);
  }

  private Future<Boolean> leadership() {
    if (leads) {
      return Future.succeededFuture(true);
    }
    return session()
        .compose(
            session ->
                session
                    .preparedQuery(LOCK)
                    .execute(Tuple.of(LOCK_KEY))
                    .map(rows -> Rows.one(rows).getBoolean(0))
                    .compose(locked -> locked ? lead(session) : Future.succeededFuture(false)));
  }

  /**
   * Returns the connection that holds the lock, or with which the lock is tried, until the
   * connection fails.
   */
  private Future<PgConnection> session() {
    if (connection != null) {
      return Future.succeededFuture(connection);
    }
    return database
        .dedicatedConnection()
        .compose(
            opened -> opened.query(LAZY).execute().onFailure(cause -> opened.close()).map(opened))
        .compose(this::hold);
  }

  /**
   * Keeps a new connection; closes it if there is one already, because it was opened after its
   * round was abandoned.
   */
  private Future<PgConnection> hold(PgConnection opened) {
    if (connection != null) {
      return opened.close().map(connection);
    }
    connection = opened;
    opened.closeHandler(lost -> forget(opened)).notificationHandler(committed -> nudge());
    return Future.succeededFuture(opened);
  }

  private void forget(PgConnection lost) {
    if (connection == lost) {
      connection = null;
      leads = false;
    }
  }

  /** Becomes the leader. A replica that cannot reach Kafka releases the lock for another one. */
  private Future<Boolean> lead(PgConnection session) {
    return FactTopics.ensure(vertx, config, Set.of("attestry." + service))
        .compose(ready -> session.query("LISTEN " + CHANNEL).execute())
        .map(
            ready -> {
              leads = connection == session;
              anyParked = true;
              return leads;
            })
        .recover(cause -> session.close().transform(done -> Future.failedFuture(cause)));
  }

  private Future<Boolean> batch(PgConnection held) {
    Deadline sendingUntil = Deadline.in(config.relayTimeout().dividedBy(2));
    if (++batches % BATCHES_BETWEEN_FULL_POLLS == 0) {
      from = 0;
    }
    return begin(held)
        .compose(begun -> OutboxTable.next(held, config, from))
        .compose(
            next -> {
              if (next.rows().isEmpty()) {
                return Future.succeededFuture(false);
              }
              from = next.rows().getFirst().seq();
              return new OutboxBatch(held, producer, next.rows(), sendingUntil)
                  .send()
                  .onSuccess(parks -> anyParked |= parks)
                  .onFailure(cause -> anyParked = true)
                  .map(next.more());
            });
  }

  /**
   * While any fact is parked, an operator may put it back at a position before rows that were
   * already sent: therefore the whole table is read while any fact is parked, and once more after
   * the last one was put back.
   */
  private Future<Void> begin(PgConnection held) {
    if (!anyParked) {
      return Future.succeededFuture();
    }
    from = 0;
    return OutboxTable.anyParked(held).onSuccess(any -> anyParked = any).mapEmpty();
  }

  private Future<Void> release() {
    PgConnection held = connection;
    Future<Void> unlocked = held == null ? Future.succeededFuture() : held.close();
    return Future.join(producer.close(), unlocked).mapEmpty();
  }
}
