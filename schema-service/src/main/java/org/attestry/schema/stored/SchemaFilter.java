package org.attestry.schema.stored;

import java.util.List;

/**
 * A query for schemas.
 *
 * @param drafts whether drafts are included
 * @param conditions the conditions, which must all hold
 * @param limit the most schemas of a page
 * @param offset the number of schemas to skip
 */
public record SchemaFilter(boolean drafts, List<Condition> conditions, int limit, long offset) {

  public SchemaFilter {
    conditions = List.copyOf(conditions);
  }

  /** The fields of a schema that can be queried. */
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
   * @param values one value, or several for {@code IN}
   */
  public record Condition(Field field, Operator operator, List<String> values) {
    public Condition {
      values = List.copyOf(values);
    }
  }

  /**
   * A page of schemas.
   *
   * @param total number of all matching schemas
   */
  public record Page(List<Schema> schemas, long total) {}
}
