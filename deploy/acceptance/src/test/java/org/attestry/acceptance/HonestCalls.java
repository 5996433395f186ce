package org.attestry.acceptance;

import java.util.Map;
import java.util.function.Supplier;
import org.attestry.local.Endpoints;

/** What others do meanwhile, each of it a call that must succeed. */
final class HonestCalls {

  private HonestCalls() {}

  /** Creates and reads of a type that nobody else uses. */
  static Map<String, Supplier<Answer>> of(Endpoints suite, HostileWorld world) {
    Client nobody = Client.withoutToken(suite);
    String name = "Honest" + Samples.fresh().unique();
    String definition =
        """
        {"type": "object", "properties": {"name": {"type": "string"}},
         "_osConfig": {"roles": ["anonymous"]}}\
        """;
    world.admin().post("/api/v1/Schema", Samples.schema(name, "PUBLISHED", definition)).status(200);
    String path = "/api/v1/" + name;
    String id =
        nobody
            .post(path, "{\"name\":\"a\"}")
            .status(200)
            .result()
            .at("/" + name + "/osid")
            .textValue();
    return Map.of(
        "create", () -> nobody.post(path, "{\"name\":\"a\"}"),
        "read", () -> nobody.get(path + "/" + id));
  }
}
