package org.attestry.runtime.condition;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.FindCallerRecordsRequest;
import org.attestry.runtime.json.Json;

/**
 * All records that a caller owns of a type, gathered page by page. Who owns too many is told so: a
 * condition over some of them would be another one.
 */
public final class CallerRecords {

  private CallerRecords() {}

  /**
   * @param first asks for the first page
   * @param pages answers for one page
   * @return fails UNPROCESSABLE when there are too many
   */
  public static Future<List<JsonNode>> all(
      FindCallerRecordsRequest first,
      Function<FindCallerRecordsRequest, Future<EntitiesView>> pages) {
    return more(first, pages, new ArrayList<>(), 0);
  }

  private static Future<List<JsonNode>> more(
      FindCallerRecordsRequest request,
      Function<FindCallerRecordsRequest, Future<EntitiesView>> pages,
      List<JsonNode> found,
      long bytes) {
    return pages
        .apply(request)
        .compose(
            page -> {
              long size = bytes + page.data().stream().mapToLong(r -> r.utf8().length).sum();
              if (size > FindCallerRecordsRequest.MOST_BYTES
                  || found.size() + page.data().size() > FindCallerRecordsRequest.MOST) {
                return Future.failedFuture(FindCallerRecordsRequest.tooMany(request.type()));
              }
              page.data().forEach(record -> found.add(Json.read(record)));
              return page.nextCursor() == null
                  ? Future.succeededFuture(found)
                  : more(request.next(page.nextCursor()), pages, found, size);
            });
  }
}
