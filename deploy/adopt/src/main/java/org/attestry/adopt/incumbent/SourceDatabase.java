package org.attestry.adopt.incumbent;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.attestry.adopt.report.AdoptFailure;

/** A database of the former system, of which the connections are read-only. */
public final class SourceDatabase {

  private static final int PAGE = 1_000;

  private final String url;
  private final String user;
  private final String password;

  public SourceDatabase(String url, String user, String password) {
    this.url = url;
    this.user = user;
    this.password = password;
  }

  /**
   * Opens a connection in a read-only transaction; the caller closes it.
   *
   * @throws AdoptFailure if the server refuses it
   */
  public Connection connect() {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("readOnly", "true");
    properties.setProperty("defaultRowFetchSize", Integer.toString(PAGE));
    properties.setProperty("ApplicationName", "attestry-adopt");
    try {
      Connection connection = DriverManager.getConnection(url, properties);
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      return connection;
    } catch (SQLException e) {
      throw new AdoptFailure(
          "The database %s cannot be read: %s".formatted(url, e.getMessage()), e);
    }
  }

  @Override
  public String toString() {
    return url;
  }
}
