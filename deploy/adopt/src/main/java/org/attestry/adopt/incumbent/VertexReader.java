package org.attestry.adopt.incumbent;

import static org.attestry.adopt.incumbent.Identifiers.quoted;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.attestry.adopt.incumbent.Catalogue.Edge;

/**
 * Reads entities with everything below them, a page at a time: one query for the rows of a type,
 * and one for each kind of edge. Every query uses an index that the former system has: the primary
 * key of the vertices, and the indexes of both ends of the edges.
 */
final class VertexReader {

  private static final String ID = "ID";
  private static final String OSID = "osid";
  private static final String ITEMS = "_intType";
  private static final String PARENT = "the parent";

  private final Catalogue catalogue;
  private final Map<String, List<Edge>> edges = new ConcurrentHashMap<>();

  VertexReader(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Reads the entities whose number is greater than {@code after} and at most {@code last}, in
   * order.
   */
  List<Vertex> read(Connection connection, String label, long after, long last)
      throws SQLException {
    List<Vertex> roots = new ArrayList<>();
    String sql =
        "SELECT * FROM %s WHERE %s > ? AND %s <= ? ORDER BY %s"
            .formatted(catalogue.vertices(label), quoted(ID), quoted(ID), quoted(ID));
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setLong(1, after);
      query.setLong(2, last);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          roots.add(vertex(rows, label));
        }
      }
    }
    addChildren(connection, label, roots);
    return roots;
  }

  private void addChildren(Connection connection, String root, List<Vertex> roots)
      throws SQLException {
    Map<String, List<Vertex>> level = Map.of(root, roots);
    Set<String> seen = new HashSet<>();
    while (!level.isEmpty()) {
      Map<String, List<Vertex>> next = new HashMap<>();
      for (Map.Entry<String, List<Vertex>> parents : level.entrySet()) {
        for (Edge edge : edges.computeIfAbsent(parents.getKey(), catalogue::edgesFrom)) {
          List<Vertex> from = beginning(edge, parents.getValue());
          if (!edge.child().equals(root) && !from.isEmpty()) {
            List<Vertex> children = children(connection, edge, from);
            children.removeIf(child -> !seen.add(child.label() + child.id()));
            next.computeIfAbsent(edge.child(), _ -> new ArrayList<>()).addAll(children);
          }
        }
      }
      next.values().removeIf(List::isEmpty);
      level = next;
    }
  }

  /** Returns the vertices at which the edges may begin: an array leads to its items alone. */
  private static List<Vertex> beginning(Edge edge, List<Vertex> parents) {
    return parents.stream()
        .filter(parent -> !parent.isArray() || edge.child().equals(parent.text(ITEMS)))
        .toList();
  }

  /** Reads the vertices that edges of one kind lead to, and adds them to their parents. */
  private List<Vertex> children(Connection connection, Edge edge, List<Vertex> parents)
      throws SQLException {
    Map<Long, Vertex> byId = new HashMap<>();
    parents.forEach(parent -> byId.put(parent.id(), parent));
    String sql =
        "SELECT e.%s AS %s, v.* FROM %s e JOIN %s v ON v.%s = e.%s WHERE e.%s = ANY (?)"
            .formatted(
                edge.from(),
                quoted(PARENT),
                edge.table(),
                catalogue.vertices(edge.child()),
                quoted(ID),
                edge.to(),
                edge.from());
    List<Vertex> children = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setArray(1, connection.createArrayOf("bigint", byId.keySet().toArray()));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          Vertex child = vertex(rows, edge.child());
          if (!child.isDeleted() && child.osid() != null) {
            byId.get(rows.getLong(PARENT)).children().put(child.osid(), child);
            children.add(child);
          }
        }
      }
    }
    return children;
  }

  private static Vertex vertex(ResultSet rows, String label) throws SQLException {
    Map<String, Object> values = new LinkedHashMap<>();
    ResultSetMetaData columns = rows.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      Object value = rows.getObject(i);
      if (value != null) {
        values.put(columns.getColumnLabel(i), value instanceof Number n ? number(n) : value);
      }
    }
    values.remove(PARENT);
    long id = ((Number) values.remove(ID)).longValue();
    Object osid = values.remove(OSID);
    return new Vertex(label, id, osid == null ? null : osid.toString(), values);
  }

  private static Number number(Number value) {
    return switch (value) {
      case Double d -> d;
      case Float f -> (double) f;
      case BigDecimal d -> d;
      default -> value.longValue();
    };
  }
}
