package org.attestry.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service does not start with a database that has lost a row of its bookkeeping. */
class DamagedDatabaseIT {

  @ParameterizedTest
  @ValueSource(strings = {"search_key", "catalogue"})
  void refusesToStartAndNamesTheTable(String table) {
    RunningRegistry registry = RunningRegistry.start();
    registry.database.execute("DELETE FROM " + table);
    registry.close();

    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> RunningRegistry.sharing(registry));

    assertEquals(
        "The table %s of registry-service's database has lost its row. Restore the database from a backup."
            .formatted(table),
        refusal.getMessage());
  }
}
