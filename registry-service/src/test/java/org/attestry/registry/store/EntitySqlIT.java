package org.attestry.registry.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A statement whose parameters the server cannot type by itself still works, but the client then
 * prepares it anew, twice, each time that it is executed.
 */
class EntitySqlIT {

  enum Writing {
    INSERT,
    UPDATE;

    String of(EntitySql sql) {
      return this == INSERT ? sql.insert() : sql.update();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isPreparedWithoutBeingToldTheTypes(Writing writing) throws SQLException {
    try (RunningRegistry registry = RunningRegistry.start()) {
      registry.publish(TestType.named("Typed"));
      EntitySql sql = EntitySql.of(1);
      try (Connection connection =
              DriverManager.getConnection(
                  registry.database.jdbcUrl(),
                  registry.database.role(),
                  registry.database.password());
          Statement statement = connection.createStatement()) {
        statement.execute("PREPARE written AS " + writing.of(sql));
      }
    }
  }
}
