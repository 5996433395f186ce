package org.attestry.credential.template;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CallBudget;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** Credential templates, as the text of a value and as the text of the whole. */
class TemplateFuzzTest {

  private static final JsonNode DATA =
      Json.read(
          """
          {"name": "A \\"b\\"", "age": 36, "none": null, "tags": ["a", "b", "c"],
           "marks": [{"subject": "Maths", "points": [1, 2]}, {"subject": "Art"}],
           "address": {"city": "Pune"}, "first name": "A"}\
          """);

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::fillsOrRefuses);
  }

  @FuzzTest
  void fillsOrRefuses(byte[] input) {
    Harmless.check(input, text -> fill(Json.object().put("a", text).put("b", "{{name}}")));
    Harmless.check(input, text -> fill(TextNode.valueOf(text)));
  }

  private static void fill(JsonNode template) {
    CredentialTemplate.of(template)
        .fill(DATA, CallBudget.until(Deadline.in(Duration.ofMinutes(1))));
  }
}
