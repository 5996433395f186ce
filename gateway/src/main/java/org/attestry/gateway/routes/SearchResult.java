package org.attestry.gateway.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.runtime.json.Json;

/**
 * A page of a search or a list.
 *
 * @param totalCount left out where it was not requested
 * @param nextPage address of the next page, left out at the end and where it would be too long
 * @param prevPage address of the page before, left out at the beginning
 * @param nextCursor continues the search or list, left out at the end
 */
record SearchResult(
    Long totalCount,
    String countIs,
    List<JsonBytes> data,
    String nextPage,
    String prevPage,
    String nextCursor) {

  /** The limit of registry-service for a search without one. */
  private static final int DEFAULT_LIMIT = 20;

  /**
   * @param query the search that was requested
   */
  static SearchResult of(String type, JsonBytes query, EntitiesView found) {
    ObjectNode parameters = (ObjectNode) Json.parse(query);
    return of(parameters, members -> search(type, members), found);
  }

  static SearchResult of(ListEntitiesRequest request, EntitiesView found) {
    ObjectNode query = Json.object().put("limit", request.limit());
    if (!request.sort().isEmpty()) {
      query.put("sort", String.join(",", request.sort()));
    }
    String path = "/api/v1/" + request.type();
    return of(query, members -> PageAddress.of(path, members), found);
  }

  /**
   * @param query the parameters of every page
   * @param address the address of a page with these parameters
   */
  static SearchResult of(
      ObjectNode query, Function<ObjectNode, String> address, EntitiesView found) {
    String next = found.nextCursor();
    ObjectNode previous = previous(query, found);
    return new SearchResult(
        found.totalCount(),
        found.countIs(),
        found.data(),
        next == null ? null : address.apply(from(query, next)),
        previous == null ? null : address.apply(previous),
        next);
  }

  /**
   * Returns the query of the previous page, null at the beginning. Beyond the end there is no
   * cursor to the previous page, so the last page is addressed by its offset.
   */
  private static ObjectNode previous(ObjectNode query, EntitiesView found) {
    if (found.previousCursor() != null) {
      return from(query, found.previousCursor());
    }
    return found.data().isEmpty() && found.totalCount() != null && found.totalCount() > 0
        ? last(query, found.totalCount())
        : null;
  }

  private static ObjectNode from(ObjectNode query, String cursor) {
    ObjectNode page = query.deepCopy();
    page.remove("offset");
    return page.put("cursor", cursor);
  }

  private static ObjectNode last(ObjectNode query, long total) {
    ObjectNode page = query.deepCopy();
    page.remove("cursor");
    return page.put("offset", Math.max(0, total - query.path("limit").asLong(DEFAULT_LIMIT)));
  }

  private static String search(String type, ObjectNode members) {
    byte[] body = Json.write(members).utf8();
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(body);
    ObjectNode query = Json.object().put("search", encoded);
    return PageAddress.of("/api/v1/%s/search".formatted(type), query);
  }
}
