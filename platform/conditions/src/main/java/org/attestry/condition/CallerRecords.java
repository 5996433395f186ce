package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Reads all records of a type that a caller owns, page by page. Too many records are refused: a
 * condition over only some of them would have another meaning.
 */
public final class CallerRecords {

  private final List<JsonNode> found = new ArrayList<>();
  private FindCallerRecordsRequest next;
  private long bytes;

  private CallerRecords(FindCallerRecordsRequest first) {
    this.next = first;
  }

  /**
   * @param first the request for the first page
   * @param pages reads a page
   * @return the records; fails UNPROCESSABLE if there are too many
   */
  public static Future<List<JsonNode>> all(
      FindCallerRecordsRequest first,
      Function<FindCallerRecordsRequest, Future<EntitiesView>> pages) {
    CallerRecords records = new CallerRecords(first);
    return AsyncLoop.repeat(() -> pages.apply(records.next).map(records::take)).map(records.found);
  }

  /** Adds a page; returns whether another page follows. */
  private boolean take(EntitiesView page) {
    bytes += page.data().stream().mapToLong(record -> record.utf8().length).sum();
    if (bytes > FindCallerRecordsRequest.MOST_BYTES
        || found.size() + page.data().size() > FindCallerRecordsRequest.MOST) {
      throw FindCallerRecordsRequest.tooMany(next.type());
    }
    page.data().forEach(record -> found.add(Json.read(record)));
    boolean more = page.nextCursor() != null;
    next = more ? next.next(page.nextCursor()) : null;
    return more;
  }
}
