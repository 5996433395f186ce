package org.attestry.schema.domain;

import java.util.List;

/**
 * Which schemas are wanted.
 *
 * @param drafts whether drafts are among them
 * @param conditions all of which hold
 * @param limit how many at most
 * @param offset how many to pass over
 */
public record SchemaFilter(boolean drafts, List<Condition> conditions, int limit, long offset) {

  public SchemaFilter {
    conditions = List.copyOf(conditions);
  }

  /** What a schema is found by. */
  public enum Field {
    NAME,
    TITLE,
    STATUS,
    OSID
  }

  /** How a field is compared; {@code IN} holds for any of the values. */
  public enum Operator {
    EQ,
    NEQ,
    IN,
    CONTAINS,
    STARTS_WITH
  }

  /**
   * @param values one, but for {@code IN}
   */
  public record Condition(Field field, Operator operator, List<String> values) {
    public Condition {
      values = List.copyOf(values);
    }
  }

  /**
   * A page of schemas.
   *
   * @param total how many there are in all
   */
  public record Page(List<Schema> schemas, long total) {}
}
