package org.attestry.testkit.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A database with the role that owns it.
 *
 * @param host address of the server
 * @param role user name; may connect to this database and to no other of ours
 * @param password the role's password
 */
public record TestDatabase(String host, int port, String name, String role, String password) {

  public String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
  }

  /** What a service that stores its data here finds in its environment. */
  public Map<String, String> settings() {
    return Map.of(
        "POSTGRES_HOST", host,
        "POSTGRES_PORT", Integer.toString(port),
        "POSTGRES_DATABASE", name,
        "POSTGRES_USER", role,
        "POSTGRES_PASSWORD", password);
  }

  /** A new connection of the role; the caller closes it. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), role, password);
  }

  /**
   * Reads past the service whose data it is.
   *
   * @param sql a query with a {@code ?} for each value
   * @return the first column of each row, as text
   */
  public List<String> query(String sql, Object... values) {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      List<String> column = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          column.add(rows.getString(1));
        }
      }
      return column;
    } catch (SQLException e) {
      throw new IllegalStateException("The query failed: " + e.getMessage(), e);
    }
  }

  /** The first column of the first row that a query finds. */
  public String single(String sql, Object... values) {
    return query(sql, values).getFirst();
  }

  /** Runs statements that the service itself would not. */
  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("The statement failed: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "%s as %s".formatted(jdbcUrl(), role);
  }
}
