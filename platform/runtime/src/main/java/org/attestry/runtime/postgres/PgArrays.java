package org.attestry.runtime.postgres;

import java.util.List;
import java.util.stream.Collectors;

/** Arrays as texts, for parameters that are arrays of them: PostgreSQL has none of unequal ones. */
public final class PgArrays {

  private PgArrays() {}

  /** An array of texts in PostgreSQL's text form (section "Array Input and Output Syntax"). */
  public static String text(List<String> texts) {
    return texts.stream()
        .map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .collect(Collectors.joining(",", "{", "}"));
  }
}
