package org.attestry.registry.sql;

/**
 * Writes names and constants into SQL where parameters are not possible: in DDL, and in expressions
 * that must be identical to those of an index. No other class does this.
 */
public final class SqlQuote {

  private SqlQuote() {}

  /** Returns a quoted identifier. */
  public static String identifier(String name) {
    return '"' + withoutNul(name).replace("\"", "\"\"") + '"';
  }

  /** Returns a string constant. */
  public static String literal(String text) {
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
