package org.attestry.bench.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.attestry.bench.load.BenchFailure;
import org.attestry.registry.stored.EntitySql;
import org.junit.jupiter.api.Test;

class PgbenchScriptsTest {

  /** What pgbench takes for a variable: a colon that no colon precedes, before a letter. */
  private static final Pattern VARIABLE = Pattern.compile("(?<!:):([A-Za-z_]\\w*)");

  @Test
  void givesEveryParameterOfTheCreateStatementAnExpression() {
    String script = PgbenchScripts.create(7, "Item", 1);
    assertFalse(script.contains("$"), script);
    assertTrue(script.contains("(ARRAY[7])"), script);
  }

  @Test
  void keepsTheTextOfTheStatementOfTheService() {
    String script = PgbenchScripts.read(7, 10);
    String statement = EntitySql.of(7).find();
    assertTrue(script.contains(statement.substring(0, statement.indexOf("$1"))), script);
  }

  @Test
  void usesNoVariableThatItDoesNotSet() {
    String script = PgbenchScripts.create(7, "Item", 1);
    List<String> variables =
        VARIABLE.matcher(script).results().map(found -> found.group(1)).distinct().toList();
    assertEquals(List.of("n", "client_id", "key"), variables);
  }

  @Test
  void refusesAStatementWithMoreParametersThanItKnows() {
    BenchFailure failure =
        assertThrows(
            BenchFailure.class, () -> PgbenchScripts.fill("VALUES ($1, $2)", List.of("1")));
    assertTrue(failure.getMessage().contains("$2"));
  }

  @Test
  void distinguishesTheFirstParameterFromTheTenth() {
    assertEquals(
        "VALUES ((j), (a))",
        PgbenchScripts.fill(
            "VALUES ($10, $1)", List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")));
  }

  @Test
  void worksOutKeysInConstantsInTheDatabase() {
    assertEquals("('a''b' || :key || 'c')", PgbenchScripts.text("a'b{key}c", "id"));
  }
}
