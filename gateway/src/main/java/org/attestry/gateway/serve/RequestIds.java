package org.attestry.gateway.serve;

import java.util.UUID;
import java.util.regex.Pattern;

/** The id under which a request is found in the logs. */
final class RequestIds {

  static final String HEADER = "x-request-id";

  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._:~+/=-]{1,100}");

  private RequestIds() {}

  /** The client's own id where it is harmless, else a new one. */
  static String of(String given) {
    return given != null && ACCEPTED.matcher(given).matches()
        ? given
        : UUID.randomUUID().toString();
  }
}
