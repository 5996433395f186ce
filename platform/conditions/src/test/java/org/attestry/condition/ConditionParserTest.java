package org.attestry.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionParserTest {

  private static final Operand SCHOOL = attestor("school");
  private static final Operand HOME = requester("school");
  private static final Condition SAME_SCHOOL = compare(Comparator.CONTAINS, SCHOOL, HOME);

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "true", "(true)"})
  void blankAndTrueAlwaysHold(String text) {
    assertEquals(new Condition.Always(), ConditionParser.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(ATTESTOR#$.school#.contains(REQUESTER#$.school#))",
        "ATTESTOR#$.school#.contains(REQUESTER#$.school#)",
        "((ATTESTOR#$.school#)).contains((REQUESTER#$.school#))",
        " ATTESTOR# $.school # . contains ( REQUESTER#school# ) "
      })
  void readsTheUsualForm(String text) {
    assertEquals(SAME_SCHOOL, ConditionParser.parse(text.replace(". contains", ".contains")));
  }

  @ParameterizedTest
  @CsvSource({
    "==,EQUALS",
    "!=,NOT_EQUALS",
    "<,LESS",
    ">,GREATER",
  })
  void readsSigns(String sign, Comparator comparator) {
    assertEquals(
        compare(comparator, SCHOOL, new Literal("5")),
        ConditionParser.parse("ATTESTOR#$.school#" + sign + "5"));
  }

  @ParameterizedTest
  @CsvSource({
    "contains,CONTAINS",
    "equals,EQUALS",
    "equalsIgnoreCase,EQUALS_IGNORE_CASE",
    "startsWith,STARTS_WITH",
  })
  void readsMethods(String method, Comparator comparator) {
    assertEquals(
        compare(comparator, HOME, new Literal("x")),
        ConditionParser.parse("REQUESTER#$.school#." + method + "('x')"));
  }

  @Test
  void andBindsTighterThanOrAndNotTighterThanBoth() {
    Condition one = compare(Comparator.EQUALS, SCHOOL, new Literal("1"));
    Condition two = compare(Comparator.EQUALS, SCHOOL, new Literal("2"));
    Condition three = compare(Comparator.EQUALS, SCHOOL, new Literal("3"));
    Condition expected =
        new Condition.Or(List.of(one, new Condition.And(List.of(new Condition.Not(two), three))));
    String a = "ATTESTOR#$.school# == ";
    assertEquals(expected, ConditionParser.parse(a + "1 || !(" + a + "2) && " + a + "3"));
    assertEquals(expected, ConditionParser.parse(a + "'1' or !(" + a + "'2') AND " + a + "\"3\""));
  }

  @Test
  void parenthesesGroup() {
    Condition expected =
        new Condition.And(
            List.of(new Condition.Or(List.of(SAME_SCHOOL, SAME_SCHOOL)), SAME_SCHOOL));
    String same = "ATTESTOR#$.school#.contains(REQUESTER#$.school#)";
    assertEquals(expected, ConditionParser.parse("(%1$s || %1$s) && %1$s".formatted(same)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.a.[*].b", "$.a[*].b", "$.a.*.b"})
  void readsThreeSpellingsOfEveryItem(String path) {
    Condition read = ConditionParser.parse("ATTESTOR#%s#.contains('x')".formatted(path));
    assertEquals(List.of(FieldPath.of("a", "*", "b")), ConditionPaths.of(read, Side.ATTESTOR));
  }

  @Test
  void readsRolesOfTheToken() {
    assertEquals(
        compare(
            Comparator.CONTAINS,
            new Values(Side.ATTESTOR, FieldPath.of("*")),
            new Literal("board-cbse")),
        ConditionParser.parse("(ATTESTOR#$.[*]#.contains('board-cbse'))"));
  }

  @Test
  void literalsAreDataWhateverStandsInThem() {
    String text = "T(java.lang.Runtime) && #x# '' or \" ) . (";
    Condition read =
        ConditionParser.parse("ATTESTOR#$.school#.equals('" + text.replace("'", "''") + "')");
    assertEquals(compare(Comparator.EQUALS, SCHOOL, new Literal(text)), read);
  }

  @Test
  void numbersKeepTheirText() {
    assertEquals(
        compare(Comparator.GREATER, SCHOOL, new Literal("-10.50")),
        ConditionParser.parse("ATTESTOR#$.school# > -10.50"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "ATTESTOR#$.a#~1",
        "ATTESTOR#$.a# ==~17",
        "ATTESTOR#$.a#.contains 'x'~24",
        "ATTESTOR#$.a#.matches('x')~14",
        "ATTESTOR$.a# == 1~9",
        "ATTESTOR#$.a == 1~9",
        "ATTESTOR#$..a# == 1~10",
        "T(java.lang.Runtime).getRuntime()~1",
        "(ATTESTOR#$.a# == 1~20",
        "ATTESTOR#$.a# == 1)~19",
        "ATTESTOR#$.a# <= 1~15",
        "ATTESTOR#$.a# == 'x~18",
        "ATTESTOR#$.a# == 1 2~20",
        "ATTESTOR#$.a# = 1~15",
        "ATTESTOR#$.a# == 1 == 2~20",
        "&& true~1",
        "true &&~8",
        "ATTESTOR#$.a# == 1.2.3~18",
        "ATTESTOR#$.a# == -x~18",
      })
  void refusesAndNamesThePlace(String text, int position) {
    ConditionSyntaxException refused =
        assertThrows(ConditionSyntaxException.class, () -> ConditionParser.parse(text));
    assertEquals(position, refused.position(), refused.getMessage());
    assertTrue(
        refused.getMessage().startsWith("The condition, at character " + refused.position()),
        refused.getMessage());
  }

  @Test
  void refusesDeepNestingInsteadOfOverflowing() {
    String deep = "(".repeat(5_000) + "true" + ")".repeat(5_000);
    assertThrows(ConditionSyntaxException.class, () -> ConditionParser.parse(deep));
    String negated = "!".repeat(5_000) + "true";
    assertThrows(ConditionSyntaxException.class, () -> ConditionParser.parse(negated));
  }

  @Test
  void anyTextIsReadOrRefused() {
    String[] words = {
      "(",
      ")",
      "!",
      "&&",
      "||",
      "and",
      "or",
      "ATTESTOR#$.a#",
      "REQUESTER#$.b[*].c#",
      "'x'",
      "7",
      "==",
      "!=",
      "<",
      ">",
      ".contains",
      ".equals",
      "true",
      "#",
      "'",
      "-",
      "$",
      " "
    };
    Random random = new Random(Seeds.of(20261121));
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(12);
      for (int j = 0; j < length; j++) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
      try {
        Condition read = ConditionParser.parse(text.toString());
        assertEquals(read, Json.read(Json.write(read), Condition.class));
      } catch (ConditionSyntaxException refused) {
        assertTrue(refused.position() >= 1 && refused.position() <= text.length() + 1);
      }
    }
  }

  private static Condition compare(Comparator comparator, Operand left, Operand right) {
    return new Comparison(comparator, left, right);
  }

  private static Operand attestor(String field) {
    return new Values(Side.ATTESTOR, FieldPath.of(field));
  }

  private static Operand requester(String field) {
    return new Values(Side.REQUESTER, FieldPath.of(field));
  }
}
