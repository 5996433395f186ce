package org.attestry.registry.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.TestType;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done to every body takes as long as the body is large, and no more memory. */
class LargeDocumentsTest {

  private static final int MANY = 100_000;

  @Test
  void systemFieldsEverywhereAreListedBoundedly() {
    ObjectNode body = document("{\"osOwner\":1}", MANY);

    Failure refused =
        assertThrows(
                FailureException.class,
                () -> SystemFields.refuseIn(body, TestType.named("Person").config()))
            .failure();

    assertEquals(Failure.MOST_VIOLATIONS, refused.violations().size());
    assertEquals(MANY - Failure.MOST_VIOLATIONS, refused.moreViolations());
    assertEquals("/a/0/osOwner", refused.violations().getFirst().pointer());
  }

  @Test
  void foreignOsidsEverywhereAreListedBoundedly() {
    ObjectNode body = document("{\"osid\":\"x\"}", 20_000);

    Failure refused =
        assertThrows(FailureException.class, () -> NestedOsids.assign(body)).failure();

    assertEquals(Failure.MOST_VIOLATIONS, refused.violations().size());
    assertEquals(20_000 - Failure.MOST_VIOLATIONS, refused.moreViolations());
  }

  @Test
  void moreNestedObjectsThanAnEntityMayHaveAreRefused() {
    NestedOsids.assign(document("{}", 20_000));

    Failure refused =
        assertThrows(FailureException.class, () -> NestedOsids.assign(document("{}", 20_001)))
            .failure();

    assertEquals(FailureKind.TOO_LARGE, refused.kind());
    assertEquals("registry.entity.too-many-objects", refused.code());
  }

  @Test
  void manyItemsBelowLongNamesAreWalkedInTheirSize() {
    String deep = ("{\"" + "n".repeat(1_000) + "\":").repeat(50);
    ObjectNode body =
        (ObjectNode) Json.read(deep + "[[]" + ",[]".repeat(MANY) + "]" + "}".repeat(50));
    Cost.atMost(
        Duration.ofSeconds(20),
        () -> {
          SystemFields.refuseIn(body, TestType.named("Person").config());
          NestedOsids.assign(body);
        });
  }

  @Test
  void valueWithManyChangedPlacesIsOneChange() {
    ObjectNode before = document("0", MANY);
    ObjectNode after = document("1", MANY);
    after.put("b", 1);

    List<Change> changes =
        Cost.atMost(Duration.ofSeconds(20), () -> DocumentDiff.between(before, after));

    assertEquals(List.of("/a", "/b"), changes.stream().map(Change::pointer).toList());
    assertEquals(before.get("a"), changes.getFirst().from());
  }

  /** What a request of few bytes changes in an entity of many is a change of few bytes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 499, 600})
  void whatALargeValueKeepsIsInNoChangeHoweverManyPlacesChange(int added) {
    ObjectNode before = document("\"%s\"".formatted("x".repeat(100)), 10_000);
    before.putObject("o").put("big", "x".repeat(900_000));
    ObjectNode after = before.deepCopy();
    IntStream.range(0, added).forEach(i -> after.withArray("a").add(i));
    IntStream.range(0, added).forEach(i -> after.withObject("o").put("m" + i, i));

    List<Change> changes = DocumentDiff.between(before, after);

    assertEquals("/a/10000", changes.getFirst().pointer());
    assertEquals(added, changes.getFirst().to().size());
    assertTrue(Json.write(changes).text().length() < 1_000 + 40 * added);
  }

  @Test
  void changedMembersOfAnObjectWithManyAreOneChange() {
    ObjectNode before = Json.object();
    IntStream.range(0, 600).forEach(i -> before.withObject("o").put("m" + i, i));
    ObjectNode after = before.deepCopy();
    after.withObject("o").put("kept", 1).remove("m0");
    before.withObject("o").put("kept", 1.0);
    IntStream.range(1, 600).forEach(i -> after.withObject("o").put("m" + i, -i));

    Change change = DocumentDiff.between(before, after).getFirst();

    assertEquals(List.of("/o", "members"), List.of(change.pointer(), change.op()));
    assertEquals(List.of(600, 599), List.of(change.from().size(), change.to().size()));
    assertEquals(0, change.from().get("m0").intValue());
  }

  @Test
  void longNamesAreNotRepeatedForEachChangeBelowThem() {
    String deep = ("{\"" + "n".repeat(1_000) + "\":").repeat(50);
    String items = "[0" + ",%1$d".repeat(400) + ",%1$d]";
    ObjectNode before = (ObjectNode) Json.read(deep + items.formatted(1) + "}".repeat(50));
    ObjectNode after = (ObjectNode) Json.read(deep + items.formatted(2) + "}".repeat(50));

    List<Change> changes = DocumentDiff.between(before, after);

    assertEquals(List.of("items"), changes.stream().map(Change::op).toList());
    assertTrue(changes.getFirst().pointer().endsWith("n/1"));
    assertEquals(401, changes.getFirst().to().size());
  }

  @Test
  void fewChangedPlacesAreFoundInALargeDocument() {
    ObjectNode before = document("{\"x\":[0,1]}", MANY);
    ObjectNode after = before.deepCopy();
    ((ObjectNode) after.get("a").get(MANY - 1)).putArray("x").add(0).add(2);

    List<Change> changes =
        Cost.atMost(Duration.ofSeconds(20), () -> DocumentDiff.between(before, after));

    assertEquals(List.of("/a/99999/x/1"), changes.stream().map(Change::pointer).toList());
  }

  @Test
  void wildcardsAgainstPositionsTakeNoMoreThanOneTimesTheOther() {
    FieldPath hidden = FieldPath.parse("$" + ".*".repeat(30) + ".secret");
    String pointer = "/1".repeat(120);
    Cost.atMost(Duration.ofSeconds(20), () -> assertTrue(HiddenFields.touches(hidden, pointer)));
    assertEquals(false, HiddenFields.touches(FieldPath.parse("a.b"), "/a/c"));
    assertEquals(true, HiddenFields.touches(FieldPath.parse("a[*].b"), "/a/0/b/7"));
    assertEquals(true, HiddenFields.touches(FieldPath.parse("a[*].b"), "/a"));
  }

  @Test
  void pathsDeeperThanABodyAreRefused() {
    List<String> segments = IntStream.range(0, 65).mapToObj("s%d"::formatted).toList();
    Failure refused =
        assertThrows(FailureException.class, () -> new PropertyPath(segments)).failure();
    assertEquals(FailureKind.INVALID, refused.kind());
  }

  private static ObjectNode document(String item, int count) {
    String items = IntStream.range(0, count).mapToObj(i -> item).collect(Collectors.joining(","));
    return (ObjectNode) Json.read("{\"a\":[%s]}".formatted(items));
  }
}
