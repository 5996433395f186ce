package org.attestry.contracts.registry;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * The changes of an entity.
 *
 * @param totalCount how many changes there are in all
 * @param data this page, newest first
 */
public record HistoryView(long totalCount, List<Entry> data) {

  public HistoryView {
    data = List.copyOf(data);
  }

  /**
   * One change.
   *
   * @param version the version that it led to; 1 is the creation
   * @param operation the operation, such as {@code changeProperty} or {@code grantClaim}
   * @param by user id, or null
   * @param changes what differs from the version before; empty for the creation
   */
  public record Entry(long version, String operation, Instant at, String by, List<Change> changes) {

    public Entry {
      changes = List.copyOf(changes);
    }
  }

  /**
   * One changed value.
   *
   * @param pointer RFC 6901 pointer into the entity as it is read
   * @param from the value before; null when there was none, or it is not shown
   * @param to the value after; null when there is none, or it is not shown
   */
  public record Change(String pointer, JsonBytes from, JsonBytes to) {}
}
