package org.attestry.testkit.servers;

/**
 * A database with the role that owns it.
 *
 * @param host address of the server
 * @param role user name; may connect to this database and to no other of ours
 * @param password the role's password
 */
public record Database(String host, int port, String name, String role, String password) {

  public String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
  }

  @Override
  public String toString() {
    return "%s as %s".formatted(jdbcUrl(), role);
  }
}
