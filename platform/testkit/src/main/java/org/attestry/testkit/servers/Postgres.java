package org.attestry.testkit.servers;

/** A PostgreSQL server as its users see it, in a process or a container. */
public interface Postgres {

  String host();

  int port();

  String adminUser();

  String adminPassword();

  /**
   * Makes a role that may log in and a database that it owns and nobody else may enter. What is
   * there already stays; the role's password becomes the given one.
   */
  default TestDatabase createDatabase(String name, String role, String password) {
    return new DatabaseMaking(this).make(name, role, password);
  }

  /** Makes a copy of a database to which nobody is connected, for the same role. */
  default TestDatabase copyDatabase(TestDatabase original, String name) {
    return new DatabaseMaking(this).copy(original, name);
  }
}
