package org.attestry.runtime.facts;

import io.vertx.core.Future;
import io.vertx.kafka.client.common.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.Deadline;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.facts.InboxTable.Due;

/**
 * Retries parked facts between two polls of the consumer to which their partition is assigned;
 * checks every second while any is parked, else every thirty seconds.
 */
final class ParkedRetries {

  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration BUSY = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final InboxTable table;
  private final FactAttempts attempts;
  private Set<TopicPartition> partitions = Set.of();
  private Deadline rest = Deadline.in(Duration.ZERO);

  ParkedRetries(InboxTable table, FactAttempts attempts) {
    this.table = table;
    this.attempts = attempts;
  }

  /** Returns the time until the next run. */
  Duration rest() {
    return rest.remaining();
  }

  /**
   * @param assigned the partitions of this replica
   */
  Future<Void> run(Set<TopicPartition> assigned) {
    boolean more = attempts.haveParked();
    if (!more && !rest.passed() && assigned.equals(partitions)) {
      return Future.succeededFuture();
    }
    partitions = Set.copyOf(assigned);
    return table
        .due(partitions)
        .compose(
            due ->
                due.isEmpty()
                    ? table.any().onSuccess(any -> rest = Deadline.in(any ? BUSY : IDLE)).mapEmpty()
                    : retry(due, Deadline.in(LONGEST)));
  }

  /** Retries the due facts; the next run starts right afterwards. */
  private Future<Void> retry(List<Due> due, Deadline end) {
    rest = Deadline.in(Duration.ZERO);
    return AsyncLoop.each(
        due, next -> end.passed() ? Future.succeededFuture() : attempts.retry(next));
  }
}
