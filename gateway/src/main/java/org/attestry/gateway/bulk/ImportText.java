package org.attestry.gateway.bulk;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.commons.csv.CSVFormat;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.gateway.http.JsonText;
import org.attestry.runtime.json.JsonHeap;

/**
 * Reads a client's text as the rows of an import. The header of a CSV decides its dialect. An error
 * in the text of one row refuses that row; a text of another format, or CSV without a header,
 * refuses the import. Rows are split here and parsed one by one, because Jackson's CSV reader has
 * no limit for a row in bytes, no checksum, and cannot continue after a malformed row.
 */
final class ImportText {

  /** Ordinary rows take less; a batch takes this many times its bytes at the most. */
  private static final int HEAP_OF_A_BYTE = 16;

  private final CellForms cells;
  private final int limit;
  private final long passed;
  private final ObjIntConsumer<ImportRow> rows;
  private final RecordSplitter splitter;

  /** The first bytes, until there are enough of them; then null. */
  private byte[] start = {};

  /** The decoder of a text in UTF-16, else null. */
  private Utf16Text utf16;

  private boolean begun;
  private List<String> columns;
  private CSVFormat format;
  private long objectsOfARow;
  private long read;

  /**
   * @param cells how the cells of a CSV are read; null if rows are JSON
   * @param limit the longest row in bytes
   * @param passed how many of the first rows are already imported: they are passed on unparsed,
   *     without value and problem
   * @param rows receives each row and its size in bytes; one that takes more than {@value
   *     #HEAP_OF_A_BYTE} times as much memory when it is parsed counts as larger
   */
  ImportText(CellForms cells, int limit, long passed, ObjIntConsumer<ImportRow> rows) {
    this.cells = cells;
    this.limit = limit;
    this.passed = passed;
    this.rows = rows;
    this.splitter = new RecordSplitter(cells != null, limit, this::take);
    splitter.include(forms());
  }

  /**
   * Returns what decides, besides the text, which values the cells have. Checksums include it, so
   * that an import does not continue with other values.
   */
  private byte[] forms() {
    return cells == null || cells.decimal() == null && cells.date() == null
        ? new byte[0]
        : "%s %s\n".formatted(cells.decimal(), cells.date()).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws FailureException INVALID when the text has another format, or a CSV no header
   */
  void feed(byte[] piece) {
    if (start == null) {
      split(piece);
      return;
    }
    int known = start.length;
    start = Arrays.copyOf(start, known + piece.length);
    System.arraycopy(piece, 0, start, known, piece.length);
    if (TextStart.isEnough(start)) {
      begin();
    }
  }

  /**
   * @throws FailureException INVALID when the text has another format, or a CSV no header
   */
  void end() {
    if (start != null) {
      begin();
    }
    if (utf16 != null) {
      splitter.feed(utf16.end());
    }
    splitter.end();
    if (cells != null && columns == null) {
      throw noHeader();
    }
    if (cells != null && read == 0 && splitter.line() == 1) {
      throw TextStart.oneLine();
    }
  }

  /** The cells of the header; null where rows are JSON. */
  List<String> columns() {
    return columns;
  }

  private void begin() {
    byte[] collected = start;
    start = null;
    Charset charset =
        TextStart.utf16(Arrays.copyOf(collected, Math.min(collected.length, TextStart.BYTES)));
    utf16 = charset == null ? null : new Utf16Text(charset);
    split(collected);
  }

  private void split(byte[] piece) {
    splitter.feed(utf16 == null ? piece : utf16.utf8(piece));
  }

  private void take(byte[] text, long line, long checksum) {
    if (!begun && cells != null && TextStart.namesSeparator(text)) {
      return;
    }
    if (!begun) {
      begun = true;
      if (cells != null) {
        header(text);
        return;
      }
      checkFirst(text);
    }
    read++;
    ImportRow row =
        read > passed ? row(text, line, checksum) : new ImportRow(line, checksum, null, null);
    rows.accept(row, 64 + (row.value() == null ? 0 : size(row.value().utf8())));
  }

  private int size(byte[] value) {
    long heap = JsonHeap.of(value) + objectsOfARow * JsonHeap.OBJECT;
    return (int) Math.max(value.length, heap / HEAP_OF_A_BYTE);
  }

  private ImportRow row(byte[] text, long line, long checksum) {
    if (text == null) {
      String message = "The row is longer than %d bytes.".formatted(limit);
      return new ImportRow(line, checksum, null, new Violation("", "too-large", message));
    }
    try {
      JsonBytes value =
          cells == null ? checked(text) : CsvText.json(CsvText.cells(decoded(text), format));
      return new ImportRow(line, checksum, value, null);
    } catch (CharacterCodingException e) {
      Violation encoding = new Violation("", "encoding", "The row is not UTF-8.");
      return new ImportRow(line, checksum, null, encoding);
    } catch (CsvText.Malformed e) {
      return new ImportRow(line, checksum, null, CsvText.Malformed.violation());
    } catch (FailureException e) {
      return new ImportRow(line, checksum, null, problem(e.failure(), text));
    }
  }

  private static JsonBytes checked(byte[] text) {
    return JsonText.check(JsonBytes.of(text));
  }

  /** Returns the violation of a row; failures of some limits have none and are converted. */
  private static Violation problem(Failure failure, byte[] text) {
    if (TextStart.joinsObjects(text)) {
      return new Violation(
          "",
          "json",
          "The row has several objects; send one in each line. " + TextStart.WITH_LINE_BREAKS);
    }
    Violation found =
        failure.violations().isEmpty()
            ? new Violation("", "json", failure.message())
            : failure.violations().getFirst();
    return new Violation("", found.rule(), found.message().replace("The body", "The row"));
  }

  /** Returns how many objects a row may have, of which its cells are members. */
  private static long objects(List<String> titles) {
    return titles.stream()
        .mapToLong(title -> title.chars().filter(each -> each == '.' || each == '[').count())
        .sum();
  }

  private static String decoded(byte[] text) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
  }

  /** Refuses lines that are clearly of another format; other mistakes refuse their row. */
  private static void checkFirst(byte[] text) {
    try {
      TextStart.checkText(text == null ? "" : decoded(text), false);
    } catch (CharacterCodingException e) {
      // The row is refused.
    }
  }

  private void header(byte[] text) {
    if (text == null) {
      throw noHeader();
    }
    try {
      String header = decoded(text);
      TextStart.checkText(header, true);
      CsvDialect dialect = CsvDialect.of(header);
      splitter.use(dialect);
      format = dialect.format();
      columns =
          CsvText.cells(header, format).stream()
              .map(title -> title == null ? "" : title.strip())
              .toList();
      objectsOfARow = objects(columns);
    } catch (CharacterCodingException e) {
      throw TextStart.otherEncoding();
    } catch (CsvText.Malformed e) {
      throw noHeader();
    }
  }

  private static FailureException noHeader() {
    return FailureException.invalid(
        "gateway.import.header",
        "",
        "header",
        "The first row names the property of each column, such as name,address.city, in UTF-8.");
  }
}
