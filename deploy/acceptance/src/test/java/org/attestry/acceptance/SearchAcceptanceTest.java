package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches as a client sends them, and the pages of their results. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchAcceptanceTest {

  private static final String BOOK =
      """
      {"type": "object", "properties": {
         "title": {"type": "string"}, "year": {"type": "integer"}, "price": {"type": "number"},
         "tags": {"type": "array", "items": {"type": "string"}},
         "author": {"type": "object", "properties": {"name": {"type": "string"}}},
         "shelves": {"type": "array", "items": {"type": "object", "properties": {
           "room": {"type": "string"}, "row": {"type": "integer"}}}}}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private Client admin;
  private OwnType book;

  @BeforeAll
  void publish() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
    book = OwnType.publish(admin, "Book", BOOK, "{\"indexFields\": [\"title\", \"year\"]}");
    for (int i = 1; i <= 5; i++) {
      book.create(
          """
          {"title": "Book %1$d", "year": %2$d, "price": %1$d.50, "tags": ["all", "t%1$d"],
           "author": {"name": "Author %3$d"},
           "shelves": [{"room": "A", "row": %1$d}, {"room": "B", "row": 9}]}
          """
              .formatted(i, 2000 + i, i % 2));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"title": {"eq": "Book 3"}}                                           | 3
          {"title": {"eqIgnoreCase": "BOOK 3"}, "year": {"gt": 1, "lte": 2003}} | 3
          {"price": {"between": [2.5, 3.50]}}                                   | 23
          {"author": {"name": {"endsWith": "1"}}}                               | 135
          {"shelves": {"room": {"eq": "A"}, "row": {"in": [2, 9]}}}             | 2
          {"tags": {"nin": ["t1", "t2"]}}                                       | 345
          {"or": [{"year": {"eq": 2001}}, {"not": {"year": {"lt": 2005}}}]}     | 15
          {"year": {"or": [{"lt": 2002}, {"gte": 2005}]}}                       | 15
          {"title": {"exists": false}}                                          | ''
          {"osCreatedAt": {"gte": "2020-01-01"}, "year": {"or": [2002, 2004]}}  | 24
          """)
  void filtersNestAsTheEntityDoes(String filters, String found) {
    String body = "{\"filters\": %s}".formatted(filters);
    JsonNode byBody = search(body);
    assertEquals(found, numbers(byBody));
    assertEquals(byBody.get("data"), searchByAddress(body, true).status(200).json().get("data"));
    assertEquals(byBody.get("data"), searchByAddress(body, false).status(200).json().get("data"));
  }

  @Test
  void pagesLeadToOneAnother() {
    String body = "{\"sort\": [\"-year\"], \"limit\": 2}";
    JsonNode first = search(body);
    assertEquals("54", numbers(first));
    assertEquals(5, first.get("totalCount").intValue());
    assertEquals("exact", first.get("countIs").textValue());
    assertFalse(first.has("prevPage"));

    JsonNode second = admin.get(first.get("nextPage").textValue()).status(200).json();
    assertEquals("32", numbers(second));
    JsonNode third = admin.get(second.get("nextPage").textValue()).status(200).json();
    assertEquals("1", numbers(third));
    assertFalse(third.has("nextPage") || third.has("nextCursor"));
    assertEquals("32", numbers(admin.get(third.get("prevPage").textValue()).status(200).json()));

    ObjectNode next = (ObjectNode) Json.read(body);
    next.set("cursor", first.get("nextCursor"));
    assertEquals("32", numbers(search(next.toString())));
    next.put("cursor", first.get("nextCursor").textValue() + "A");
    admin.post(book.path() + "/search", next.toString()).status(400);
    assertEquals("32", numbers(search("{\"sort\": [\"-year\"], \"limit\": 2, \"offset\": 2}")));
  }

  @Test
  void theResponseHasTheRequestedFields() {
    String body =
        """
        {"filters": {"year": {"gte": 2001}}, "sort": ["year"], "limit": 1,
         "fields": ["author.name"], "count": "%s"}
        """;
    JsonNode found = search(body.formatted("none"));
    assertFalse(found.has("totalCount"));
    JsonNode one = found.at("/data/0");
    assertEquals("Author 1", one.at("/author/name").textValue());
    assertTrue(one.has("osid"));
    assertFalse(one.has("title") || one.has("osCreatedAt"));
    assertEquals(5, search(body.formatted("exact")).get("totalCount").intValue());
    assertEquals("planned", search(body.formatted("planned")).get("countIs").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"filters": {"titel": {"eq": "x"}}}             | shelves
          {"filters": {"author": {"nam": {"eq": "x"}}}}   | name
          {"filters": {"title": {"like": "x"}}}           | startsWith
          {"filters": {"osCreatedAt": {"soon": "x"}}}     | between
          {"sort": ["titel"]}                             | title
          {"limit": 1001}                                 | 1000
          {"order": 1}                                    | sort
          """)
  void whatIsUnknownIsRefusedWithWhatThereIs(String body, String known) {
    Answer refused = admin.post(book.path() + "/search", body);
    refused.failed(400, "registry.search.invalid");
    assertTrue(refused.message().contains(known), refused.message());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%21%21", "e30"})
  void anAddressHasASearchInBase64url(String search) {
    int status = search.equals("e30") ? 200 : 400;
    admin.get(book.path() + "/search?search=" + search).status(status);
  }

  @Test
  void aTypeMayRefuseToBeSearched() {
    OwnType silent =
        OwnType.publish(admin, "Silent", "{\"type\": \"object\"}", "{\"enableSearch\": false}");
    silent.create("{\"a\": 1}");
    admin.post(silent.path() + "/search", "{}").failed(403, "registry.search.disabled");
    searchByAddress(silent, "{}", false).failed(403, "registry.search.disabled");
  }

  private JsonNode search(String body) {
    return admin.post(book.path() + "/search", body).status(200).json();
  }

  private Answer searchByAddress(String body, boolean padded) {
    return searchByAddress(book, body, padded);
  }

  private Answer searchByAddress(OwnType type, String body, boolean padded) {
    Base64.Encoder encoder =
        padded ? Base64.getUrlEncoder() : Base64.getUrlEncoder().withoutPadding();
    String encoded = encoder.encodeToString(body.getBytes(StandardCharsets.UTF_8));
    return admin.get(type.path() + "/search?search=" + encoded.replace("=", "%3D"));
  }

  /** The numbers of the books that were found, in order. */
  private static String numbers(JsonNode found) {
    List<String> numbers = new ArrayList<>();
    found.get("data").forEach(one -> numbers.add(one.get("title").textValue().substring(5)));
    return String.join("", numbers);
  }
}
