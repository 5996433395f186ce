package org.attestry.adopt.schemas;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Translates a JSONPath. This suite's paths have names and {@code [*]}: a position or a filter of
 * items becomes all items.
 */
final class PathTranslation {

  private static final Pattern POSITION =
      Pattern.compile("\\[-?\\d+(:-?\\d*)?\\]|\\[\\?\\([^\\]]*\\)\\]");
  private static final Pattern DEEP = Pattern.compile("\\$?\\.\\.([A-Za-z_][A-Za-z0-9_]*)");
  private static final Pattern PLAIN =
      Pattern.compile("(\\$|\\w[\\w-]*)?(\\.[\\w-]+|\\[\\*\\]|\\['[^']*'\\]|\\[\"[^\"]*\"\\])*");

  private PathTranslation() {}

  /** Returns the path in this suite; empty if it has none. */
  static Optional<String> of(String path) {
    String all = POSITION.matcher(path.strip()).replaceAll("[*]");
    return PLAIN.matcher(all).matches() ? Optional.of(all) : Optional.empty();
  }

  /**
   * Returns the path of hidden fields, where a name alone also stands for the nested fields of this
   * name.
   */
  static Optional<String> hidden(String path) {
    return DEEP.matcher(path.strip()).matches()
        ? Optional.of(DEEP.matcher(path.strip()).replaceAll("$1"))
        : of(path);
  }
}
