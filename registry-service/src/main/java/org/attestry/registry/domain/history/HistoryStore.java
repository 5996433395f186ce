package org.attestry.registry.domain.history;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.domain.document.DocumentDiff.Change;

/** Reads the history of entities; it is written together with them. */
public interface HistoryStore {

  /**
   * A page of an entity's changes, newest first. It ends early when it reaches its limit of bytes;
   * the next page begins at this offset plus the number of changes.
   */
  Future<Page> find(UUID id, int limit, int offset);

  /**
   * @param total how many changes there are in all
   */
  record Page(List<Past> changes, long total) {}

  /**
   * One change.
   *
   * @param version the version that it led to
   * @param operation the use case
   * @param by user id, or null
   */
  record Past(long version, String operation, Instant at, String by, List<Change> changes) {}
}
