package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerIT {

  private static final String INVALID_PASSWORD = "28P01";
  private static final String NOT_ALLOWED = "42501";

  @Test
  void commitsAreDurablePasswordsScramAndLogsTerse() throws SQLException {
    TestDatabase database = TestServers.freshDatabase("settings");
    assertEquals("on", database.single("SHOW fsync"));
    assertEquals("on", database.single("SHOW synchronous_commit"));
    assertEquals("scram-sha-256", database.single("SHOW password_encryption"));
    assertEquals("terse", database.single("SHOW log_error_verbosity"));
  }

  @Test
  void refusesAWrongPassword() {
    TestDatabase database = TestServers.freshDatabase("wrong");
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> DriverManager.getConnection(database.jdbcUrl(), database.role(), "guess"));
    assertEquals(INVALID_PASSWORD, refused.getSQLState());
  }

  @Test
  void keepsARoleOutOfTheDatabaseOfAnother() {
    TestDatabase mine = TestServers.freshDatabase("mine");
    TestDatabase other = TestServers.freshDatabase("other");
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> DriverManager.getConnection(other.jdbcUrl(), mine.role(), mine.password()));
    assertEquals(NOT_ALLOWED, refused.getSQLState());
  }

  @Test
  void makingADatabaseAgainKeepsItsContentAndSetsThePassword() throws SQLException {
    TestDatabase first = TestServers.freshDatabase("again");
    first.execute("CREATE TABLE kept (n int)");
    TestDatabase second =
        TestServers.postgres().createDatabase(first.name(), first.role(), "it's \"new\" %I");
    second.execute("INSERT INTO kept VALUES (7)");
    assertEquals("7", second.single("SELECT n FROM kept"));
  }

  @Test
  void namesAreQuoted() throws SQLException {
    String awkward = "odd \"name'; --";
    TestDatabase database = TestServers.postgres().createDatabase(awkward, awkward, "p");
    assertEquals(awkward, database.single("SELECT current_user"));
  }

  @Test
  void rowsSurviveAKillAndARestart(@TempDir Path folder) throws SQLException {
    Path data = ReadableFolder.in(folder);
    ServerFiles files = ServerFiles.ofThisUser();
    PostgresServer server = PostgresServer.start(files, data, Port.free());
    TestDatabase before = server.createDatabase("kept", "kept", "p");
    assertEquals("127.0.0.1", before.single("SHOW listen_addresses"));
    before.execute("CREATE TABLE t AS SELECT 42 AS n");
    server.kill();
    try (PostgresServer again = PostgresServer.start(files, data, Port.free())) {
      assertEquals("42", again.createDatabase("kept", "kept", "p").single("SELECT n FROM t"));
    }
  }

  @Test
  void secondServerOnTheSameDataIsRefused(@TempDir Path folder) {
    Path data = ReadableFolder.in(folder);
    ServerFiles files = ServerFiles.ofThisUser();
    try (PostgresServer first = PostgresServer.start(files, data, Port.free())) {
      ServerFailure refused =
          assertThrows(ServerFailure.class, () -> PostgresServer.start(files, data, Port.free()));
      assertTrue(refused.getMessage().contains("in use"), refused.getMessage());
      assertFalse(first.onExit().isDone());
    }
  }

  @Test
  void takenPortNamesThePortAndTheSetting(@TempDir Path folder) {
    int taken = TestServers.postgres().port();
    ServerFailure refused =
        assertThrows(
            ServerFailure.class,
            () ->
                PostgresServer.start(
                    ServerFiles.ofThisUser(),
                    ReadableFolder.in(folder),
                    Port.of(taken, "POSTGRES_PORT")));
    assertEquals(
        "Port %d, wanted by PostgreSQL, is taken by another program: stop that program or set POSTGRES_PORT to a free port."
            .formatted(taken),
        refused.getMessage());
  }

  @Test
  void serverThatCannotStartShowsTheEndOfItsLog(@TempDir Path folder) throws Exception {
    Path data = ReadableFolder.in(folder);
    ServerFiles files = ServerFiles.ofThisUser();
    PostgresServer.start(files, data, Port.free()).close();
    Files.writeString(data.resolve("cluster/PG_VERSION"), "12\n");
    ServerFailure failure =
        assertThrows(ServerFailure.class, () -> PostgresServer.start(files, data, Port.free()));
    assertTrue(failure.getMessage().contains("incompatible"), failure.getMessage());
  }
}
