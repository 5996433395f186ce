package org.attestry.registry.sql;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.OffsetDateTime;
import java.util.List;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.SystemField;
import org.attestry.registry.query.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SystemSqlTest {

  private static final Operand EARLY = time("2026-01-01T00:00:00Z");
  private static final Operand LATE = time("2026-02-01T00:00:00Z");

  /** The database refuses a statement once when it cannot infer a parameter's type. */
  @ParameterizedTest
  @EnumSource(names = {"EQUAL", "GREATER", "GREATER_OR_EQUAL", "LESS", "LESS_OR_EQUAL", "BETWEEN"})
  void conditionOnTheCreationUsesEachOfItsParameters(Comparison comparison) {
    Parameters parameters = new Parameters();
    Filter.Compare compare =
        new Filter.Compare(
            new Target.System(SystemField.CREATED_AT),
            comparison,
            false,
            comparison == Comparison.BETWEEN ? List.of(EARLY, LATE) : List.of(EARLY));

    String sql = new SystemSql(parameters).condition(compare, SystemField.CREATED_AT);

    for (int i = 1; i <= parameters.tuple().size(); i++) {
      assertTrue(sql.contains("$" + i + "::"), sql);
    }
  }

  private static Operand time(String text) {
    return new Operand.Time(OffsetDateTime.parse(text));
  }
}
