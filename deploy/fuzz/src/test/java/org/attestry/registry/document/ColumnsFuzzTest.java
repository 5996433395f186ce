package org.attestry.registry.document;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** The header of an import, one line for each title. */
class ColumnsFuzzTest {

  private static final JsonNode DEFINITION =
      Json.read(
          """
          {"type": "object", "properties": {"name": {"type": "string"}, "count": {},
             "a": {"type": "object", "properties": {"b": {"$ref": "#/definitions/B"}}},
             "list": {"type": "array", "items": {"type": "string"}}},
           "definitions": {"B": {"anyOf": [{"$ref": "#/definitions/B"}, {"type": "string"}]}}}\
          """);

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::readsOrRefuses);
  }

  @FuzzTest
  void readsOrRefuses(byte[] input) {
    Harmless.check(
        input,
        text ->
            Columns.read(
                List.of(text.split("\n", -1)),
                DEFINITION,
                new CellForms(true, null, null),
                Deadline.in(Duration.ofMinutes(1))));
  }
}
