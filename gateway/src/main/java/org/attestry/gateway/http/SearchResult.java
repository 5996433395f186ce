package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.ListEntitiesRequest;
import org.attestry.runtime.json.Json;

/**
 * A page of a search or a list.
 *
 * @param totalCount left out where it was not asked for
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

  /** What registry-service takes where a search says nothing. */
  private static final int USUAL_LIMIT = 20;

  /**
   * @param query the search that was asked
   */
  static SearchResult of(String type, JsonBytes query, EntitiesView found) {
    ObjectNode asked = (ObjectNode) Json.parse(query);
    return of(asked, members -> search(type, members), found);
  }

  static SearchResult of(ListEntitiesRequest request, EntitiesView found) {
    ObjectNode asked = JsonNodeFactory.instance.objectNode().put("limit", request.limit());
    if (!request.sort().isEmpty()) {
      asked.put("sort", String.join(",", request.sort()));
    }
    String path = "/api/v1/" + request.type();
    return of(asked, members -> PageAddress.of(path, members), found);
  }

  /**
   * @param asked what every page is asked with
   * @param address of the page that is asked with some members
   */
  static SearchResult of(
      ObjectNode asked, Function<ObjectNode, String> address, EntitiesView found) {
    String next = found.nextCursor();
    ObjectNode previous = previous(asked, found);
    return new SearchResult(
        found.totalCount(),
        found.countIs(),
        found.data(),
        next == null ? null : address.apply(from(asked, next)),
        previous == null ? null : address.apply(previous),
        next);
  }

  /** Null at the beginning; beyond the end there is no cursor back. */
  private static ObjectNode previous(ObjectNode asked, EntitiesView found) {
    if (found.previousCursor() != null) {
      return from(asked, found.previousCursor());
    }
    return found.data().isEmpty() && found.totalCount() != null && found.totalCount() > 0
        ? last(asked, found.totalCount())
        : null;
  }

  private static ObjectNode from(ObjectNode asked, String cursor) {
    ObjectNode page = asked.deepCopy();
    page.remove("offset");
    return page.put("cursor", cursor);
  }

  private static ObjectNode last(ObjectNode asked, long total) {
    ObjectNode page = asked.deepCopy();
    page.remove("cursor");
    return page.put("offset", Math.max(0, total - asked.path("limit").asLong(USUAL_LIMIT)));
  }

  private static String search(String type, ObjectNode members) {
    byte[] body = Json.write(members).utf8();
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(body);
    ObjectNode query = JsonNodeFactory.instance.objectNode().put("search", encoded);
    return PageAddress.of("/api/v1/%s/search".formatted(type), query);
  }
}
