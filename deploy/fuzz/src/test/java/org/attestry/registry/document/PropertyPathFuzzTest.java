package org.attestry.registry.document;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** Paths to a property of an entity, one line for each segment, and what is put there. */
class PropertyPathFuzzTest {

  private static final String ENTITY =
      """
      {"a": {"b": [{"osid": "019aa000-0000-7000-8000-000000000000", "c": 1}, 2, null]}, "d": "x",
       "": {}}\
      """;

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::leadsSomewhereOrIsRefused);
  }

  @FuzzTest
  void leadsSomewhereOrIsRefused(byte[] input) {
    Harmless.check(
        input,
        text -> {
          PropertyPath path = new PropertyPath(List.of(text.split("\n", -1)));
          path.pointer();
          path.field().toString();
          path.find((ObjectNode) Json.read(ENTITY));
          path.set((ObjectNode) Json.read(ENTITY), TextNode.valueOf("new"));
        });
  }
}
