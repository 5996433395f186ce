package org.attestry.registry.domain.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {

  private static final JsonNode OPEN = Json.read("{\"type\": \"object\"}");
  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(5));

  @Test
  void headerOfAHundredThousandColumnsIsRefusedAtOnce() {
    Failure refused = Cost.atMost(Duration.ofSeconds(5), () -> refusal(titles(100_000), OPEN));

    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("registry.columns.too-many", refused.code());
    assertTrue(refused.message().contains("2000"), refused.message());
  }

  @Test
  void headerOfAsManyColumnsAsThereMayBeIsRead() {
    assertEquals(2_000, Columns.read(titles(2_000), OPEN, SOON).paths().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,a", "a,a.b", "a.b,a", "x.y,a,x.y", "a.b.c.d,b,a.b"})
  void columnThatLeadsIntoAnotherIsRefused(String header) {
    Failure refused = refusal(List.of(header.split(",")), OPEN);
    assertEquals("registry.import.header", refused.code());
    assertTrue(refused.message().contains("leads into another column"), refused.message());
  }

  @Test
  void columnsBesideOneAnotherAreRead() {
    Columns columns = Columns.read(List.of("a.b", "a.c", "ab", "a['b.c']"), OPEN, SOON);
    assertEquals(4, columns.paths().size());
  }

  @Test
  void titlesThatAreLongOrDeepAreRefused() {
    assertEquals("registry.import.header", refusal(List.of("a".repeat(1_001)), OPEN).code());
    assertEquals("registry.import.header", refusal(List.of("a" + ".a".repeat(100)), OPEN).code());
  }

  @Test
  void definitionWithMuchForEachColumnIsAborted() {
    String parts =
        IntStream.range(0, 5_000)
            .mapToObj("{\"title\": \"%d\"}"::formatted)
            .collect(Collectors.joining(","));
    JsonNode definition = Json.read("{\"allOf\": [%s]}".formatted(parts));
    Failure refused = Cost.atMost(Duration.ofSeconds(20), () -> refusal(titles(2_000), definition));
    assertEquals("registry.columns.too-complex", refused.code());
  }

  @Test
  void definitionThatDeclaresMillionsOfColumnsIsRefused() {
    String members =
        IntStream.range(0, 20)
            .mapToObj("\"m%d\": {\"$ref\": \"#\"}"::formatted)
            .collect(Collectors.joining(","));
    JsonNode definition =
        Json.read("{\"type\": \"object\", \"properties\": {%s}}".formatted(members));
    FailureException refused =
        assertThrows(FailureException.class, () -> Columns.of(definition, SOON));
    assertEquals("registry.columns.too-many", refused.failure().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e-2147483648", "1e99999999999999999999"})
  void cellsWithNumbersThatAreNoneAreTexts(String cell) {
    Columns columns = Columns.read(List.of("a"), OPEN, SOON);
    JsonNode read = columns.parse(JsonBytes.of("[\"%s\"]".formatted(cell)));
    assertEquals(cell, read.path("a").textValue());
  }

  private static List<String> titles(int count) {
    return IntStream.range(0, count).mapToObj("column%d"::formatted).toList();
  }

  private static Failure refusal(List<String> titles, JsonNode definition) {
    return assertThrows(FailureException.class, () -> Columns.read(titles, definition, SOON))
        .failure();
  }
}
