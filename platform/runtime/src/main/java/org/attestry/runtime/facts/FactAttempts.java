package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.consumer.KafkaConsumerRecord;
import java.time.Duration;
import java.util.Set;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.runtime.async.TimeLimit;
import org.attestry.runtime.facts.InboxTable.Due;
import org.attestry.runtime.facts.InboxTable.OrderKey;
import org.attestry.runtime.failure.Failures;
import org.attestry.runtime.outbox.Facts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the handlers on one record, and decides what happens when they fail. */
final class FactAttempts {

  private static final Logger LOG = LoggerFactory.getLogger(FactAttempts.class);

  private static final int MOST = 5;
  private static final Duration UNAVAILABLE_PAUSE = Duration.ofSeconds(1);

  /** Time beyond the deadline before a handler that has not ended is given up. */
  private static final Duration OVERTIME = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final InboxTable table;
  private final String service;
  private final FactHandlers handlers;
  private boolean parked;

  FactAttempts(Vertx vertx, InboxTable table, String service, FactHandlers handlers) {
    this.vertx = vertx;
    this.table = table;
    this.service = service;
    this.handlers = handlers;
  }

  /**
   * Handles a record, or parks it. Most records have types without a handler and are not decoded.
   *
   * @param held order keys whose records must wait; parking a record adds the record's own key
   * @return false if the record must be polled again because something is unavailable
   */
  Future<Boolean> handle(KafkaConsumerRecord<String, byte[]> record, Set<OrderKey> held) {
    if (Facts.type(record.value()).filter(type -> !handlers.handles(type)).isPresent()) {
      return Future.succeededFuture(true);
    }
    Fact fact;
    try {
      fact = Facts.decode(record.value());
    } catch (FailureException undecodable) {
      return park(record, held, undecodable.failure());
    }
    if (held.contains(InboxTable.orderKey(record))) {
      return table.hold(record).map(true);
    }
    return act(fact)
        .transform(
            done -> {
              if (done.succeeded()) {
                return Future.succeededFuture(true);
              }
              Failure failure = Failures.of(done.cause(), "fact");
              return waits(failure) ? Future.succeededFuture(false) : park(record, held, failure);
            });
  }

  /** Whether any record was parked since the last call. */
  boolean haveParked() {
    boolean since = parked;
    parked = false;
    return since;
  }

  /** Retries a parked record. */
  Future<Void> retry(Due due) {
    return decoded(due)
        .compose(this::act)
        .transform(done -> done.succeeded() ? table.done(due) : failedAgain(due, done.cause()));
  }

  private Future<Void> failedAgain(Due due, Throwable cause) {
    Failure failure = Failures.of(cause, "fact");
    if (waits(failure)) {
      return table.postpone(due, due.tries(), UNAVAILABLE_PAUSE, null);
    }
    int tries = due.tries() + 1;
    Duration again = pause(tries, failure);
    log(again, due.orderKey().topic(), due.seq(), failure);
    return table.postpone(due, tries, again, failure);
  }

  /** Whether the record is not to blame: something is unavailable, and no replica was lost. */
  private static boolean waits(Failure failure) {
    return failure.kind() == FailureKind.UNAVAILABLE && !failure.code().equals(Operation.LOST);
  }

  private Future<Boolean> park(
      KafkaConsumerRecord<String, byte[]> record, Set<OrderKey> held, Failure failure) {
    OrderKey key = InboxTable.orderKey(record);
    if (held.contains(key)) {
      return table.hold(record).map(true);
    }
    Duration again = pause(1, failure);
    log(again, record.topic(), record.offset(), failure);
    parked = true;
    return table.park(record, again, failure).onSuccess(_ -> hold(key, held)).map(true);
  }

  /** Adds a key to the held ones; records without a key have no order. */
  private static void hold(OrderKey key, Set<OrderKey> held) {
    if (key.subject() != null) {
      held.add(key);
    }
  }

  /**
   * Returns the time until the next retry, or null if the record is left to an operator. An
   * undecodable record is not retried. A record that timed out is retried until it succeeds,
   * because another service may have hung. If another service lost a replica that may have worked
   * for it, it is retried once, alone: what ends a process a second time is to blame.
   */
  private static Duration pause(int tries, Failure failure) {
    boolean lost = failure.code().equals(Operation.LOST) && tries > 1;
    boolean last =
        switch (failure.kind()) {
          case UNSUPPORTED -> true;
          case TIMEOUT -> false;
          default -> tries >= MOST;
        };
    return last || lost ? null : Duration.ofSeconds((long) Math.pow(5, Math.min(tries, MOST) - 1));
  }

  private Future<Fact> decoded(Due due) {
    try {
      return Future.succeededFuture(Facts.decode(due.event()));
    } catch (FailureException undecodable) {
      return Future.failedFuture(undecodable);
    }
  }

  private Future<Void> act(Fact fact) {
    long longest = handlers.deadline().plus(OVERTIME).toMillis();
    return TimeLimit.within(vertx, longest, handlers.handle(fact));
  }

  private void log(Duration again, String topic, long number, Failure failure) {
    LOG.atError()
        .addKeyValue("service", service)
        .addKeyValue("topic", topic)
        .addKeyValue("number", number)
        .addKeyValue("reason", failure.code())
        .log(
            again == null
                ? "a fact is parked: it cannot be acted on"
                : "a fact is parked and will be retried");
  }
}
