package org.attestry.adopt.incumbent;

import static org.attestry.adopt.incumbent.Identifiers.quoted;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.adopt.report.AdoptFailure;

/**
 * The tables of the registry: {@code V_label} holds the vertices of a label, {@code E_label} the
 * edges. The columns of an edge name the labels at its two ends: {@code public.Student__O} is where
 * it begins, {@code public.address__I} where it leads to.
 */
public final class Catalogue {

  /** The label of the vertices between an entity and the items of an array of objects. */
  static final String ARRAY = "_array_node";

  private static final String VERTICES = "V_";
  private static final String EDGES = "E_";
  private static final String BEGINS = "__O";
  private static final String LEADS = "__I";

  /** Edges of one table that begin at one label and lead to another. */
  record Edge(String table, String from, String to, String child) {}

  private final String schema;
  private final Map<String, Set<String>> tables = new LinkedHashMap<>();

  private Catalogue(String schema) {
    this.schema = schema;
  }

  /**
   * Reads the catalogue.
   *
   * @param schema the schema of PostgreSQL that holds the tables
   */
  public static Catalogue read(Connection connection, String schema) {
    Catalogue catalogue = new Catalogue(schema);
    try (PreparedStatement columns =
        connection.prepareStatement(
            """
            SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = ? ORDER BY table_name, ordinal_position
            """)) {
      columns.setString(1, schema);
      try (ResultSet rows = columns.executeQuery()) {
        while (rows.next()) {
          catalogue
              .tables
              .computeIfAbsent(rows.getString(1), _ -> new LinkedHashSet<>())
              .add(rows.getString(2));
        }
      }
    } catch (SQLException e) {
      throw new AdoptFailure("The tables cannot be listed: " + e.getMessage(), e);
    }
    return catalogue;
  }

  public boolean hasVertices(String label) {
    return tables.containsKey(VERTICES + label);
  }

  public boolean hasTable(String name) {
    return tables.containsKey(name);
  }

  boolean hasColumn(String label, String column) {
    return tables.getOrDefault(VERTICES + label, Set.of()).contains(column);
  }

  /** Returns the labels of all vertices. */
  public List<String> labels() {
    return tables.keySet().stream()
        .filter(name -> name.startsWith(VERTICES))
        .map(name -> name.substring(VERTICES.length()))
        .toList();
  }

  /** Returns the quoted name of the table with the vertices of a label. */
  String vertices(String label) {
    return quoted(schema) + '.' + quoted(VERTICES + label);
  }

  /** Returns the quoted name of another table of the schema. */
  String table(String name) {
    return quoted(schema) + '.' + quoted(name);
  }

  /** Returns the edges that begin at vertices of a label. */
  List<Edge> edgesFrom(String label) {
    List<Edge> found = new ArrayList<>();
    tables.forEach(
        (table, columns) -> {
          if (table.startsWith(EDGES)) {
            columns.stream()
                .filter(column -> isEnd(column, label))
                .forEach(from -> addEdges(found, table, columns, from));
          }
        });
    return found;
  }

  private void addEdges(List<Edge> found, String table, Set<String> columns, String from) {
    for (String to : columns) {
      if (to.endsWith(LEADS)) {
        String child = to.substring(to.indexOf('.') + 1, to.length() - LEADS.length());
        if (hasVertices(child)) {
          found.add(new Edge(table(table), quoted(from), quoted(to), child));
        }
      }
    }
  }

  private static boolean isEnd(String column, String label) {
    return column.endsWith("." + label + BEGINS);
  }
}
