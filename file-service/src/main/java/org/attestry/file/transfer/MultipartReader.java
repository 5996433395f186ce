package org.attestry.file.transfer;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;

/**
 * Parses a {@code multipart/form-data} body incrementally (RFC 7578, RFC 2046 section 5.1). The
 * caller feeds pieces and pulls events, so it controls when to continue. It buffers at most the
 * header of one part, and takes linear time.
 */
final class MultipartReader {

  private static final int LONGEST_HEADER = 8 << 10;
  private static final int LONGEST_PADDING = 128;
  private static final int LONGEST_PREAMBLE = 64 << 10;
  private static final Pattern BOUNDARY =
      Pattern.compile("[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]");
  private static final int LINE_END = 2;
  private static final byte[] HEADER_END = {'\r', '\n', '\r', '\n'};

  private final byte[] delimiter;
  private State state = State.PREAMBLE;
  private byte[] data = {'\r', '\n'};
  private int from;
  private int scanned;
  private int preamble;

  private enum State {
    PREAMBLE,
    AFTER_DELIMITER,
    HEADER,
    CONTENT_BEGINS,
    CONTENT,
    EPILOGUE
  }

  /** The next element of the body. */
  sealed interface Event {

    /** A part begins. */
    record Begin(PartHeader header) implements Event {}

    /** Bytes of the part. */
    record Content(Buffer bytes) implements Event {}

    /** The part is complete. */
    record End() implements Event {}

    /** The body is complete; the rest is ignored. */
    record Finished() implements Event {}

    /** More of the body is needed. */
    record More() implements Event {}
  }

  /**
   * @param contentType the request's {@code Content-Type}
   * @throws FailureException INVALID when it names no boundary that RFC 2046 allows
   */
  MultipartReader(String contentType) {
    this.delimiter = ("\r\n--" + boundary(contentType)).getBytes(StandardCharsets.US_ASCII);
  }

  private static String boundary(String contentType) {
    try {
      HeaderValue value = HeaderValue.of(contentType == null ? "" : contentType);
      String boundary = value.parameters().get("boundary");
      if (value.word().equals("multipart/form-data")
          && boundary != null
          && BOUNDARY.matcher(boundary).matches()) {
        return boundary;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw invalid(
        "Send multipart/form-data with a boundary of 1 to 70 letters, digits and '()+_,-./:=?.");
  }

  /** Appends a piece of the body; all earlier events must have been pulled. */
  void feed(Buffer piece) {
    int kept = data.length - from;
    byte[] joined = new byte[kept + piece.length()];
    System.arraycopy(data, from, joined, 0, kept);
    piece.getBytes(0, piece.length(), joined, kept);
    scanned = Math.max(0, scanned - from);
    data = joined;
    from = 0;
  }

  /**
   * @throws FailureException INVALID when this is not a form
   */
  Event next() {
    return switch (state) {
      case PREAMBLE -> preamble();
      case AFTER_DELIMITER -> afterDelimiter();
      case HEADER -> header();
      case CONTENT_BEGINS -> contentBegins();
      case CONTENT -> content();
      case EPILOGUE -> {
        from = data.length;
        yield new Event.Finished();
      }
    };
  }

  private Event preamble() {
    int found = indexOf(delimiter, from);
    int end = found < 0 ? lastSafe() : found;
    preamble += end - from;
    if (preamble > LONGEST_PREAMBLE) {
      throw invalid("The body does not begin with its boundary.");
    }
    from = end;
    if (found < 0) {
      return new Event.More();
    }
    from += delimiter.length;
    state = State.AFTER_DELIMITER;
    return next();
  }

  private Event afterDelimiter() {
    if (data.length - from < 2) {
      return new Event.More();
    }
    if (data[from] == '-' && data[from + 1] == '-') {
      state = State.EPILOGUE;
      return next();
    }
    int at = from;
    while (at < data.length && (data[at] == ' ' || data[at] == '\t')) {
      at++;
    }
    if (at - from > LONGEST_PADDING || isOtherThan('\r', at) || isOtherThan('\n', at + 1)) {
      throw invalid("A boundary must end its line.");
    }
    if (at + 1 >= data.length) {
      return new Event.More();
    }
    from = at;
    scanned = at;
    state = State.HEADER;
    return next();
  }

  private boolean isOtherThan(char expected, int at) {
    return at < data.length && data[at] != expected;
  }

  /**
   * Reads the header of a part. The search begins at the end of the boundary's line, so that an
   * empty header is found too.
   */
  private Event header() {
    int end = indexOf(HEADER_END, scanned);
    if ((end < 0 ? data.length : end) - from > LONGEST_HEADER) {
      throw invalid(
          "The header of a part is larger than %d bytes; send less.".formatted(LONGEST_HEADER));
    }
    if (end < 0) {
      scanned = Math.max(from, data.length - HEADER_END.length + 1);
      return new Event.More();
    }
    byte[] lines = Arrays.copyOfRange(data, Math.min(from + LINE_END, end), end);
    from = end + LINE_END;
    state = State.CONTENT_BEGINS;
    return new Event.Begin(PartHeader.of(lines));
  }

  /** Skips the line end after the header, unless it belongs to the next boundary. */
  private Event contentBegins() {
    int there = Math.min(delimiter.length, data.length - from);
    boolean boundary = Arrays.equals(data, from, from + there, delimiter, 0, there);
    if (boundary && there < delimiter.length) {
      return new Event.More();
    }
    if (!boundary) {
      from += LINE_END;
    }
    state = State.CONTENT;
    return next();
  }

  private Event content() {
    int found = indexOf(delimiter, from);
    int end = found < 0 ? lastSafe() : found;
    if (end > from) {
      Buffer bytes = Buffer.buffer(Arrays.copyOfRange(data, from, end));
      from = end;
      return new Event.Content(bytes);
    }
    if (found < 0) {
      return new Event.More();
    }
    from += delimiter.length;
    state = State.AFTER_DELIMITER;
    return new Event.End();
  }

  private int lastSafe() {
    return Math.max(from, data.length - delimiter.length + 1);
  }

  private int indexOf(byte[] wanted, int start) {
    for (int at = start; at <= data.length - wanted.length; at++) {
      if (data[at] == wanted[0]
          && Arrays.equals(data, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    return -1;
  }

  private static FailureException invalid(String message) {
    return FailureException.invalid("file.upload", "", "multipart", message);
  }
}
