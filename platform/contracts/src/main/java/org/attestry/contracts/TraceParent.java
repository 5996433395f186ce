package org.attestry.contracts;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The header {@code traceparent} of W3C Trace Context, which names the trace of a request. */
public final class TraceParent {

  private static final Pattern FORM =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
  private static final int TRACE_ID = "00-".length();
  private static final int TRACE_ID_END = TRACE_ID + 32;

  private TraceParent() {}

  /** Returns a well-formed value as it is, and a new trace that is not sampled for any other. */
  public static String of(String given) {
    return given != null && FORM.matcher(given).matches() ? given : begin();
  }

  /**
   * Returns the trace id, 32 hexadecimal digits; null for null and for a value that is too short.
   */
  public static String traceId(String traceparent) {
    return traceparent == null || traceparent.length() < TRACE_ID_END
        ? null
        : traceparent.substring(TRACE_ID, TRACE_ID_END);
  }

  private static String begin() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    String trace = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong() | 1);
    return "00-" + trace + "-" + hex.toHexDigits(random.nextLong() | 1) + "-00";
  }
}
