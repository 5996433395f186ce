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

  /**
   * @param query the search that was asked
   */
  static SearchResult of(String type, JsonBytes query, EntitiesView found) {
    return new SearchResult(
        found.totalCount(),
        found.countIs(),
        found.data(),
        address(type, query, found.nextCursor()),
        address(type, query, found.previousCursor()),
        found.nextCursor());
  }

  private static String address(String type, JsonBytes query, String cursor) {
    if (cursor == null) {
      return null;
    }
    ObjectNode search = (ObjectNode) Json.parse(query);
    search.remove("offset");
    search.put("cursor", cursor);
    byte[] body = Json.write(search).utf8();
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(body);
    String address = "/api/v1/%s/search?search=%s".formatted(type, encoded);
    return address.length() > LONGEST_ADDRESS ? null : address;
  }
}
