package org.attestry.registry.search;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.TestType;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.SystemField;
import org.attestry.registry.query.Target;
import org.attestry.registry.types.PublishedType;
import org.junit.jupiter.api.Test;

class IndexUseTest {

  private static final Filter NAME = equal("name", new Operand.Text("Anna"));
  private static final Filter EMAIL = equal("email", new Operand.Text("a@example.org"));

  private final TypeIndexes indexes =
      new TypeIndexes(
          new PublishedType(TestType.named("T").indexed("name", "age").unique("email").build(), 1));

  @Test
  void onlyLivingMatchWhereEachPartIsAValueOfAnIndexField() {
    assertOnlyLiving(true, NAME);
    assertOnlyLiving(true, new Filter.All(List.of(NAME, equal("age", new Operand.Text("5")))));
  }

  /** PostgreSQL uses a partial index only where its condition is in the statement. */
  @Test
  void conditionStaysWhereAPartialIndexMayBeBetter() {
    Filter owner =
        new Filter.Compare(
            new Target.System(SystemField.OWNER),
            Comparison.EQUAL,
            false,
            List.of(new Operand.Text("anna")));
    assertOnlyLiving(false, EMAIL);
    assertOnlyLiving(false, new Filter.All(List.of(NAME, EMAIL)));
    assertOnlyLiving(false, new Filter.All(List.of(NAME, owner)));
  }

  @Test
  void deletedMatchWhatIsNotAValue() {
    assertOnlyLiving(false, null);
    assertOnlyLiving(false, equal("phone", new Operand.Text("1")));
    assertOnlyLiving(false, equal("name", new Operand.Null()));
    assertOnlyLiving(false, new Filter.Not(NAME));
    assertOnlyLiving(false, new Filter.Either(List.of(NAME, NAME)));
    assertFalse(IndexUse.findsLiving(new Filter.Not(NAME), indexes));
    assertFalse(IndexUse.findsLiving(EMAIL, indexes));
    assertTrue(IndexUse.findsLiving(new Filter.All(List.of(EMAIL, NAME)), indexes));
  }

  private void assertOnlyLiving(boolean expected, Filter filter) {
    assertTrue(expected == IndexUse.onlyLiving(filter, indexes), () -> "" + filter);
  }

  private static Filter equal(String field, Operand operand) {
    return new Filter.Compare(
        new Target.Property(FieldPath.of(field)), Comparison.EQUAL, false, List.of(operand));
  }
}
