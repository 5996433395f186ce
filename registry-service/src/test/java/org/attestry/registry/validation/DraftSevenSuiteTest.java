package org.attestry.registry.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The JSON Schema Test Suite 2.0.0 for draft-07, required and optional, formats included: {@code
 * src/test/resources/json-schema-test-suite}. What deviates from it does so on purpose: a reference
 * that leaves the document does not compile, to the meta-schema and to identifiers inside the
 * document neither, because nothing is ever fetched and {@code $id} means nothing here.
 */
class DraftSevenSuiteTest {

  private static final Map<String, Set<String>> LEAVES_THE_DOCUMENT =
      Map.of(
          "definitions.json", Set.of("valid definition", "invalid definition"),
          "ref.json",
              Set.of("remote ref, containing refs itself", "Recursive references between schemas"),
          "refRemote.json",
              Set.of(
                  "remote ref",
                  "fragment within remote ref",
                  "ref within remote ref",
                  "base URI change",
                  "base URI change - change folder",
                  "base URI change - change folder in subschema",
                  "root ref in remote ref"));

  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(5));

  @TestFactory
  Stream<DynamicTest> decidesAsTheSuiteDoes() throws IOException, URISyntaxException {
    Path suite =
        Path.of(getClass().getResource("/json-schema-test-suite/draft7/type.json").toURI())
            .getParent();
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.walk(suite)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        for (JsonNode group : Json.read(JsonBytes.of(Files.readAllBytes(file)))) {
          add(suite.relativize(file).toString(), group, tests);
        }
      }
    }
    return tests.stream();
  }

  private static void add(String file, JsonNode group, List<DynamicTest> tests) {
    String about = group.get("description").textValue();
    if (LEAVES_THE_DOCUMENT.getOrDefault(file, Set.of()).contains(about)) {
      tests.add(DynamicTest.dynamicTest(file + ": " + about, () -> doesNotCompile(group)));
      return;
    }
    EntityValidator validator = new EntityValidator(group.get("schema"));
    for (JsonNode test : group.get("tests")) {
      tests.add(
          DynamicTest.dynamicTest(
              "%s: %s: %s".formatted(file, about, test.get("description").textValue()),
              () ->
                  assertEquals(
                      test.get("valid").booleanValue(),
                      validator.check(test.get("data"), EntityValidator.small(SOON)).isEmpty())));
    }
  }

  private static void doesNotCompile(JsonNode group) {
    assertThrows(RuntimeException.class, () -> new EntityValidator(group.get("schema")));
  }
}
