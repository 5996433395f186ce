package org.attestry.registry.store;

import org.attestry.registry.domain.types.ScalarKind;

/**
 * A JSON value in SQL. It has an expression for each sort of scalar, which is NULL for everything
 * else: so "5" and 5 are never equal, and each expression can have an index. Texts compare by code
 * point, in lower case by Unicode's simple mapping; numbers as numeric, without loss.
 *
 * @param json the value as jsonb
 * @param raw the value as text
 */
record ValueSql(String json, String raw) {

  private static final String COLLATION = " COLLATE \"pg_c_utf8\"";

  /**
   * @param base a jsonb expression
   * @param path a text[] expression
   */
  static ValueSql at(String base, String path) {
    return new ValueSql("(%s #> %s)".formatted(base, path), "(%s #>> %s)".formatted(base, path));
  }

  /** The value of a jsonb expression itself. */
  static ValueSql of(String base) {
    return new ValueSql(base, "(%s #>> '{}')".formatted(base));
  }

  String text() {
    return collated(string());
  }

  /** What the trigrams of the text are taken from. */
  String searchText() {
    return searchText(string());
  }

  String number() {
    return "(CASE WHEN jsonb_typeof(%1$s) = 'number' THEN (%1$s)::numeric END)".formatted(json);
  }

  String truth() {
    return "(CASE WHEN jsonb_typeof(%1$s) = 'boolean' THEN (%1$s)::boolean END)".formatted(json);
  }

  String of(ScalarKind kind) {
    return switch (kind) {
      case TEXT -> text();
      case NUMBER -> number();
      case TRUTH -> truth();
    };
  }

  static String collated(String text) {
    return "((%s)%s)".formatted(text, COLLATION);
  }

  static String lower(String text) {
    return "lower(%s%s)".formatted(text, COLLATION);
  }

  /**
   * A text as its trigrams are taken. They are of letters and digits of ASCII alone where the
   * database's character classes are C, so what lies beyond is written as the octal digits of its
   * bytes. A part of a text stays a part of the written text, but not the other way round: who
   * searches with it compares the texts, too. No function of our own: the server would read its
   * source anew at every insert.
   */
  static String searchText(String text) {
    return "replace(encode(replace(%s, '\\', '\\\\')::bytea, 'escape'), '\\', '')"
        .formatted(lower(text));
  }

  private String string() {
    return "CASE WHEN jsonb_typeof(%s) = 'string' THEN %s END".formatted(json, raw);
  }
}
