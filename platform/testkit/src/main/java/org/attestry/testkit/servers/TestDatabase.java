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
 * @param role user name; may connect to this database and to no other database of the tests
 * @param password the role's password
 */
public record TestDatabase(String host, int port, String name, String role, String password) {

  public String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
  }

  /** Returns the settings of a service that stores its data in this database. */
  public Map<String, String> settings() {
    return Map.of(
        "POSTGRES_HOST", host,
        "POSTGRES_PORT", Integer.toString(port),
        "POSTGRES_DATABASE", name,
        "POSTGRES_USER", role,
        "POSTGRES_PASSWORD", password);
  }

  /** Opens a connection of the role; the caller must close it. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), role, password);
  }

  /**
   * Reads data directly, without the service that owns it.
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

  /** Returns the first column of the first row that a query returns. */
  public String single(String sql, Object... values) {
    return query(sql, values).getFirst();
  }

  /** Executes SQL statements that the service itself would not execute. */
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
