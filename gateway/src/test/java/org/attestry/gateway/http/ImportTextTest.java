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
    List<ImportRow> rows = rows(0, names + "{\"name\":\"Ada\"}\n");

    assertEquals(2, rows.size());
    assertEquals("json", rows.get(0).problem().rule());
    assertNull(rows.get(0).value());
    assertNull(rows.get(1).problem());
  }

  @Test
  void parsesNothingInRowsThatWereImportedBefore() {
    List<ImportRow> all = rows(0, "{\"name\":1}\nno JSON\n{\"name\":2}\n");
    List<ImportRow> resumed = rows(2, "{\"name\":1}\nno JSON\n{\"name\":2}\n");

    assertEquals("json", all.get(1).problem().rule());
    assertNull(resumed.get(0).value());
    assertNull(resumed.get(1).problem());
    assertEquals(all.get(1).checksum(), resumed.get(1).checksum());
    assertEquals(all.get(2), resumed.get(2));
  }

  private static List<ImportRow> rows(long passed, String body) {
    List<ImportRow> rows = new ArrayList<>();
    ImportText text = new ImportText(false, 1_000_000, passed, (row, bytes) -> rows.add(row));
    text.feed(body.getBytes(StandardCharsets.UTF_8));
    text.end();
    return rows;
  }
}
