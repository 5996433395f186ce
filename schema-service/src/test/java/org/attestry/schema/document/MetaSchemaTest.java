package org.attestry.schema.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.VertxJson;
import org.attestry.schema.publication.HostileDocuments;
import org.attestry.schema.publication.Linting;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Schema by schema, a document is refused if the meta-schema of draft-07 refuses the whole. */
class MetaSchemaTest {

  private static final int DOCUMENTS = 3_000;

  private final Validator published = Validator.create(publishedMetaSchema(), options());

  @Test
  void refusesWhatThePublishedMetaSchemaRefuses() {
    HostileDocuments documents = new HostileDocuments(Seeds.of(28));
    int accepted = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      JsonNode document = Json.read(documents.next());
      Findings findings = Linting.findings();
      MetaSchemaCheck.check(document, "", findings);
      OutputUnit theirs = published.validate(VertxJson.of(document));
      assertEquals(
          theirs.getValid(),
          isAccepted(findings),
          () -> findings.violations() + " " + theirs + " " + document);
      accepted += theirs.getValid() ? 1 : 0;
    }
    assertTrue(accepted > 0 && accepted < DOCUMENTS, "accepted " + accepted);
  }

  private static boolean isAccepted(Findings findings) {
    return findings.violations().listed().stream()
        .allMatch(found -> found.message().contains("stands in the list twice"));
  }

  /**
   * Without formats of texts and names and without lists of different items, which other checks
   * make, and with the largest size of ours.
   */
  private static JsonSchema publishedMetaSchema() {
    ObjectNode schema =
        (ObjectNode)
            Json.read(
                JsonBytes.of(
                    ClassPathFile.bytes(JsonSchema.class, "/json-schema.org/draft-07/schema")));
    for (JsonNode keyword : schema.get("properties")) {
      if (keyword instanceof ObjectNode object) {
        object.remove(List.of("format", "propertyNames"));
      }
    }
    for (JsonNode list : schema.findParents("uniqueItems")) {
      if (list.get("uniqueItems").isBoolean()) {
        ((ObjectNode) list).remove("uniqueItems");
      }
    }
    schema.withObject("/definitions/nonNegativeInteger").put("maximum", Integer.MAX_VALUE);
    return JsonSchema.of((JsonObject) VertxJson.of(schema));
  }

  private static JsonSchemaOptions options() {
    return new JsonSchemaOptions()
        .setBaseUri("attestry://")
        .setDraft(Draft.DRAFT7)
        .setOutputFormat(OutputFormat.Basic);
  }
}
