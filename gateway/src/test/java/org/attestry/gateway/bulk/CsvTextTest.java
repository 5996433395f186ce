package org.attestry.gateway.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=cmd|' /C calc'!A0",
        "@SUM(1)",
        "+1+1",
        "-1+1",
        "\t=1",
        "\r=1",
        "\n=1",
        "=",
        "-",
        "'=1",
        "''@x",
        "-1e",
        "--1",
        "- 1"
      })
  void exportsNoCellThatASpreadsheetWouldCalculate(String cell) throws Exception {
    String written = CsvText.write(List.of(List.of(cell)));

    assertEquals("\"'" + cell + "\"\r\n", written);
    assertEquals(List.of(cell), cells(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "'", "'a", "''", "-1", "-1.5e-7", "1=2", " =1", "O'Hara", "{\"a\":-1}"})
  void writesOtherCellsAsTheyAre(String cell) throws Exception {
    String written = CsvText.write(List.of(List.of(cell)));

    assertEquals("\"" + cell.replace("\"", "\"\"") + "\"\r\n", written);
    assertEquals(List.of(cell), cells(written));
  }

  @Test
  void keepsTheDifferenceBetweenNothingAndAnEmptyText() throws Exception {
    List<String> row = Arrays.asList(null, "", "=", null);

    assertEquals(row, cells(CsvText.write(List.of(row))));
  }

  static List<Arguments> headers() {
    return List.of(
        arguments("name,isbn", ',', '"'),
        arguments("name;isbn", ';', '"'),
        arguments("name\tisbn", '\t', '"'),
        arguments("name|isbn", '|', '"'),
        arguments("name", ',', '"'),
        arguments("\"a,b,c\";isbn", ';', '"'),
        arguments("'name';'isbn'", ';', '\''),
        arguments("'name',isbn", ',', '"'),
        arguments("'=x,isbn", ',', '"'));
  }

  @ParameterizedTest
  @MethodSource("headers")
  void dialectIsThatOfTheHeader(String header, char separator, char quote) {
    assertEquals(new CsvDialect(separator, quote), CsvDialect.of(header));
  }

  private static List<String> cells(String row) throws CsvText.Malformed {
    return CsvText.cells(row, CsvDialect.USUAL.format());
  }
}
