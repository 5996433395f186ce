package org.attestry.registry.store;

/**
 * Writes names and constants into SQL where no parameter can stand: in DDL, and in the expressions
 * that must be the very ones of an index. The only place that does.
 */
final class SqlQuote {

  private SqlQuote() {}

  /** A quoted identifier. */
  static String identifier(String name) {
    return '"' + withoutNul(name).replace("\"", "\"\"") + '"';
  }

  /** A string constant. */
  static String literal(String text) {
    String doubled = withoutNul(text).replace("'", "''");
    return doubled.contains("\\")
        ? " E'" + doubled.replace("\\", "\\\\") + "'"
        : "'" + doubled + "'";
  }

  private static String withoutNul(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("SQL has no character NUL.");
    }
    return text;
  }
}
