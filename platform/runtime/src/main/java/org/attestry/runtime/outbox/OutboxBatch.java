package org.attestry.runtime.outbox;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.outbox.OutboxTable.Pending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one batch of the outbox to Kafka. A row is sent when the previous row of the same subject
 * is acknowledged, so that the order is kept when a row is refused or retried; rows of other
 * subjects do not wait.
 */
final class OutboxBatch {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxBatch.class);

  /** The size in bytes beyond which events are not read. */
  private static final long LARGEST_READ = 67_108_864;

  private static final int REASON_CHARACTERS = 500;

  private final PgConnection connection;
  private final FactProducer producer;
  private final List<Pending> rows;
  private final Deadline sendingUntil;
  private final List<Long> sent = new ArrayList<>();
  private final Map<Long, String> parked = new TreeMap<>();
  private Throwable failure;

  /**
   * @param sendingUntil the time after which no further row is sent, so that the batch ends in time
   */
  OutboxBatch(
      PgConnection connection, FactProducer producer, List<Pending> rows, Deadline sendingUntil) {
    this.sendingUntil = sendingUntil;
    this.connection = connection;
    this.producer = producer;
    this.rows = rows;
  }

  /**
   * Sends the rows, deletes those that are acknowledged, and parks those that are refused
   * permanently.
   *
   * @return whether a row was parked; fails, after all other rows were processed, if a row must be
   *     retried
   */
  Future<Boolean> send() {
    List<Pending> fitting = new ArrayList<>();
    return AsyncLoop.each(rows, row -> fit(row).onSuccess(fitting::add))
        .compose(all -> sendAll(fitting))
        .compose(done -> OutboxTable.delete(connection, sent))
        .compose(deleted -> park())
        .compose(
            done ->
                failure == null
                    ? Future.succeededFuture(!parked.isEmpty())
                    : Future.failedFuture(failure));
  }

  /**
   * Prepares a row for Kafka: a large event is replaced by one without data, and a held row is
   * marked to be parked.
   */
  private Future<Pending> fit(Pending row) {
    if (row.held()) {
      parked.put(row.seq(), null);
    }
    return row.event() == null && !row.held() ? leaveDataOut(row) : Future.succeededFuture(row);
  }

  private Future<?> sendAll(List<Pending> fitting) {
    Map<String, List<Pending>> byKey =
        fitting.stream().collect(groupingBy(Pending::orderKey, LinkedHashMap::new, toList()));
    return Future.join(byKey.values().stream().map(this::sendInOrder).toList());
  }

  /** Sends the rows of one subject, up to the first that is not sent in time. */
  private Future<Void> sendInOrder(List<Pending> rows) {
    Iterator<Pending> rest = rows.iterator();
    return AsyncLoop.repeat(
        () ->
            rest.hasNext() && !sendingUntil.passed()
                ? send(rest.next())
                : Future.succeededFuture(false));
  }

  /** Sends a row; returns whether later rows of the same subject may be sent. */
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
              } else if (FactProducer.isPermanent(done.cause())) {
                refuse(
                    row,
                    done.cause().getClass().getSimpleName() + ": " + done.cause().getMessage());
              } else {
                failure = done.cause();
              }
              return Future.succeededFuture(done.succeeded());
            });
  }

  /**
   * Replaces a large event by one without data; runs for one row at a time, so that only one large
   * event is in memory.
   */
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
