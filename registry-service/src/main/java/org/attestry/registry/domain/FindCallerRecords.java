package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.FindCallerRecordsRequest;
import org.attestry.registry.domain.EntitySearch.EntityPage;
import org.attestry.registry.domain.search.EntityQuery;
import org.attestry.registry.domain.search.Position;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.json.Json;

/** The caller's own records of a type in full view, for an attestation condition. */
public final class FindCallerRecords {

  private static final int PAGE = 500;

  private final TypeCatalogue types;
  private final EntitySearch search;

  public FindCallerRecords(TypeCatalogue types, EntitySearch search) {
    this.types = types;
    this.search = search;
  }

  /** A page of them, oldest first. */
  public Future<EntitiesView> handle(FindCallerRecordsRequest request, CallContext context) {
    return types.find(request.type()).compose(type -> page(type, request.after(), context));
  }

  /**
   * All of them.
   *
   * @return fails UNPROCESSABLE when there are more than an attestor may own
   */
  Future<List<JsonNode>> all(String type, CallContext context) {
    return types.find(type).compose(found -> all(found, null, new ArrayList<>(), context));
  }

  private Future<List<JsonNode>> all(
      PublishedType type, String after, List<JsonNode> found, CallContext context) {
    return page(type, after, context)
        .compose(
            page -> {
              page.data().forEach(record -> found.add(Json.read(record)));
              if (found.size() > FindCallerRecordsRequest.MOST) {
                return Future.failedFuture(FindCallerRecordsRequest.tooMany(type.name()));
              }
              return page.nextCursor() == null
                  ? Future.succeededFuture(found)
                  : all(type, page.nextCursor(), found, context);
            });
  }

  private Future<EntitiesView> page(PublishedType type, String after, CallContext context) {
    if (type == null || !context.caller().known()) {
      return Future.succeededFuture(new EntitiesView(0L, "exact", List.of()));
    }
    Position from = after == null ? null : position(after);
    return search
        .search(type, EntityQuery.ownedBy(context.caller().userId(), PAGE, from))
        .map(page -> view(type, page, context));
  }

  private static EntitiesView view(PublishedType type, EntityPage page, CallContext context) {
    EntitiesView view = EntityPages.view(type, page, context.caller());
    String next = page.next() == null ? null : Json.write(page.next()).text();
    return new EntitiesView(view.totalCount(), view.countIs(), view.data(), next, null);
  }

  private static Position position(String cursor) {
    try {
      return Json.read(JsonBytes.of(cursor), Position.class);
    } catch (UncheckedIOException noneOfOurs) {
      throw Failure.invalid("registry.caller.page", "/after", "cursor", "There is no such page.")
          .exception();
    }
  }
}
