package org.attestry.bench.cases;

/**
 * A search to measure.
 *
 * @param body a template of {@code requests.lua}
 * @param answers the number of entities in each response
 * @param bar the name of the limit for its latency in a larger type; null if it reads all entities
 */
record Question(String name, String body, int answers, String bar) {

  static final Question SINGLE =
      new Question(
          "single match", "{\"filters\":{\"code\":{\"eq\":\"C{i}\"}}}", 1, "search.indexed");

  static final Question TEN_OF_MANY =
      new Question(
          "10 of 400",
          "{\"filters\":{\"city\":{\"eq\":\"Many\"}},\"limit\":10}",
          10,
          "search.indexed");

  static final Question UNINDEXED =
      new Question(
          "unindexed filter", "{\"filters\":{\"email\":{\"eq\":\"e{i}@example.org\"}}}", 1, null);

  static final Question SORTED =
      new Question(
          "first page, sorted",
          "{\"sort\":[\"name\"],\"limit\":20,\"count\":\"none\"}",
          20,
          "search.indexed");

  static final Question SUBSTRING =
      new Question(
          "substring",
          "{\"filters\":{\"name\":{\"contains\":\"Person {i} of\"}},\"count\":\"none\"}",
          1,
          "search.substring");

  /** Returns the request for a page in the default order. */
  static Question page(String name, int limit, String cursor) {
    String from = cursor.isEmpty() ? "" : ",\"cursor\":\"%s\"".formatted(cursor);
    return new Question(
        name, "{\"limit\":%d,\"count\":\"none\"%s}".formatted(limit, from), limit, "search.page");
  }

  /** Returns the body of a request about a row. */
  String about(int row) {
    return body.replace("{i}", Integer.toString(row));
  }
}
