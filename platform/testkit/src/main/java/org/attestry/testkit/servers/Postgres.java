package org.attestry.testkit.servers;

/** The address and administrator of a PostgreSQL server that runs in a process or a container. */
public interface Postgres {

  String host();

  int port();

  String adminUser();

  String adminPassword();

  /**
   * Creates a role that may log in, and a database that the role owns and to which no other role
   * may connect. An existing role or database is kept; the role's password is set to the given one.
   */
  default TestDatabase createDatabase(String name, String role, String password) {
    return new DatabaseMaking(this).make(name, role, password);
  }

  /**
   * Creates a copy of a database, for the same role. No client may be connected to the original.
   */
  default TestDatabase copyDatabase(TestDatabase original, String name) {
    return new DatabaseMaking(this).copy(original, name);
  }
}
