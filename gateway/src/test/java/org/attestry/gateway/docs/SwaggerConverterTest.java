package org.attestry.gateway.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwaggerConverterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"string\",\"maxLength\":5} | {\"type\":\"string\",\"maxLength\":5}",
        "{\"type\":[\"string\",\"null\"]} | {}",
        "{\"const\":\"x\"} | {\"enum\":[\"x\"]}",
        "{\"exclusiveMinimum\":0} | {\"minimum\":0,\"exclusiveMinimum\":true}",
        "{\"type\":\"array\"} | {\"type\":\"array\",\"items\":{}}",
        "{\"items\":[{\"type\":\"string\"}]} | {\"items\":{}}",
        "{\"properties\":{\"a\":true}} | {\"properties\":{\"a\":{}}}",
        "{\"additionalProperties\":false} | {\"additionalProperties\":false}",
        "{\"oneOf\":[{}],\"if\":{},\"patternProperties\":{},\"examples\":[1]} | {}",
        "{\"required\":[]} | {}",
        "{\"allOf\":[{\"type\":\"object\"}]} | {\"allOf\":[{\"type\":\"object\"}]}",
        "{\"$ref\":\"#\"} | {\"$ref\":\"#/definitions/T\"}",
        "{\"$ref\":\"#/definitions/A\",\"title\":\"x\"} | {\"$ref\":\"#/definitions/T.A\"}",
        "{\"$ref\":\"#/properties/a\"} | {}",
        "{\"$id\":\"x\",\"$schema\":\"y\",\"$comment\":\"z\",\"_osConfig\":{\"roles\":[]}} | {}"
      })
  void writesWhatSwaggerCanSay(String schema, String expected) {
    assertEquals(Json.read(expected), written(schema).get("T"));
  }

  @Test
  void copiesLocalDefinitionsUnderTheTypesName() {
    ObjectNode definitions =
        written(
            """
            {"type": "object", "properties": {"home": {"$ref": "#/definitions/Address"}},
             "definitions": {"Address": {"type": "object"}}}\
            """);

    assertEquals(Json.read("{\"type\":\"object\"}"), definitions.get("T.Address"));
    JsonNode home = definitions.at("/T/properties/home");
    assertEquals("#/definitions/T.Address", home.get("$ref").asText());
  }

  private static ObjectNode written(String schema) {
    SwaggerConverter converter = new SwaggerConverter(Json.object());
    ObjectNode definitions = OpenApiSchemas.of("T", Json.read(schema));
    definitions.properties().forEach(each -> each.setValue(converter.schema(each.getValue())));
    return definitions;
  }
}
