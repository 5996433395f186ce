package org.attestry.schema.document;

import java.util.Set;

/** The values of {@code format} that are validated in entities (draft-07, section 7.3). */
public final class Formats {

  public static final Set<String> CHECKED =
      Set.of(
          "date",
          "date-time",
          "email",
          "hostname",
          "idn-email",
          "idn-hostname",
          "ipv4",
          "ipv6",
          "iri",
          "iri-reference",
          "json-pointer",
          "regex",
          "relative-json-pointer",
          "time",
          "uri",
          "uri-reference",
          "uri-template");

  private Formats() {}

  public static boolean isChecked(String format) {
    return CHECKED.contains(format);
  }
}
