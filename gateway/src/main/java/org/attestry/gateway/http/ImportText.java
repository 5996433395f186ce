package org.attestry.gateway.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.ImportRow;

/**
 * Reads a client's text as the rows of an import. An error in the text of one row refuses that row;
 * CSV without a header refuses the import. Rows are split here and parsed one by one, because
 * Jackson's CSV reader has no limit for a row in bytes, no checksum, and cannot continue after a
 * malformed row.
 */
final class ImportText {

  private final boolean csv;
  private final int limit;
  private final long passed;
  private final ObjIntConsumer<ImportRow> rows;
  private final RecordSplitter splitter;
  private List<String> columns;
  private long read;

  /**
   * @param limit the longest row in bytes
   * @param passed how many of the first rows are already imported: they are passed on unparsed,
   *     without value and problem
   * @param rows receives each row and its size in memory, in bytes
   */
  ImportText(boolean csv, int limit, long passed, ObjIntConsumer<ImportRow> rows) {
    this.csv = csv;
    this.limit = limit;
    this.passed = passed;
    this.rows = rows;
    this.splitter = new RecordSplitter(csv, limit, this::take);
  }

  void feed(byte[] piece) {
    splitter.feed(piece);
  }

  /**
   * @throws FailureException INVALID when a CSV has no header
   */
  void end() {
    splitter.end();
    if (csv && columns == null) {
      throw noHeader();
    }
  }

  /** The cells of the header; null where rows are JSON. */
  List<String> columns() {
    return columns;
  }

  private void take(byte[] text, long line, long checksum) {
    if (csv && columns == null) {
      columns = header(text);
      return;
    }
    read++;
    ImportRow row =
        read > passed ? row(text, line, checksum) : new ImportRow(line, checksum, null, null);
    rows.accept(row, 64 + (row.value() == null ? 0 : row.value().utf8().length));
  }

  private ImportRow row(byte[] text, long line, long checksum) {
    if (text == null) {
      String message = "The row is longer than %d bytes.".formatted(limit);
      return new ImportRow(line, checksum, null, new Violation("", "too-large", message));
    }
    try {
      JsonBytes value = csv ? CsvText.json(CsvText.cells(decoded(text))) : checked(text);
      return new ImportRow(line, checksum, value, null);
    } catch (CharacterCodingException e) {
      Violation encoding = new Violation("", "encoding", "The row is not UTF-8.");
      return new ImportRow(line, checksum, null, encoding);
    } catch (CsvText.Malformed e) {
      return new ImportRow(line, checksum, null, CsvText.Malformed.violation());
    } catch (FailureException e) {
      return new ImportRow(line, checksum, null, problem(e.failure()));
    }
  }

  private static JsonBytes checked(byte[] text) {
    return JsonText.check(JsonBytes.of(text));
  }

  /** Returns the violation of a row; failures of some limits have none and are converted. */
  private static Violation problem(Failure failure) {
    Violation found =
        failure.violations().isEmpty()
            ? new Violation("", "json", failure.message())
            : failure.violations().getFirst();
    return new Violation("", found.rule(), found.message().replace("The body", "The row"));
  }

  private static String decoded(byte[] text) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
  }

  private static List<String> header(byte[] text) {
    try {
      if (text != null) {
        List<String> titles = CsvText.cells(decoded(text));
        return titles.stream().map(title -> title == null ? "" : title.strip()).toList();
      }
    } catch (CharacterCodingException | CsvText.Malformed e) {
      // Refused below.
    }
    throw noHeader();
  }

  private static FailureException noHeader() {
    return FailureException.invalid(
        "gateway.import.header",
        "",
        "header",
        "The first row names the property of each column, such as name,address.city, in UTF-8.");
  }
}
