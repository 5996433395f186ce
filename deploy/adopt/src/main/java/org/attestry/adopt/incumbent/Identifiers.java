package org.attestry.adopt.incumbent;

/** Writes names of tables and columns into SQL. */
final class Identifiers {

  private Identifiers() {}

  static String quoted(String name) {
    if (name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("A name has NUL.");
    }
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
