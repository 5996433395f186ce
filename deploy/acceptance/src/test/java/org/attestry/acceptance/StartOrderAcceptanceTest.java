package org.attestry.acceptance;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Services and servers are begun in any order, with no data and nobody to help. {@code -Dorders=10}
 * tries as many orders more than the one that helps least, services before servers.
 */
@Tag("resilience")
class StartOrderAcceptanceTest {

  private static final int ORDERS = Integer.getInteger("orders", 0);
  private static final long SEED = Seeds.of(27);

  private static final String NOTE_SCHEMA =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "Note",
       "properties": {"Note": {"$ref": "#/definitions/Note"}}, "required": ["Note"],
       "definitions": {"Note": {"type": "object", "required": ["text"],
         "properties": {"text": {"type": "string"}}, "_osConfig": {"roles": []}}}}
      """;

  static Stream<String> orders() {
    Random seeds = new Random(SEED);
    Stream<String> byChance =
        Stream.generate(() -> Integer.toString(seeds.nextInt(Integer.MAX_VALUE)));
    return Stream.concat(Stream.of("services"), byChance.limit(ORDERS));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void allAreReadyWhateverIsBegunFirst(String order) {
    RunningSuite suite =
        RunningSuite.startOwn(
            "--processes", "--replicas", "registry=2,claims=2,credential=2", "--order", order);
    try {
      suite.said().stream()
          .filter(line -> line.matches("  (order|then ready) .*"))
          .forEach(System.out::println);
      requireWork(suite);
    } finally {
      suite.discard();
    }
  }

  private static void requireWork(RunningSuite suite) {
    Client.withoutToken(suite.endpoints()).get("/health").status(200);
    String token =
        new IdentityProvider(suite.endpoints()).clientCredentials().get("access_token").textValue();
    Client admin = Client.withToken(suite.endpoints(), token);
    String schema =
        Json.write(Map.of("name", "Note", "schema", NOTE_SCHEMA, "status", "PUBLISHED")).text();
    admin.post("/api/v1/Schema", schema).status(200);
    admin.post("/api/v1/Note", "{\"text\":\"a note\"}").status(200);
    admin.post("/utils/sign", Samples.fresh().sign()).status(200);
  }
}
