package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.junit.jupiter.api.Test;

class ImportTextTest {

  @Test
  void refusesARowWithTooManyNamesAndGoesOn() {
    String names =
        IntStream.range(0, 40_000)
            .mapToObj("\"unknown%d\":1"::formatted)
            .collect(Collectors.joining(",", "{", "}\n"));
    List<ImportRow> rows = new ArrayList<>();
    ImportText text = new ImportText(false, 1_000_000, (row, bytes) -> rows.add(row));

    text.feed((names + "{\"name\":\"Ada\"}\n").getBytes(StandardCharsets.UTF_8));
    text.end();

    assertEquals(2, rows.size());
    assertEquals("json", rows.get(0).problem().rule());
    assertNull(rows.get(0).value());
    assertNull(rows.get(1).problem());
  }
}
