package org.attestry.adopt.incumbent;

import static org.attestry.adopt.incumbent.Identifiers.quoted;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Report;

/** Reads the entities of one type, deleted ones too. Safe for use by several threads. */
public final class EntityReader {

  private final EntityType type;
  private final Catalogue catalogue;
  private final VertexReader vertices;
  private final EntityAssembly assembly;

  public EntityReader(EntityType type, Catalogue catalogue, Report report) {
    this.type = type;
    this.catalogue = catalogue;
    this.vertices = new VertexReader(catalogue);
    this.assembly = new EntityAssembly(type, report);
  }

  public EntityType type() {
    return type;
  }

  /**
   * Reads the entities whose number in the table is greater than {@code after} and at most {@code
   * last}.
   */
  public List<IncumbentEntity> read(Connection connection, long after, long last) {
    try {
      return vertices.read(connection, type.name(), after, last).stream()
          .filter(vertex -> vertex.osid() != null)
          .map(assembly::entity)
          .toList();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Returns the greatest number in the table; 0 if there is no entity. */
  public long last(Connection connection) {
    return single(connection, "coalesce(max(%s), 0)".formatted(quoted("ID")));
  }

  public Counts count(Connection connection) {
    if (!catalogue.hasVertices(type.name())) {
      return new Counts(0, 0, 0);
    }
    long all = single(connection, "count(*)");
    long deleted =
        catalogue.hasColumn(type.name(), Vertex.STATUS)
            ? single(connection, "count(*) FILTER (WHERE \"_status\"::text = 'false')")
            : 0;
    long signed =
        catalogue.hasColumn(type.name(), "_osSignedData")
            ? single(connection, "count(*) FILTER (WHERE \"_osSignedData\" <> '')")
            : 0;
    return new Counts(all, deleted, signed);
  }

  private long single(Connection connection, String expression) {
    if (!catalogue.hasVertices(type.name())) {
      return 0;
    }
    String sql = "SELECT %s FROM %s".formatted(expression, catalogue.vertices(type.name()));
    try (Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private AdoptFailure unreadable(SQLException e) {
    return new AdoptFailure(
        "Entities of the type %s cannot be read: %s".formatted(type.name(), e.getMessage()), e);
  }

  /**
   * How many entities a type has.
   *
   * @param signed those with a credential that is not revoked
   */
  public record Counts(long all, long deleted, long signed) {}
}
