package org.attestry.gateway.bulk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportTextTest {

  private static final CellForms CSV = new CellForms(false, null, null);

  private final List<ImportRow> rows = new ArrayList<>();

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

  /** A batch ends at a million bytes, so that it holds one such row and not sixteen. */
  @Test
  void aRowOfManyObjectsCountsByWhatItTakesWhenItIsParsed() {
    String objects = "{\"list\":[" + "{},".repeat(19_899) + "{}]}\n";
    assertTrue(sizes(null, objects).getFirst() > 900_000, "" + sizes(null, objects));
    String titles = "a.b.c.d.e.f,".repeat(1_000) + "z.y.x\n";
    String cells = "1,".repeat(1_000) + "1\n";
    assertTrue(sizes(CSV, titles + cells).getFirst() > 90_000);
    String inBrackets = "$['a']['b']['c']['d']['e']['f'],".repeat(1_000) + "z.y.x\n";
    assertTrue(sizes(CSV, inBrackets + cells).getFirst() > 90_000);
    String ordinary = "{\"name\":\"Anna Lee\",\"text\":\"" + "x".repeat(900) + "\"}\n";
    assertEquals(64 + ordinary.length() - 1, sizes(null, ordinary).getFirst());
  }

  private static List<Integer> sizes(CellForms cells, String body) {
    List<Integer> sizes = new ArrayList<>();
    ImportText text = new ImportText(cells, 1_000_000, 0, (row, bytes) -> sizes.add(bytes));
    text.feed(body.getBytes(UTF_8));
    text.end();
    return sizes;
  }

  private static List<ImportRow> rows(long passed, String body) {
    List<ImportRow> rows = new ArrayList<>();
    ImportText text = new ImportText(null, 1_000_000, passed, (row, bytes) -> rows.add(row));
    text.feed(body.getBytes(UTF_8));
    text.end();
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name,isbn\n\"a,b\",1\n",
        "name;isbn\r\n\"a,b\";1\r\n",
        "name\tisbn\r\"a,b\"\t1\r",
        "\"name\"|\"isbn\"\n\"a,b\"|\"1\"",
        "'name';'isbn'\n'a,b';'1'\n",
        "\n;;\nname;isbn\n\n;\n\"\";\"\"\n \t;\na,b;1\n;;;;\n",
      })
  void separatorsQuotesAndLineEndsAreThoseOfTheHeader(String csv) {
    for (Charset charset : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
      for (int size : List.of(1, 3, 100)) {
        ImportText text = new ImportText(CSV, 1_000_000, 0, this::take);
        rows.clear();

        feed(text, ("\uFEFF" + csv).getBytes(charset), size);

        assertEquals(List.of("name", "isbn"), text.columns());
        assertEquals(List.of("[\"a,b\",\"1\"]"), values());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sep=;\r\n", "\"sep=;\"\n", "SEP=;\r", "\nsep=;\n"})
  void aLineThatNamesTheSeparatorIsNotTheHeader(String before) {
    String end = before.endsWith("\r") ? "\r" : "\n";
    ImportText text = new ImportText(CSV, 1_000_000, 0, this::take);
    feed(text, ("\uFEFF" + before + "name;isbn" + end + "a,b;1" + end).getBytes(UTF_8), 3);

    assertEquals(List.of("name", "isbn"), text.columns());
    assertEquals(List.of("[\"a,b\",\"1\"]"), values());
  }

  @Test
  void aTextWhoseLineBreaksWereRemovedNamesTheRemedy() {
    ImportText text = new ImportText(CSV, 1_000_000, 0, this::take);
    text.feed("name,isbnOne,1Two,2".getBytes(UTF_8));
    FailureException refused = assertThrows(FailureException.class, text::end);
    assertEquals("gateway.import.format", refused.failure().code());
    assertTrue(refused.failure().message().contains("--data-binary"), refused.getMessage());

    String joined = "{\"name\":\"One\"}{\"name\":\"Two\"}";
    String problem = rows(0, joined).getFirst().problem().message();
    assertTrue(problem.contains("--data-binary"), problem);
  }

  @Test
  void linesOfAFileWithCarriageReturnsAreCounted() {
    feed(
        new ImportText(CSV, 1_000_000, 0, this::take),
        "a;b\r1;\"x\ry\"\r\r2;\r".getBytes(UTF_8),
        2);

    assertEquals(List.of(2L, 5L), rows.stream().map(ImportRow::line).toList());
  }

  @Test
  void halfACharacterOfUtf16RefusesItsRowAlone() {
    String csv = "\uFEFFa,b\n1,\ud83d\ude00\n2,X\n3,x\n";
    byte[] bytes = csv.getBytes(UTF_16LE);
    int half = 2 * csv.indexOf('X');
    bytes[half] = 0;
    bytes[half + 1] = (byte) 0xd8;
    feed(new ImportText(CSV, 1_000_000, 0, this::take), bytes, 5);

    assertEquals("\ud83d\ude00", Json.read(rows.get(0).value()).get(1).textValue());
    assertEquals("encoding", rows.get(1).problem().rule());
    assertEquals("[\"3\",\"x\"]", rows.get(2).value().text());
  }

  static List<Arguments> otherFormats() {
    return List.of(
        arguments("PK\u0003\u0004\u0014\u0000", ISO_8859_1, "a ZIP archive, such as an XLSX"),
        arguments("\u00d0\u00cf\u0011\u00e0", ISO_8859_1, "such as an XLS workbook"),
        arguments("%PDF-1.7", ISO_8859_1, "a PDF"),
        arguments("{\\rtf1", ISO_8859_1, "an RTF document"),
        arguments("\u001f\u008b\u0008", ISO_8859_1, "compressed with gzip"),
        arguments("a,b", UTF_16LE, "text in UTF-16 without a byte order mark"),
        arguments("a,b", UTF_16BE, "text in UTF-16 without a byte order mark"),
        arguments("\uFEFFa,b", Charset.forName("UTF-32LE"), "text in UTF-32"),
        arguments("prénom,nom\n", ISO_8859_1, "perhaps in Windows-1252"),
        arguments("\n <!DOCTYPE html>", UTF_8, "HTML or XML"),
        arguments("[{\"a\":1}]", UTF_8, "JSON"));
  }

  @ParameterizedTest
  @MethodSource("otherFormats")
  void fileOfAnotherFormatIsRefusedByItsName(String text, Charset charset, String name) {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> feed(new ImportText(CSV, 1_000_000, 0, this::take), text.getBytes(charset), 1));
    assertEquals("gateway.import.format", refused.failure().code());
    assertTrue(refused.failure().message().contains(name), refused.failure().message());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\n{\"a\":1},\n", "[{\"a\":1}]", "{\n\"a\":1}\n", "<html>"})
  void jsonThatIsNotOneObjectInEachLineIsRefusedAsAWhole(String text) {
    FailureException refused = assertThrows(FailureException.class, () -> rows(0, text));
    assertEquals("gateway.import.format", refused.failure().code());
  }

  @Test
  void sameTextWithOtherFormsOfCellsHasOtherChecksums() {
    byte[] csv = "a\n1,5\n".getBytes(UTF_8);
    feed(new ImportText(CSV, 1_000_000, 0, this::take), csv, 9);
    feed(new ImportText(new CellForms(true, null, null), 1_000_000, 0, this::take), csv, 9);
    feed(new ImportText(new CellForms(false, ",", null), 1_000_000, 0, this::take), csv, 9);

    assertEquals(rows.get(0).checksum(), rows.get(1).checksum());
    assertNotEquals(rows.get(0).checksum(), rows.get(2).checksum());
  }

  private void take(ImportRow row, int bytes) {
    rows.add(row);
  }

  private List<String> values() {
    return rows.stream().map(row -> row.value().text()).toList();
  }

  private static void feed(ImportText text, byte[] bytes, int size) {
    for (int at = 0; at < bytes.length; at += size) {
      text.feed(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size)));
    }
    text.end();
  }
}
