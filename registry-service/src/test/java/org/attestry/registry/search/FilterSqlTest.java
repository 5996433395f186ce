package org.attestry.registry.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.TestType;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.Target;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.types.PublishedType;
import org.junit.jupiter.api.Test;

class FilterSqlTest {

  private final TypeIndexes indexes =
      new TypeIndexes(
          new PublishedType(TestType.named("T").indexed("name").substrings("name").build(), 1));

  /** Within a row, the server ends a statement only where a subquery begins. */
  @Test
  void eachComparisonWithAPartCanBeInterrupted() {
    for (String field : List.of("name", "email")) {
      for (boolean ignoreCase : List.of(false, true)) {
        List<Filter> parts =
            IntStream.range(0, 20).mapToObj(i -> contains(field, ignoreCase, "part" + i)).toList();
        String sql = sql(new Filter.Either(parts));
        String exact = "(SELECT strpos(";
        assertEquals(field.equals("name") ? 20 : 40, count(sql, exact), sql);
        assertEquals(count(sql, "strpos("), count(sql, exact), sql);
      }
    }
  }

  @Test
  void anyComparisonWithAFieldWithoutAnIndexCanBeInterrupted() {
    Filter equal =
        new Filter.Compare(
            new Target.Property(FieldPath.of("email")),
            Comparison.EQUAL,
            false,
            List.of(new Operand.Text("x"), new Operand.Text("y")));
    assertEquals(1, count(sql(equal), "(SELECT "));
  }

  @Test
  void aCandidateOfTheIndexOfPartsIsComparedWithFewCharacters() {
    Parameters parameters = new Parameters();
    String part = "0123456789abcdef" + "x".repeat(1_000);
    new FilterSql(indexes, parameters).condition(contains("name", false, part));
    assertEquals("0123456789abcdef", parameters.tuple().getString(0));
    assertEquals(part, parameters.tuple().getString(1));
  }

  private String sql(Filter filter) {
    return new FilterSql(indexes, new Parameters()).condition(filter);
  }

  private static Filter contains(String field, boolean ignoreCase, String part) {
    return new Filter.Compare(
        new Target.Property(FieldPath.of(field)),
        Comparison.CONTAINS,
        ignoreCase,
        List.of(new Operand.Text(part)));
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }
}
