package org.attestry.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConditionEvaluatorTest {

  private static final JsonNode ATTESTOR =
      Json.read(
          """
          {"school": "Hill School", "code": "007", "age": 42, "rate": 4.20, "head": true,
           "empty": "", "nothing": null, "home": {"town": "Ely"},
           "posts": [{"school": "s1"}, {"school": "s2"}], "tags": ["a", "b"], "one": ["Hill"]}
          """);

  private static final JsonNode REQUESTER =
      Json.read(
          """
          {"school": "Hill", "code": 7, "age": 41, "rate": 4.2, "empty": "", "long": "Hill School",
           "other": "hill school", "lessons": [{"at": "s2"}, {"at": "s9"}], "single": [{"at": "s1"}]}
          """);

  @ParameterizedTest(name = "{0} {1} {2}: {3}")
  @CsvSource({
    // two single values: a substring
    "school, CONTAINS, school, true",
    "school, CONTAINS, other, false",
    "school, CONTAINS, empty, false",
    "empty, CONTAINS, empty, false",
    // a list on either side: any of these is among those
    "posts[*].school, CONTAINS, lessons[*].at, true",
    "posts[*].school, CONTAINS, single[*].at, true",
    "posts.*.school, CONTAINS, school, false",
    "school, CONTAINS, lessons[*].at, false",
    "one, CONTAINS, school, true",
    "one[*], CONTAINS, long, false",
    "tags, CONTAINS, school, false",
    // equality of texts and numbers
    "school, EQUALS, long, true",
    "school, EQUALS, school, false",
    "school, EQUALS, other, false",
    "school, EQUALS_IGNORE_CASE, other, true",
    "rate, EQUALS, rate, true",
    "code, EQUALS, code, false",
    "age, NOT_EQUALS, age, true",
    "rate, NOT_EQUALS, rate, false",
    "posts[*].school, NOT_EQUALS, school, true",
    // order
    "age, GREATER, age, true",
    "age, LESS, age, false",
    "age, GREATER, school, false",
    "age, LESS, school, false",
    "school, GREATER, school, true",
    "code, LESS, age, true",
    // beginnings
    "school, STARTS_WITH, school, true",
    "school, STARTS_WITH, empty, false",
    // what finds nothing compares with nothing
    "absent, EQUALS, absent, false",
    "absent, NOT_EQUALS, school, false",
    "absent, CONTAINS, lessons[*].at, false",
    "nothing, EQUALS, absent, false",
    "home, CONTAINS, school, false",
  })
  void comparesFields(String attestor, Comparator comparator, String requester, boolean holds) {
    assertEquals(
        holds,
        evaluate(
            new Comparison(
                comparator, values(Side.ATTESTOR, attestor), values(Side.REQUESTER, requester))));
  }

  @ParameterizedTest(name = "{0} {1} ''{2}'': {3}")
  @CsvSource({
    "age, EQUALS, 42, true",
    "age, EQUALS, 42.0, true",
    "age, GREATER, 9, true",
    "code, EQUALS, 007, true",
    "code, EQUALS, 7, false",
    "code, GREATER, 6, true",
    "school, CONTAINS, Hill, true",
    "school, CONTAINS, .*, false",
    "tags, CONTAINS, a, true",
    "tags, CONTAINS, A, false",
    "tags[*], STARTS_WITH, b, true",
    "head, EQUALS, true, true",
    "home.town, EQUALS, Ely, true",
    "age, EQUALS, forty, false",
    "age, GREATER, forty, false",
  })
  void comparesWithLiterals(String field, Comparator comparator, String literal, boolean holds) {
    assertEquals(
        holds,
        evaluate(new Comparison(comparator, values(Side.ATTESTOR, field), new Literal(literal))));
  }

  @Test
  void readsTheRolesOfAToken() {
    JsonNode roles = Json.read("[\"board-x\", \"user\"]");
    Condition condition =
        new Comparison(Comparator.CONTAINS, values(Side.ATTESTOR, "$.[*]"), new Literal("board-x"));
    assertEquals(true, evaluate(condition, roles, REQUESTER));
    assertEquals(false, evaluate(condition, Json.read("[\"board-xy\"]"), REQUESTER));
    assertEquals(false, evaluate(condition, Json.read("[]"), REQUESTER));
  }

  @Test
  void anEmptyListDoesNotHold() {
    assertEquals(true, evaluate(new Condition.And(List.of())));
    assertEquals(false, evaluate(new Condition.Or(List.of())));
    assertEquals(
        false,
        evaluate(
            new Comparison(
                Comparator.CONTAINS,
                values(Side.ATTESTOR, "posts[*].absent"),
                values(Side.REQUESTER, "lessons[*].absent"))));
  }

  /** The logic against truth tables, and de Morgan's laws, over random conditions. */
  @Test
  void logicIsThatOfBooleans() {
    Random random = new Random(Seeds.of(20261121));
    for (int i = 0; i < 5_000; i++) {
      Condition one = random(random, 4);
      Condition two = random(random, 4);
      boolean a = evaluate(one);
      boolean b = evaluate(two);
      assertEquals(a && b, evaluate(new Condition.And(List.of(one, two))));
      assertEquals(a || b, evaluate(new Condition.Or(List.of(one, two))));
      assertEquals(!a, evaluate(new Condition.Not(one)));
      assertEquals(
          evaluate(new Condition.Not(new Condition.And(List.of(one, two)))),
          evaluate(new Condition.Or(List.of(new Condition.Not(one), new Condition.Not(two)))));
    }
  }

  /** CONTAINS over two lists holds if they share a member of any type. */
  @Test
  void containsOverListsIsACommonMember() {
    Random random = new Random(Seeds.of(7));
    Condition condition =
        new Comparison(
            Comparator.CONTAINS,
            values(Side.ATTESTOR, "list[*]"),
            values(Side.REQUESTER, "list[*]"));
    for (int i = 0; i < 2_000; i++) {
      List<String> mine = texts(random);
      List<String> theirs = texts(random);
      boolean common = mine.stream().anyMatch(theirs::contains);
      assertEquals(common, evaluate(condition, listed(mine), listed(theirs)), mine + " " + theirs);
      assertEquals(common, evaluate(condition, listed(theirs), listed(mine)));
    }
  }

  /** Over lists a comparison holds where it holds for a pair: here each pair is looked at. */
  @Test
  void comparisonsOfListsHoldWhereTheyHoldForAPair() {
    Random random = new Random(Seeds.of(11));
    List<String> pool =
        List.of(
            "7", "7.0", "\"7\"", "\"7.0\"", "\"007\"", "\"x\"", "\"X\"", "\"xy\"", "\"\"", "-3",
            "12");
    for (int i = 0; i < 5_000; i++) {
      JsonNode mine = Json.read("{\"list\": %s}".formatted(some(pool, random)));
      JsonNode theirs = Json.read("{\"list\": %s}".formatted(some(pool, random)));
      for (Comparator comparator : Comparator.values()) {
        Condition condition =
            new Comparison(
                comparator, values(Side.ATTESTOR, "list"), values(Side.REQUESTER, "list"));
        boolean pair = false;
        for (JsonNode one : mine.get("list")) {
          for (JsonNode other : theirs.get("list")) {
            pair |= holds(comparator, one, other);
          }
        }
        assertEquals(
            pair, evaluate(condition, mine, theirs), comparator + " " + mine + " " + theirs);
      }
    }
  }

  private static List<String> some(List<String> pool, Random random) {
    return random.ints(random.nextInt(4), 0, pool.size()).mapToObj(pool::get).toList();
  }

  private static boolean holds(Comparator comparator, JsonNode one, JsonNode other) {
    boolean numbers = isNumber(one) && isNumber(other);
    int order = numbers ? number(one).compareTo(number(other)) : 0;
    boolean texts = one.isTextual() && other.isTextual();
    String mine = one.isNumber() ? one.decimalValue().toPlainString() : one.textValue();
    String theirs = other.isNumber() ? other.decimalValue().toPlainString() : other.textValue();
    boolean equal = one.isNumber() && other.isNumber() ? order == 0 : mine.equals(theirs);
    int sign = numbers ? order : texts ? mine.compareTo(theirs) : 0;
    return switch (comparator) {
      case CONTAINS, EQUALS -> equal;
      case NOT_EQUALS -> !equal;
      case EQUALS_IGNORE_CASE -> mine.equalsIgnoreCase(theirs);
      case STARTS_WITH -> !theirs.isEmpty() && mine.startsWith(theirs);
      case LESS -> sign < 0;
      case GREATER -> sign > 0;
    };
  }

  private static boolean isNumber(JsonNode value) {
    return value.isNumber() || value.textValue().matches("-?\\d+(\\.\\d+)?");
  }

  private static BigDecimal number(JsonNode value) {
    return value.isNumber() ? value.decimalValue() : new BigDecimal(value.textValue());
  }

  @ParameterizedTest
  @EnumSource(Comparator.class)
  void longListsAreNotComparedInPairs(Comparator comparator) {
    String numbers =
        IntStream.range(0, 100_000).mapToObj("\"m%d\""::formatted).collect(Collectors.joining(","));
    JsonNode mine = Json.read("{\"list\": [%s]}".formatted(numbers));
    JsonNode theirs = Json.read("{\"list\": [%s]}".formatted(numbers.replace("m", "n")));
    Condition condition =
        new Comparison(comparator, values(Side.ATTESTOR, "list"), values(Side.REQUESTER, "list"));
    Cost.atMost(Duration.ofSeconds(20), () -> evaluate(condition, mine, theirs));
  }

  @Test
  void longTextsAreSearchedInLinearTime() {
    ObjectNode mine = Json.object().put("x", "a".repeat(1_000_000));
    ObjectNode theirs = Json.object().put("x", "a".repeat(500_000) + "b");
    Condition condition =
        new Comparison(
            Comparator.CONTAINS, values(Side.ATTESTOR, "x"), values(Side.REQUESTER, "x"));
    Cost.atMost(
        Duration.ofSeconds(20), () -> assertEquals(false, evaluate(condition, mine, theirs)));
    assertEquals(true, evaluate(condition, mine, theirs.put("x", "a".repeat(500_000))));
  }

  /** Values of a record are never parsed: no value changes what is compared. */
  @Test
  void valuesThatLookLikeConditionsAreTexts() {
    Condition condition =
        new Comparison(Comparator.EQUALS, values(Side.ATTESTOR, "x"), values(Side.REQUESTER, "x"));
    Stream.of("' || true", "#$.x#", "T(java.lang.Runtime)", "${x}", "*", "$.x")
        .forEach(
            text -> {
              ObjectNode record = Json.object().put("x", text);
              JsonNode other = Json.read("{\"x\": \"y\"}");
              assertEquals(true, evaluate(condition, record, record));
              assertEquals(false, evaluate(condition, record, other));
            });
  }

  private static Condition random(Random random, int depth) {
    return switch (depth == 0 ? 3 : random.nextInt(5)) {
      case 0 -> new Condition.And(List.of(random(random, depth - 1), random(random, depth - 1)));
      case 1 -> new Condition.Or(List.of(random(random, depth - 1), random(random, depth - 1)));
      case 2 -> new Condition.Not(random(random, depth - 1));
      case 3 -> new Condition.Always();
      default ->
          new Comparison(
              Comparator.values()[random.nextInt(Comparator.values().length)],
              values(Side.ATTESTOR, random.nextBoolean() ? "school" : "age"),
              new Literal(random.nextBoolean() ? "Hill" : "42"));
    };
  }

  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    int length = random.nextInt(4);
    for (int i = 0; i < length; i++) {
      texts.add(List.of("a", "ab", "b", "", "1", "01").get(random.nextInt(6)));
    }
    return texts;
  }

  private static JsonNode listed(List<String> texts) {
    ObjectNode record = Json.object();
    ArrayNode list = record.putArray("list");
    texts.forEach(list::add);
    return record;
  }

  private static boolean evaluate(Condition condition) {
    return evaluate(condition, ATTESTOR, REQUESTER);
  }

  private static boolean evaluate(Condition condition, JsonNode attestor, JsonNode requester) {
    return ConditionEvaluator.of(
            values ->
                PathValues.in(values.side() == Side.ATTESTOR ? attestor : requester, values.path()),
            Budgets.unlimited())
        .holds(condition);
  }

  private static Operand values(Side side, String path) {
    return new Values(side, FieldPath.parse(path));
  }
}
