package org.attestry.gateway.bulk;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Splits bytes that arrive in pieces into records: lines, or rows of CSV, whose quoted cells may
 * contain line ends (RFC 4180). It buffers at most one record, and never more than the limit. Blank
 * lines, and rows of CSV whose cells are all empty, are not records; a byte order mark before the
 * first record is skipped.
 *
 * <p>The first record of a CSV decides how lines end: by a line feed, possibly after a carriage
 * return, or by a carriage return alone. The receiver of the first record decides what separates
 * cells after it; within it, each separator that is known counts.
 */
final class RecordSplitter {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final boolean quoting;
  private final int limit;
  private final Records records;
  private final CRC32C checksum = new CRC32C();

  private byte[] text = new byte[512];
  private int length;
  private boolean tooLong;
  private boolean first = true;
  private long line = 1;
  private long recordLine = 1;
  private boolean inQuotes;
  private boolean afterQuote;
  private boolean cellStart = true;

  /** The byte that ends a line, besides a line feed. */
  private byte lineEnd = '\n';

  private byte quote = '"';

  /** The byte that separates cells; 0 until it is known. */
  private byte separator;

  /** Whether the byte before was a carriage return outside of a quoted cell of the header. */
  private boolean afterReturn;

  /** Receives the records. */
  interface Records {

    /**
     * @param text the record without its line end, null if it is longer than the limit
     * @param line the number of its first line, from 1
     * @param checksum CRC-32C of everything up to the record's end, its line end included
     */
    void take(byte[] text, long line, long checksum);
  }

  /**
   * @param quoting whether quotation marks keep line ends together
   * @param limit the longest record in bytes
   */
  RecordSplitter(boolean quoting, int limit, Records records) {
    this.quoting = quoting;
    this.limit = limit;
    this.records = records;
  }

  /** Includes bytes in the checksums that are not part of the text. */
  void include(byte[] bytes) {
    checksum.update(bytes);
  }

  /** Sets the dialect of the records after the first one. */
  void use(CsvDialect dialect) {
    separator = (byte) dialect.separator();
    quote = (byte) dialect.quote();
  }

  void feed(byte[] piece) {
    int start = 0;
    for (int i = 0; i < piece.length; i++) {
      if (afterReturn) {
        afterReturn = false;
        if (piece[i] != '\n') {
          lineEnd = '\r';
          line++;
          start = cut(piece, start, i, i);
        }
      }
      if (piece[i] == '\n' || piece[i] == lineEnd) {
        line++;
        if (!inQuotes) {
          start = cut(piece, start, i, i + 1);
        }
      } else if (quoting) {
        quote(piece[i]);
      }
    }
    append(piece, start, piece.length);
    checksum.update(piece, start, piece.length - start);
  }

  /** The number of the line that is being read, from 1; blank ones count. */
  long line() {
    return line;
  }

  /** Ends the text. Text after the last line end is a record too. */
  void end() {
    if (length > 0 || tooLong) {
      cut();
    }
  }

  /** A quotation mark opens a cell only at its beginning; two inside of one are one character. */
  private void quote(byte character) {
    if (inQuotes) {
      inQuotes = character != quote;
      afterQuote = !inQuotes;
      return;
    }
    inQuotes = character == quote && (cellStart || afterQuote);
    afterQuote = false;
    cellStart = isSeparator(character) || (cellStart && first && character < 0);
    afterReturn = separator == 0 && character == '\r';
  }

  private boolean isSeparator(byte character) {
    return separator == 0
        ? CsvDialect.SEPARATORS.contains((char) character)
        : character == separator;
  }

  /** Ends a record; returns where the next one begins. */
  private int cut(byte[] piece, int from, int to, int next) {
    append(piece, from, to);
    checksum.update(piece, from, next - from);
    cut();
    return next;
  }

  private void append(byte[] piece, int from, int to) {
    int more = to - from;
    if (length + more > limit) {
      tooLong = true;
      length = 0;
    }
    if (tooLong || more == 0) {
      return;
    }
    if (length + more > text.length) {
      text = Arrays.copyOf(text, Math.max(length + more, Math.min(limit, 2 * text.length)));
    }
    System.arraycopy(piece, from, text, length, more);
    length += more;
  }

  private void cut() {
    if (first) {
      dropByteOrderMark();
    }
    if (length > 0 && text[length - 1] == '\r') {
      length--;
    }
    if (tooLong) {
      records.take(null, recordLine, checksum.getValue());
    } else if (!isEmpty()) {
      records.take(Arrays.copyOf(text, length), recordLine, checksum.getValue());
    }
    length = 0;
    tooLong = false;
    first = false;
    recordLine = line;
    inQuotes = false;
    afterQuote = false;
    cellStart = true;
  }

  private void dropByteOrderMark() {
    int mark = BYTE_ORDER_MARK.length;
    if (length >= mark && Arrays.equals(text, 0, mark, BYTE_ORDER_MARK, 0, mark)) {
      System.arraycopy(text, mark, text, 0, length - mark);
      length -= mark;
    }
  }

  /** Whether there are only blanks, and in CSV separators and pairs of quotation marks. */
  private boolean isEmpty() {
    boolean start = true;
    for (int i = 0; i < length; i++) {
      if (quoting && start && text[i] == quote && isPair(i)) {
        i++;
        start = false;
      } else if (quoting && isSeparator(text[i])) {
        start = true;
      } else if (text[i] != ' ' && text[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Whether two quotation marks are the whole cell. */
  private boolean isPair(int at) {
    return at + 1 < length
        && text[at + 1] == quote
        && (at + 2 == length || isSeparator(text[at + 2]));
  }
}
