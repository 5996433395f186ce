package org.attestry.gateway.serve;

import java.util.UUID;
import java.util.regex.Pattern;

/** The id under which a request is found in the logs. */
final class RequestIds {

  static final String HEADER = "x-request-id";

  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._:~+/=-]{1,100}");
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private RequestIds() {}

  /** The client's own id where it is harmless, else a new one. */
  static String of(String given) {
    return given != null && ACCEPTED.matcher(given).matches()
        ? given
        : UUID.randomUUID().toString();
  }

  /** A well-formed W3C Trace Context header, else null. */
  static String trace(String traceparent) {
    return traceparent != null && TRACEPARENT.matcher(traceparent).matches() ? traceparent : null;
  }
}
