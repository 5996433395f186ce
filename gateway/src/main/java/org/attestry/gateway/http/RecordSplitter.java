package org.attestry.gateway.http;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Splits bytes that arrive in pieces into records: lines, or rows of CSV, whose quoted cells may
 * contain line ends (RFC 4180). It buffers at most one record, and never more than the limit. Blank
 * lines are not records; a byte order mark before the first record is skipped.
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

  void feed(byte[] piece) {
    int start = 0;
    for (int i = 0; i < piece.length; i++) {
      if (piece[i] == '\n') {
        line++;
        if (!inQuotes) {
          append(piece, start, i);
          checksum.update(piece, start, i + 1 - start);
          cut();
          start = i + 1;
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
      inQuotes = character != '"';
      afterQuote = !inQuotes;
      return;
    }
    inQuotes = character == '"' && (cellStart || afterQuote);
    afterQuote = false;
    cellStart = character == ',' || (cellStart && first && character < 0);
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
    } else if (!isBlank()) {
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

  private boolean isBlank() {
    for (int i = 0; i < length; i++) {
      if (text[i] != ' ' && text[i] != '\t') {
        return false;
      }
    }
    return true;
  }
}
