package org.attestry.gateway.docs;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.contracts.schema.TypesView;
import org.attestry.gateway.GatewayServer;
import org.attestry.testkit.Samples;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Both documents, over what a registry may publish, before public validators. */
class DescriptionValidityIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Everything that draft-07 has, and what is awkward in it. */
  private static final String ZOO =
      """
      {"type": "object", "title": "Zoo", "required": ["name", "secret"],
       "additionalProperties": false,
       "properties": {
         "name": {"type": ["string", "null"], "minLength": 1, "examples": ["x"]},
         "secret": {"type": "string"},
         "size": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 10.5},
         "pair": {"type": "array", "items": [{"type": "string"}, true],
                  "additionalItems": {"type": "integer"}},
         "list": {"type": "array"},
         "kind": {"const": 1},
         "anything": true, "nothing": false,
         "choice": {"oneOf": [{"$ref": "#/definitions/A"}, {"$ref": "#/definitions/B%20c~1d"}],
                    "description": "one of two"},
         "sibling": {"$ref": "#/definitions/A", "minLength": 3},
         "self": {"$ref": "#"},
         "inside": {"$ref": "#/properties/size"},
         "map": {"type": "object", "patternProperties": {"^x-": {"type": "string"}},
                 "propertyNames": {"maxLength": 5}, "additionalProperties": {"type": "integer"}}},
       "if": {"properties": {"kind": {"const": 1}}}, "then": {"required": ["size"]},
       "dependencies": {"size": ["kind"], "kind": {"required": ["name"]}},
       "anyOf": [{"required": ["secret"]}, {"required": ["name"]}],
       "definitions": {"A": {"type": "string", "contentMediaType": "text/plain"},
                       "B c/d": {"type": "array", "contains": {"not": {"type": "null"}}}}}
      """;

  @AutoClose private static GatewayServer gateway;

  @BeforeAll
  static void start() throws IOException {
    gateway = new GatewayServer();
    gateway.services().answer(FIND_TYPES, new TypesView(types(), "6.6"));
  }

  @Test
  void theSwaggerDocumentHoldsToTheOfficialSchema() throws IOException {
    Schema official = official(SpecificationVersion.DRAFT_4, "swagger-2.0.json");

    assertEquals(List.of(), official.validate(read("swagger.json")));
  }

  @Test
  void theOpenApiDocumentHoldsToTheOfficialSchema() throws IOException {
    Schema official = official(SpecificationVersion.DRAFT_2020_12, "openapi-3.1.json");

    assertEquals(List.of(), official.validate(read("openapi.json")));
  }

  @Test
  void theOpenApiSchemasAreJsonSchemasOf2020() throws IOException {
    Schema metaschema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    JsonNode schemas = read("openapi.json").at("/components/schemas");

    for (Map.Entry<String, JsonNode> schema : schemas.properties()) {
      assertEquals(List.of(), metaschema.validate(schema.getValue()), schema.getKey());
    }
  }

  @Test
  void everyReferenceLeadsSomewhere() throws IOException {
    for (String name : List.of("swagger.json", "openapi.json")) {
      JsonNode document = read(name);
      for (JsonNode reference : document.findValues("$ref")) {
        String pointer = reference.textValue().substring(1);
        assertTrue(!document.at(pointer).isMissingNode(), name + " " + reference);
      }
    }
  }

  @Test
  void publicToolsAcceptBoth() throws IOException {
    Validators validators = Validators.install();
    Path documents = Files.createDirectories(Path.of("target/description"));
    List<String> names = List.of("swagger.json", "openapi.json");
    for (String name : names) {
      Files.writeString(documents.resolve(name), gateway.get("/api/docs/" + name, null).body());
    }

    assertEquals("", validators.complaints(names.stream().map(documents::resolve).toList()));
  }

  private static JsonNode read(String name) throws IOException {
    return JSON.readTree(gateway.get("/api/docs/" + name, null).body());
  }

  private static Schema official(SpecificationVersion version, String file) throws IOException {
    try (InputStream in =
        DescriptionValidityIT.class.getResourceAsStream("/specifications/" + file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return SchemaRegistry.withDefaultDialect(version).getSchema(text);
    }
  }

  private static List<EntityType> types() throws IOException {
    List<EntityType> types = new ArrayList<>();
    for (String name : Samples.TYPES) {
      JsonNode document = JSON.readTree(Samples.schema(name));
      types.add(type(name, document.at("/definitions/" + name).toString()));
    }
    types.add(type("Zoo", ZOO));
    types.add(type("Claim", "{\"type\":\"object\"}"));
    types.add(type("send", "{\"type\":\"object\"}"));
    return types;
  }

  private static EntityType type(String name, String definition) {
    List<FieldPath> hidden =
        Stream.of("secret", "list", "map.*", "choice.deep").map(FieldPath::parse).toList();
    TypeConfig config =
        new TypeConfig(
            List.of(), null, null, List.of(), List.of(), List.of(), hidden, List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, Map.of(), true,
            true);
    return new EntityType(name, "schema-1", 1, JsonBytes.of(definition), config);
  }
}
