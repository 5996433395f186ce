package org.attestry.testkit.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** Creates databases and their roles on a server. */
final class DatabaseMaking {

  /** The SQLSTATEs of the errors for a role or database that exists already. */
  private static final Set<String> ALREADY_THERE = Set.of("42710", "42P04", "23505");

  private final Postgres server;

  DatabaseMaking(Postgres server) {
    this.server = server;
  }

  TestDatabase make(String name, String role, String password) {
    try (Connection admin = administrator()) {
      makeUnlessThere(admin, "CREATE ROLE %I", role);
      execute(admin, "ALTER ROLE %I LOGIN PASSWORD %L", role, password);
      makeUnlessThere(admin, "CREATE DATABASE %I OWNER %I", name, role);
      execute(admin, "REVOKE ALL ON DATABASE %I FROM PUBLIC", name);
      return new TestDatabase(server.host(), server.port(), name, role, password);
    } catch (SQLException e) {
      throw notMade(name, e);
    }
  }

  TestDatabase copy(TestDatabase original, String name) {
    try (Connection admin = administrator()) {
      execute(
          admin, "CREATE DATABASE %I OWNER %I TEMPLATE %I", name, original.role(), original.name());
      execute(admin, "REVOKE ALL ON DATABASE %I FROM PUBLIC", name);
      return new TestDatabase(
          original.host(), original.port(), name, original.role(), original.password());
    } catch (SQLException e) {
      throw notMade(name, e);
    }
  }

  private Connection administrator() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/postgres".formatted(server.host(), server.port()),
        server.adminUser(),
        server.adminPassword());
  }

  private static ServerFailure notMade(String name, SQLException cause) {
    return new ServerFailure(
        "The database %s could not be made: %s".formatted(name, cause.getMessage()), cause);
  }

  private static void makeUnlessThere(Connection admin, String template, String... values)
      throws SQLException {
    try {
      execute(admin, template, values);
    } catch (SQLException e) {
      if (!ALREADY_THERE.contains(e.getSQLState())) {
        throw e;
      }
    }
  }

  /**
   * Executes a DDL statement. DDL has no parameters, so the server itself quotes the values into
   * the statement's text.
   */
  private static void execute(Connection admin, String template, String... values)
      throws SQLException {
    String marks = ", ?".repeat(values.length);
    try (PreparedStatement quote = admin.prepareStatement("SELECT format(?" + marks + ")");
        Statement definition = admin.createStatement()) {
      quote.setString(1, template);
      for (int i = 0; i < values.length; i++) {
        quote.setString(i + 2, values[i]);
      }
      try (ResultSet row = quote.executeQuery()) {
        row.next();
        definition.execute(row.getString(1));
      }
    }
  }
}
