package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.postgres.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries a service's facts from its outbox to Kafka, in order per subject. Of all replicas the one
 * that holds the database's advisory lock does it. It reads the set of rows that are still there,
 * never a last id, and deletes a row only after the broker has acknowledged it and every one before
 * it in the batch: what fails is sent again, so consumers may see a fact twice but never out of
 * order. Between looks at the whole table it begins where the batch before began, so that it does
 * not walk over the rows just deleted; one that was committed late is found by the next whole look.
 * That is why a deletion need not wait for the disk. After a nudge it waits a moment, so that many
 * small commits become one batch.
 */
public final class OutboxRelay {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

  private static final int BATCHES_BETWEEN_WHOLE_LOOKS = 32;
  private static final long INBOX_SWEEP_MILLIS = 3_600_000;
  private static final long LOCK_KEY = 0x6174746573747279L; // "attestry"
  private static final String LAZY = "SET synchronous_commit = off";
  private static final String LOCK = "SELECT pg_try_advisory_lock($1)";
  private static final String NEXT =
      "SELECT seq, topic, subject, event FROM outbox WHERE seq >= $2 ORDER BY seq LIMIT $1";
  private static final String DELETE = "DELETE FROM outbox WHERE seq = ANY($1)";

  private final Vertx vertx;
  private final Database database;
  private final KafkaConfig config;
  private final String service;

  private KafkaProducer<String, String> producer;
  private PgConnection connection;
  private boolean leads;
  private long from;
  private int batches;
  private boolean nudged;
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
  }

  /** Starts to work; it waits by itself for Kafka and for the lock. */
  public void start() {
    vertx.runOnContext(start -> work());
    sweep = vertx.setPeriodic(INBOX_SWEEP_MILLIS, tick -> sweepInbox());
  }

  /**
   * Says that rows were committed just now, so that they do not wait for the next poll. In a
   * replica that is not the one that sends, nothing happens.
   */
  public void nudge() {
    if (!leads) {
      return;
    }
    if (!nudged && !working && !closing) {
      vertx.cancelTimer(timer);
      timer = vertx.setTimer(config.relayLinger().toMillis(), tick -> work());
    }
    nudged = true;
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

  private void sweepInbox() {
    if (leads) {
      Inbox.forgetOld(connection)
          .onFailure(cause -> LOG.atWarn().setCause(cause).log("inbox was not swept"));
    }
  }

  private void work() {
    working = true;
    nudged = false;
    leadership()
        .compose(leads -> leads ? batch() : Future.succeededFuture(0))
        .onComplete(
            done -> {
              working = false;
              if (done.failed()) {
                LOG.atWarn()
                    .addKeyValue("service", service)
                    .setCause(done.cause())
                    .log("outbox relay will try again");
              }
              continueAfter(done.succeeded() ? done.result() : -1);
            });
  }

  private void continueAfter(int sent) {
    if (closing) {
      closed.tryComplete();
    } else if (sent >= config.relayBatch()) {
      work();
    } else {
      boolean soon = nudged && sent >= 0;
      Duration rest = soon ? config.relayLinger() : config.relayInterval();
      timer = vertx.setTimer(rest.toMillis(), tick -> lookAgain());
    }
  }

  private void lookAgain() {
    if (!nudged) {
      from = 0;
    }
    work();
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
                    .map(rows -> rows.iterator().next().getBoolean(0))
                    .compose(locked -> locked ? lead(session) : Future.succeededFuture(false)));
  }

  /** The connection that holds the lock, or waits for it, until it breaks. */
  private Future<PgConnection> session() {
    if (connection != null) {
      return Future.succeededFuture(connection);
    }
    return database
        .dedicatedConnection()
        .compose(
            opened -> opened.query(LAZY).execute().onFailure(cause -> opened.close()).map(opened))
        .onSuccess(
            opened -> {
              connection = opened;
              opened.closeHandler(lost -> forget(opened));
            });
  }

  private void forget(PgConnection lost) {
    if (connection == lost) {
      connection = null;
      leads = false;
    }
  }

  /** Where Kafka cannot be reached from, the lock is left to another replica. */
  private Future<Boolean> lead(PgConnection session) {
    return FactTopics.ensure(vertx, config, Set.of("attestry." + service))
        .map(
            ready -> {
              leads = true;
              return true;
            })
        .recover(cause -> session.close().transform(done -> Future.failedFuture(cause)));
  }

  private Future<Integer> batch() {
    if (++batches % BATCHES_BETWEEN_WHOLE_LOOKS == 0) {
      from = 0;
    }
    return connection
        .preparedQuery(NEXT)
        .execute(Tuple.of(config.relayBatch(), from))
        .compose(
            rows -> {
              List<Row> batch = new ArrayList<>();
              rows.forEach(batch::add);
              if (batch.isEmpty()) {
                return Future.succeededFuture(0);
              }
              from = batch.getFirst().getLong("seq");
              return send(batch);
            });
  }

  private Future<Integer> send(List<Row> batch) {
    List<Future<Void>> sent = batch.stream().map(this::send).toList();
    return Future.join(sent)
        .transform(
            done -> {
              Long[] acknowledged = acknowledgedPrefix(batch, sent);
              return connection
                  .preparedQuery(DELETE)
                  .execute(Tuple.of(acknowledged))
                  .compose(
                      deleted ->
                          done.failed()
                              ? Future.failedFuture(done.cause())
                              : Future.succeededFuture(batch.size()));
            });
  }

  private static Long[] acknowledgedPrefix(List<Row> batch, List<Future<Void>> sent) {
    List<Long> prefix = new ArrayList<>();
    for (int i = 0; i < batch.size() && sent.get(i).succeeded(); i++) {
      prefix.add(batch.get(i).getLong("seq"));
    }
    return prefix.toArray(Long[]::new);
  }

  private Future<Void> send(Row row) {
    return producer()
        .send(
            KafkaProducerRecord.create(
                row.getString("topic"), row.getString("subject"), row.getString("event")))
        .mapEmpty();
  }

  private KafkaProducer<String, String> producer() {
    if (producer == null) {
      String text = "org.apache.kafka.common.serialization.StringSerializer";
      producer =
          KafkaProducer.create(
              vertx,
              config.client(
                  Map.of(
                      "key.serializer", text,
                      "value.serializer", text,
                      "acks", "all",
                      "enable.idempotence", "true",
                      "linger.ms", "2",
                      "buffer.memory", "8388608",
                      "delivery.timeout.ms", "30000",
                      "request.timeout.ms", "10000")));
    }
    return producer;
  }

  private Future<Void> release() {
    Future<Void> producerClosed = producer == null ? Future.succeededFuture() : producer.close();
    PgConnection held = connection;
    Future<Void> unlocked = held == null ? Future.succeededFuture() : held.close();
    return Future.join(producerClosed, unlocked).mapEmpty();
  }
}
