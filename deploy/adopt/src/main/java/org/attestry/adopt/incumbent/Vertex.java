package org.attestry.adopt.incumbent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of a table {@code V_…} with the vertices that its edges lead to.
 *
 * @param values the columns that have a value: texts, longs, doubles and booleans
 * @param children osid to vertex
 */
record Vertex(
    String label, long id, String osid, Map<String, Object> values, Map<String, Vertex> children) {

  static final String STATUS = "_status";
  private static final String INACTIVE = "false";

  Vertex(String label, long id, String osid, Map<String, Object> values) {
    this(label, id, osid, values, new LinkedHashMap<>());
  }

  /** Whether it was deleted; the row stays. */
  boolean isDeleted() {
    return INACTIVE.equals(String.valueOf(values.get(STATUS)));
  }

  boolean isArray() {
    return label.equals(Catalogue.ARRAY);
  }

  /** Returns the text of a column, or null. */
  String text(String column) {
    Object value = values.get(column);
    return value == null ? null : value.toString();
  }
}
