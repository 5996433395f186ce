package org.attestry.runtime.condition;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.FindCallerRecordsRequest;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.AsyncLoop;

/**
 * All records that a caller owns of a type, gathered page by page. Who owns too many is told so: a
 * condition over some of them would be another one.
 */
public final class CallerRecords {

  private final List<JsonNode> found = new ArrayList<>();
  private FindCallerRecordsRequest next;
  private long bytes;

  private CallerRecords(FindCallerRecordsRequest first) {
    this.next = first;
  }

  /**
   * @param first asks for the first page
   * @param pages answers for one page
   * @return fails UNPROCESSABLE when there are too many
   */
  public static Future<List<JsonNode>> all(
      FindCallerRecordsRequest first,
      Function<FindCallerRecordsRequest, Future<EntitiesView>> pages) {
    CallerRecords records = new CallerRecords(first);
    return AsyncLoop.repeat(() -> pages.apply(records.next).map(records::take)).map(records.found);
  }

  /** Whether another page follows. */
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
