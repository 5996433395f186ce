package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.runtime.json.Json;

/**
 * A page of a search.
 *
 * @param totalCount left out where it was not asked for
 * @param nextPage address of the next page, left out at the end and where it would be too long
 * @param prevPage address of the page before, left out at the beginning
 * @param nextCursor continues the search in a body, left out at the end
 */
record SearchResult(
    Long totalCount,
    String countIs,
    List<JsonBytes> data,
    String nextPage,
    String prevPage,
    String nextCursor) {

  private static final int LONGEST_ADDRESS = 8_000;

  /** What registry-service takes where a search says nothing. */
  private static final int USUAL_LIMIT = 20;

  /**
   * @param query the search that was asked
   */
  static SearchResult of(String type, JsonBytes query, EntitiesView found) {
    return new SearchResult(
        found.totalCount(),
        found.countIs(),
        found.data(),
        found.nextCursor() == null ? null : from(type, query, found.nextCursor()),
        previous(type, query, found),
        found.nextCursor());
  }

  private static String previous(String type, JsonBytes query, EntitiesView found) {
    if (found.previousCursor() != null) {
      return from(type, query, found.previousCursor());
    }
    return found.data().isEmpty() && found.totalCount() != null && found.totalCount() > 0
        ? last(type, query, found.totalCount())
        : null;
  }

  private static String from(String type, JsonBytes query, String cursor) {
    ObjectNode search = (ObjectNode) Json.parse(query);
    search.remove("offset");
    search.put("cursor", cursor);
    return address(type, search);
  }

  /** From beyond the end there is no cursor back. */
  private static String last(String type, JsonBytes query, long total) {
    ObjectNode search = (ObjectNode) Json.parse(query);
    search.remove("cursor");
    search.put("offset", Math.max(0, total - search.path("limit").asLong(USUAL_LIMIT)));
    return address(type, search);
  }

  private static String address(String type, ObjectNode search) {
    byte[] body = Json.write(search).utf8();
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(body);
    String address = "/api/v1/%s/search?search=%s".formatted(type, encoded);
    return address.length() > LONGEST_ADDRESS ? null : address;
  }
}
