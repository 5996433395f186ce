package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.facts.OutboxTable.Pending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One batch of the outbox on its way to Kafka. A row waits until the one of the same subject before
 * it is acknowledged, so that none overtakes one that is refused or has to be sent again; those of
 * other subjects do not wait.
 */
final class OutboxBatch {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxBatch.class);

  /** What is larger is not even read to leave out its data. */
  private static final long LARGEST_READ = 67_108_864;

  private static final int REASON_CHARACTERS = 500;

  private final PgConnection connection;
  private final FactProducer producer;
  private final List<Pending> rows;
  private final Map<String, Future<Boolean>> lines = new HashMap<>();
  private final List<Long> sent = new ArrayList<>();
  private final Map<Long, String> parked = new TreeMap<>();
  private Throwable failure;

  OutboxBatch(PgConnection connection, FactProducer producer, List<Pending> rows) {
    this.connection = connection;
    this.producer = producer;
    this.rows = rows;
  }

  /**
   * Sends what can be sent, deletes what was acknowledged, and parks what is refused for good.
   *
   * @return whether something is parked; fails, after all that, when a row has to be sent again
   */
  Future<Boolean> send() {
    Future<Void> ready = Future.succeededFuture();
    for (Pending row : rows) {
      if (row.event() == null && !row.held()) {
        ready = ready.compose(next -> leaveDataOut(row)).compose(smaller -> enqueue(smaller));
      } else {
        ready = ready.compose(next -> enqueue(row));
      }
    }
    return ready
        .compose(queued -> Future.join(new ArrayList<>(lines.values())).otherwiseEmpty())
        .compose(done -> OutboxTable.delete(connection, sent))
        .compose(deleted -> park())
        .compose(
            done ->
                failure == null
                    ? Future.succeededFuture(!parked.isEmpty())
                    : Future.failedFuture(failure));
  }

  private Future<Void> enqueue(Pending row) {
    if (row.held()) {
      parked.put(row.seq(), null);
      return Future.succeededFuture();
    }
    Future<Boolean> before = lines.getOrDefault(row.line(), Future.succeededFuture(true));
    lines.put(
        row.line(), before.compose(goesOn -> goesOn ? send(row) : Future.succeededFuture(false)));
    return Future.succeededFuture();
  }

  /** Whether those of the same subject behind it may go on. */
  private Future<Boolean> send(Pending row) {
    if (parked.containsKey(row.seq())) {
      return Future.succeededFuture(false);
    }
    return producer
        .send(row.topic(), row.subject(), row.event())
        .transform(
            done -> {
              if (done.succeeded()) {
                sent.add(row.seq());
              } else if (FactProducer.isForGood(done.cause())) {
                refuse(
                    row,
                    done.cause().getClass().getSimpleName() + ": " + done.cause().getMessage());
              } else {
                failure = done.cause();
              }
              return Future.succeededFuture(done.succeeded());
            });
  }

  /** One after the other, so that one large event at a time is in memory. */
  private Future<Pending> leaveDataOut(Pending row) {
    if (row.bytes() > LARGEST_READ) {
      refuse(row, "It has %d bytes, more than are read.".formatted(row.bytes()));
      return Future.succeededFuture(row);
    }
    return OutboxTable.event(connection, row.seq())
        .compose(
            event -> {
              String smaller = withoutData(row, event);
              return smaller == null
                  ? Future.succeededFuture(row)
                  : OutboxTable.keepWhole(connection, row.seq()).map(row.sending(smaller));
            });
  }

  private String withoutData(Pending row, String event) {
    try {
      Fact fact = Facts.decode(JsonBytes.of(event).utf8());
      return Facts.encodeWithoutData(fact, row.topic()).text();
    } catch (FailureException undecodable) {
      refuse(
          row,
          "It has %d bytes and its data cannot be left out. %s"
              .formatted(row.bytes(), undecodable.failure().message()));
      return null;
    }
  }

  private void refuse(Pending row, String reason) {
    LOG.atError()
        .addKeyValue("topic", row.topic())
        .addKeyValue("fact", row.id())
        .addKeyValue("parked", "out-" + row.seq())
        .addKeyValue("reason", reason)
        .log("a fact is parked: it cannot be sent");
    parked.put(row.seq(), shortened(reason));
  }

  private static String shortened(String reason) {
    return reason.length() <= REASON_CHARACTERS ? reason : reason.substring(0, REASON_CHARACTERS);
  }

  private Future<Void> park() {
    return parked.isEmpty() ? Future.succeededFuture() : OutboxTable.park(connection, parked);
  }
}
