package org.attestry.registry.sql;

import org.attestry.registry.types.ScalarKind;

/**
 * A JSON value in SQL, with an expression for each kind of scalar. An expression is NULL for values
 * of other kinds, so that "5" and 5 are never equal, and each expression can have an index. Texts
 * compare by code point; lower case is Unicode's simple mapping. Numbers compare as numeric,
 * without loss.
 *
 * @param json the value as jsonb
 * @param raw the value as text
 * @param given the condition without which the expressions of scalars are NULL; empty for none
 */
public record ValueSql(String json, String raw, String given) {

  private static final String COLLATION = " COLLATE \"pg_c_utf8\"";

  /**
   * @param base a jsonb expression
   * @param path a text[] expression
   */
  public static ValueSql at(String base, String path) {
    return new ValueSql(
        "(%s #> %s)".formatted(base, path), "(%s #>> %s)".formatted(base, path), "");
  }

  /** Returns the value of a jsonb expression itself. */
  public static ValueSql of(String base) {
    return new ValueSql(base, "(%s #>> '{}')".formatted(base), "");
  }

  /**
   * Returns the same value, without scalar values for deleted entities. Its index does not contain
   * deleted entities, so that counting need not check each entity for deletion.
   */
  public ValueSql ofLiving() {
    return new ValueSql(json, raw, "deleted_at IS NULL AND ");
  }

  public String text() {
    return collated(scalar(given, "string", raw));
  }

  /** Returns the expression from which the trigrams of the text are extracted. */
  public String searchText() {
    return searchText(scalar("", "string", raw));
  }

  public String number() {
    return "(%s)".formatted(scalar(given, "number", "(%s)::numeric".formatted(json)));
  }

  public String truth() {
    return "(%s)".formatted(scalar(given, "boolean", "(%s)::boolean".formatted(json)));
  }

  public String of(ScalarKind kind) {
    return switch (kind) {
      case TEXT -> text();
      case NUMBER -> number();
      case TRUTH -> truth();
    };
  }

  /**
   * Returns the condition as a comparison of numbers, which the planner expects to hold for nearly
   * all rows. So of two conditions on the same values, only the other one determines the expected
   * number of rows. It is a subquery, because the server looks where one begins whether it is to
   * end the statement; within one row it does so nowhere else.
   */
  public static String expectedToHold(String condition) {
    return "(SELECT %s)::int <> 0".formatted(condition);
  }

  public static String collated(String text) {
    return "((%s)%s)".formatted(text, COLLATION);
  }

  public static String lower(String text) {
    return "lower(%s%s)".formatted(text, COLLATION);
  }

  /**
   * Returns the expression from which the trigrams of a text are extracted. If the database's
   * character classes are those of locale C, trigrams consist of ASCII letters and digits only, so
   * other characters are written as the octal digits of their bytes. A part of a text is also a
   * part of the written text, but not the reverse: a search must compare the texts, too. This is
   * not an SQL function, because the server would read its source again at every insert.
   */
  public static String searchText(String text) {
    return "replace(encode(replace(%s, '\\', '\\\\')::bytea, 'escape'), '\\', '')"
        .formatted(lower(text));
  }

  private String scalar(String given, String jsonType, String value) {
    return "CASE WHEN %sjsonb_typeof(%s) = '%s' THEN %s END"
        .formatted(given, json, jsonType, value);
  }
}
