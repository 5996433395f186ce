package org.attestry.gateway.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class SearchResultTest {

  private static final JsonBytes QUERY =
      JsonBytes.of("{\"filters\":{\"name\":{\"eq\":\"Ä\"}},\"offset\":40,\"limit\":20}");

  @Test
  void addressesRepeatTheSearchFromTheirCursorOn() {
    EntitiesView found = new EntitiesView(90L, "exact", List.of(), "next.1", "previous.1");
    SearchResult result = SearchResult.of("Teacher", QUERY, found);
    JsonNode next = search(result.nextPage());
    assertEquals("next.1", next.path("cursor").textValue());
    assertEquals("Ä", next.at("/filters/name/eq").textValue());
    assertEquals(20, next.path("limit").intValue());
    assertFalse(next.has("offset"));
    assertEquals("previous.1", search(result.prevPage()).path("cursor").textValue());
    assertEquals("next.1", result.nextCursor());
  }

  @Test
  void beyondTheEndThePageBeforeIsTheLastOne() {
    EntitiesView beyond = new EntitiesView(30L, "exact", List.of(), null, null);
    JsonNode previous = search(SearchResult.of("Teacher", QUERY, beyond).prevPage());
    assertEquals(10, previous.path("offset").intValue());
    assertEquals("Ä", previous.at("/filters/name/eq").textValue());
    EntitiesView none = new EntitiesView(0L, "exact", List.of(), null, null);
    assertNull(SearchResult.of("Teacher", QUERY, none).prevPage());
  }

  @Test
  void whatThereIsNotIsLeftOut() {
    EntitiesView found = new EntitiesView(null, null, List.of(), null, null);
    SearchResult result = SearchResult.of("Teacher", QUERY, found);
    assertEquals("{\"data\":[]}", Json.write(result).text());
  }

  @Test
  void anAddressThatServersWouldRefuseIsLeftOut() {
    JsonBytes query =
        JsonBytes.of("{\"filters\":{\"name\":{\"in\":[\"%s\"]}}}".formatted("x".repeat(9_000)));
    SearchResult result =
        SearchResult.of("Teacher", query, new EntitiesView(9L, "exact", List.of(), "n", null));
    assertNull(result.nextPage());
    assertEquals("n", result.nextCursor());
  }

  private static JsonNode search(String address) {
    String prefix = "/api/v1/Teacher/search?search=";
    assertTrue(address.startsWith(prefix), address);
    return Json.read(
        JsonBytes.of(Base64.getUrlDecoder().decode(address.substring(prefix.length()))));
  }
}
