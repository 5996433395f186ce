package org.attestry.gateway.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenApiSchemasTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":[\"string\",\"null\"]} | {\"type\":[\"string\",\"null\"]}",
        "{\"exclusiveMinimum\":0,\"const\":null} | {\"exclusiveMinimum\":0,\"const\":null}",
        "{\"items\":{\"type\":\"string\"},\"additionalItems\":false} |"
            + " {\"items\":{\"type\":\"string\"}}",
        "{\"items\":[{\"type\":\"string\"}],\"additionalItems\":{\"type\":\"null\"}} |"
            + " {\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":\"null\"}}",
        "{\"items\":[true],\"additionalItems\":false} |"
            + " {\"prefixItems\":[{}],\"items\":{\"not\":{}}}",
        "{\"dependencies\":{\"a\":[\"b\"],\"c\":{\"required\":[\"d\"]}}} |"
            + " {\"dependentRequired\":{\"a\":[\"b\"]},"
            + "\"dependentSchemas\":{\"c\":{\"required\":[\"d\"]}}}",
        "{\"$ref\":\"#/definitions/A\",\"minLength\":3} | {\"$ref\":\"#/components/schemas/T.A\"}",
        "{\"$ref\":\"#\"} | {\"$ref\":\"#/components/schemas/T\"}",
        "{\"$ref\":\"#/properties/a\"} | {}",
        "{\"additionalProperties\":false} | {\"additionalProperties\":false}",
        "{\"if\":{},\"then\":{\"not\":{}},\"else\":true} |"
            + " {\"if\":{},\"then\":{\"not\":{}},\"else\":{}}",
        "{\"$id\":\"x\",\"$schema\":\"y\",\"_osConfig\":{\"roles\":[]},\"x-own\":1} | {}"
      })
  void writesTheSameIn2020(String schema, String expected) {
    assertEquals(Json.read(expected), written(schema).get("T"));
  }

  @Test
  void givesDefinitionsNamesThatComponentsMayHave() {
    ObjectNode schemas =
        written(
            """
            {"properties": {"a": {"$ref": "#/definitions/B%20c~1d"}},
             "definitions": {"B c/d": {"type": "object"}}}\
            """);

    assertEquals(Json.read("{\"type\":\"object\"}"), schemas.get("T.B_x0020c_x002fd"));
    assertEquals(
        "#/components/schemas/T.B_x0020c_x002fd", schemas.at("/T/properties/a/$ref").textValue());
  }

  private static ObjectNode written(String schema) {
    return OpenApiSchemas.of("T", Json.read(schema));
  }
}
