package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    assertEquals(List.of(cell), CsvText.cells(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "'", "'a", "''", "-1", "-1.5e-7", "1=2", " =1", "O'Hara", "{\"a\":-1}"})
  void writesOtherCellsAsTheyAre(String cell) throws Exception {
    String written = CsvText.write(List.of(List.of(cell)));

    assertEquals("\"" + cell.replace("\"", "\"\"") + "\"\r\n", written);
    assertEquals(List.of(cell), CsvText.cells(written));
  }

  @Test
  void keepsTheDifferenceBetweenNothingAndAnEmptyText() throws Exception {
    List<String> row = Arrays.asList(null, "", "=", null);

    assertEquals(row, CsvText.cells(CsvText.write(List.of(row))));
  }
}
