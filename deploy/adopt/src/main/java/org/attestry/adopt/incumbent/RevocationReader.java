package org.attestry.adopt.incumbent;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import org.attestry.adopt.report.AdoptFailure;

/**
 * Reads all revocations: the table {@code V_RevokedCredential}, and the revoked rows of the
 * credentials service of version 2, whose credentials have no status of their own.
 */
public final class RevocationReader {

  private static final String LABEL = "RevokedCredential";
  private static final String CREDENTIALS = "VerifiableCredentials";

  private final Catalogue catalogue;

  public RevocationReader(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** Reads the table of the registry, row by row. */
  public void read(Connection connection, Consumer<Revocation> each) {
    if (!catalogue.hasVertices(LABEL)) {
      return;
    }
    String sql =
        "SELECT osid, %s, NULL, %s FROM %s ORDER BY \"ID\""
            .formatted(column("signedData"), column("osCreatedAt"), catalogue.vertices(LABEL));
    read(connection, sql, each);
  }

  /** Reads the table of the credentials service, row by row. */
  public void readIssued(Connection connection, Consumer<Revocation> each) {
    String sql =
        """
        SELECT id, NULL, id, to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        FROM %s WHERE status::text = 'REVOKED' ORDER BY id
        """
            .formatted(Identifiers.quoted(CREDENTIALS));
    read(connection, sql, each);
  }

  private String column(String name) {
    return catalogue.hasColumn(LABEL, name) ? Identifiers.quoted(name) : "NULL";
  }

  private static void read(Connection connection, String sql, Consumer<Revocation> each) {
    try (Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(sql)) {
      while (rows.next()) {
        each.accept(
            new Revocation(
                rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4)));
      }
    } catch (SQLException e) {
      throw new AdoptFailure("The revocations cannot be read: " + e.getMessage(), e);
    }
  }
}
