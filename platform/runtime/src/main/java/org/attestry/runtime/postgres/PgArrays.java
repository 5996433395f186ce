package org.attestry.runtime.postgres;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes arrays in text form, for parameters that are arrays of arrays: PostgreSQL's nested arrays
 * must have equal lengths.
 */
public final class PgArrays {

  private PgArrays() {}

  /**
   * Returns an array of strings in PostgreSQL's text form (section "Array Input and Output
   * Syntax").
   */
  public static String text(List<String> texts) {
    return texts.stream()
        .map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .collect(Collectors.joining(",", "{", "}"));
  }
}
