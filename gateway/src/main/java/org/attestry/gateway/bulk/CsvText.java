package org.attestry.gateway.bulk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;

/**
 * Converts between rows of CSV (RFC 4180) and arrays of cells. An empty cell is null; a cell of two
 * quotation marks is an empty string.
 *
 * <p>A cell that a spreadsheet would interpret as a formula is written with an apostrophe before
 * it, which is removed when it is read. A formula that begins with apostrophes gets one more. So
 * reading returns what was written.
 */
final class CsvText {

  private static final CSVFormat WRITTEN = CsvDialect.USUAL.format();

  /**
   * A formula as spreadsheets recognize it, possibly after apostrophes. The first of them was added
   * here.
   */
  private static final Pattern FORMULA = Pattern.compile("'*[=+\\-@\\t\\r\\n].*", Pattern.DOTALL);

  private static final Pattern NUMBER =
      Pattern.compile("-?\\d{1,400}+(?:\\.\\d{1,400}+)?(?:[eE][+-]?\\d{1,10}+)?");

  private CsvText() {}

  /** The row is not CSV. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed() {
      super("not a row of CSV", null, false, false);
    }

    static Violation violation() {
      return new Violation(
          "",
          "csv",
          "The row is not CSV (RFC 4180): a quotation mark is not closed, or has something after"
              + " it.");
    }
  }

  /**
   * @param format the format of a {@link CsvDialect}
   */
  static List<String> cells(String row, CSVFormat format) throws Malformed {
    List<String> cells = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(row, format)) {
      for (CSVRecord parsed : parser) {
        if (!cells.isEmpty()) {
          throw new Malformed();
        }
        parsed.forEach(cell -> cells.add(withoutApostrophe(cell)));
      }
    } catch (IOException | UncheckedIOException e) {
      throw new Malformed();
    }
    return cells;
  }

  static JsonBytes json(List<String> cells) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(cells.size());
    cells.forEach(array::add);
    return Json.write(array);
  }

  /** Writes rows of strings, each ended by CR LF. */
  static String write(List<List<String>> rows) {
    StringBuilder out = new StringBuilder();
    try (CSVPrinter printer = new CSVPrinter(out, WRITTEN)) {
      for (List<String> row : rows) {
        printer.printRecord(row.stream().map(CsvText::withApostrophe).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static String withApostrophe(String cell) {
    return cell != null && FORMULA.matcher(cell).matches() && !NUMBER.matcher(cell).matches()
        ? "'" + cell
        : cell;
  }

  private static String withoutApostrophe(String cell) {
    return cell != null && cell.startsWith("'") && FORMULA.matcher(cell).matches()
        ? cell.substring(1)
        : cell;
  }

  /** Returns the cells of a row that was received as JSON. */
  static List<String> cells(JsonBytes json) {
    List<String> cells = new ArrayList<>();
    Json.read(json).forEach(cell -> cells.add(cell.textValue()));
    return cells;
  }
}
