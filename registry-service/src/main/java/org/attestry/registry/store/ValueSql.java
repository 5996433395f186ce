package org.attestry.registry.store;

import org.attestry.registry.domain.types.ScalarKind;

/**
 * A JSON value in SQL. It has an expression for each sort of scalar, which is NULL for everything
 * else: so "5" and 5 are never equal, and each expression can have an index. Texts compare by code
 * point, in lower case by Unicode's simple mapping; numbers as numeric, without loss.
 *
 * @param json the value as jsonb
 * @param raw the value as text
 * @param given the condition without which the expressions of scalars are NULL; empty for none
 */
record ValueSql(String json, String raw, String given) {

  private static final String COLLATION = " COLLATE \"pg_c_utf8\"";

  /** Characters. At four bytes each they are less than half of what a B-tree takes. */
  private static final int BEGINNING = 200;

  /**
   * @param base a jsonb expression
   * @param path a text[] expression
   */
  static ValueSql at(String base, String path) {
    return new ValueSql(
        "(%s #> %s)".formatted(base, path), "(%s #>> %s)".formatted(base, path), "");
  }

  /** The value of a jsonb expression itself. */
  static ValueSql of(String base) {
    return new ValueSql(base, "(%s #>> '{}')".formatted(base), "");
  }

  /**
   * The same, where what is deleted has no scalar values. Its index leads to nothing deleted, so
   * that counting does not have to look at every entity for it.
   */
  ValueSql ofLiving() {
    return new ValueSql(json, raw, "deleted_at IS NULL AND ");
  }

  String text() {
    return collated(scalar(given, "string", raw));
  }

  /**
   * The beginning of the text, which has an index that takes texts of any length. A text is in
   * order with others as its beginning is, unless the beginnings are equal.
   */
  String beginning() {
    return "left(%s, %d)".formatted(text(), BEGINNING);
  }

  /** The same of a text that is compared with it. */
  static String beginning(String text) {
    return text.codePointCount(0, text.length()) <= BEGINNING
        ? text
        : text.substring(0, text.offsetByCodePoints(0, BEGINNING));
  }

  /** What the trigrams of the text are taken from. */
  String searchText() {
    return searchText(scalar("", "string", raw));
  }

  String number() {
    return "(%s)".formatted(scalar(given, "number", "(%s)::numeric".formatted(json)));
  }

  String truth() {
    return "(%s)".formatted(scalar(given, "boolean", "(%s)::boolean".formatted(json)));
  }

  String of(ScalarKind kind) {
    return switch (kind) {
      case TEXT -> text();
      case NUMBER -> number();
      case TRUTH -> truth();
    };
  }

  /**
   * The condition as a comparison of numbers, which the planner expects to hold of nearly all rows:
   * of two conditions about the same values one alone decides how many are expected.
   */
  static String expectedToHold(String condition) {
    return "(%s)::int <> 0".formatted(condition);
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

  private String scalar(String given, String jsonType, String value) {
    return "CASE WHEN %sjsonb_typeof(%s) = '%s' THEN %s END"
        .formatted(given, json, jsonType, value);
  }
}
