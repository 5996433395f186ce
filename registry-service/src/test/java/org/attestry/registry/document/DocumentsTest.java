package org.attestry.registry.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.TestType;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a          | {"b":{"c":[{"d":1,"e":2},{"d":3}]}}
          b          | {"a":1}
          b.c        | {"a":1,"b":{}}
          b.c[*].d   | {"a":1,"b":{"c":[{"e":2},{}]}}
          b.c.d      | {"a":1,"b":{"c":[{"e":2},{}]}}
          b.c[*]     | {"a":1,"b":{"c":[]}}
          b.*        | {"a":1,"b":{}}
          b.x.y      | {"a":1,"b":{"c":[{"d":1,"e":2},{"d":3}]}}
          a.x        | {"a":1,"b":{"c":[{"d":1,"e":2},{"d":3}]}}
          """)
  void hiddenFieldIsTakenOutWhereverItIs(String path, String left) {
    ObjectNode document = object("{\"a\":1,\"b\":{\"c\":[{\"d\":1,\"e\":2},{\"d\":3}]}}");
    HiddenFields.remove(document, FieldPath.parse(path));
    assertEquals(left, document.toString());
  }

  @Test
  void everyNestedObjectGetsAnOsidAndKeepsIt() {
    ObjectNode first = object("{\"a\": {\"b\": {}}, \"c\": [{}, [{}], 1]}");
    NestedOsids.assign(first);
    assertFalse(first.has("osid"));
    for (String at : List.of("/a/osid", "/a/b/osid", "/c/0/osid", "/c/1/0/osid")) {
      assertTrue(first.at(at).isTextual(), at);
    }
    ObjectNode again = object("{\"a\": {\"b\": {}}, \"c\": [{}]}");
    ((ObjectNode) again.at("/c/0")).put("osid", "1-" + first.at("/c/1/0/osid").asText());
    NestedOsids.keep(again, first);
    assertEquals(first.at("/a/b/osid"), again.at("/a/b/osid"));
    assertEquals(first.at("/c/1/0/osid"), again.at("/c/0/osid"));
    assertEquals(object("{\"a\": {\"b\": {}}, \"c\": [{}]}"), NestedOsids.without(again));
  }

  @Test
  void osidThatMovesTakesItsPlaceFromTheObjectThatStayed() {
    ObjectNode first = object("{\"a\": {}, \"b\": {}}");
    NestedOsids.assign(first);
    ObjectNode moved = object("{\"a\": {}, \"b\": {}}");
    ((ObjectNode) moved.get("b")).set("osid", first.at("/a/osid"));
    NestedOsids.keep(moved, first);
    assertEquals(first.at("/a/osid"), moved.at("/b/osid"));
    assertNotEquals(first.at("/a/osid"), moved.at("/a/osid"));
  }

  @Test
  void osidsOfOthersAndTwiceTheSameAreRefused() {
    ObjectNode first = object("{\"a\": {}}");
    NestedOsids.assign(first);
    String own = first.at("/a/osid").asText();
    for (String json :
        List.of(
            "{\"a\": {\"osid\": \"other\"}}",
            "{\"a\": {\"osid\": 1}}",
            "{\"a\": {\"osid\": \"%1$s\"}, \"b\": {\"osid\": \"%1$s\"}}".formatted(own))) {
      assertThrows(FailureException.class, () -> NestedOsids.keep(object(json), first), json);
    }
  }

  @Test
  void systemFieldsAreFoundAtAnyDepth() {
    String json =
        """
        {"osid": 1, "osOwner": 1, "osCreatedAt": 1, "a": [{"_osState": 1}], "policy": [],
         "b": {"osid": 1, "osUpdatedBy": 1}, "osiris": 1, "cosOwner": 1}
        """;
    Failure failure =
        assertThrows(
                FailureException.class,
                () ->
                    SystemFields.refuseIn(
                        object(json), TestType.named("T").policy("policy", null, "$.a").config()))
            .failure();
    assertEquals(
        List.of(
            "/a/0/_osState",
            "/b/osUpdatedBy",
            "/b/osid",
            "/osCreatedAt",
            "/osOwner",
            "/osid",
            "/policy"),
        failure.violations().stream().map(v -> v.pointer()).sorted().toList());
  }

  @Test
  void systemFieldsThatWereReadAreTakenBackHoweverNumbersAreWritten() {
    ObjectNode seen =
        object(
            "{\"osid\": \"x\", \"name\": \"A\", \"check\": [{\"propertyData\": {\"n\": 98.0}}]}");
    ObjectNode sent =
        object(
            "{\"osid\": \"1-x\", \"name\": \"B\", \"check\": [{\"propertyData\": {\"n\": 98}}]}");
    SystemFields.removeUnchangedFrom(
        sent, seen, TestType.named("T").policy("check", null, "$.name").config());
    assertEquals(object("{\"name\": \"B\"}"), sent);
  }

  @Test
  void changesAreTheSmallestPlaces() {
    JsonNode before = object("{\"a\": 1, \"b\": {\"c\": [1, 2], \"d\": 1}, \"e\": [1]}");
    JsonNode after = object("{\"a\": 1.0, \"b\": {\"c\": [1, 3], \"f\": null}, \"e\": [1, 2]}");
    Stream<String> pointers =
        DocumentDiff.between(before, after).stream().map(DocumentDiff.Change::pointer);
    assertEquals(List.of("/b/c/1", "/b/d", "/b/f", "/e/1"), pointers.toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1,2]     | [1,2,3]     | /a/2 | items | null    | [3]
          [1,2,3]   | [1,3]       | /a/1 | items | [2]     | null
          [2,3]     | [1.0,2,3.0] | /a/0 | items | null    | [1.0]
          [1,2,3,4] | [1,5,4]     | /a/1 | items | [2,3]   | [5]
          [1,1]     | [1,1,1]     | /a/2 | items | null    | [1]
          [1,1,1]   | [1]         | /a/1 | items | [1,1]   | null
          []        | [1]         | /a   |       | []      | [1]
          [1,2]     | []          | /a   |       | [1,2]   | []
          [1]       | [2,3]       | /a   |       | [1]     | [2,3]
          [1]       | {"0":1}     | /a   |       | [1]     | {"0":1}
          """)
  void itemsThatAnArrayKeepsAtItsEndsAreInNoChange(
      String before, String after, String pointer, String op, String from, String to) {
    Change change =
        DocumentDiff.between(
                object("{\"a\":%s}".formatted(before)), object("{\"a\":%s}".formatted(after)))
            .getFirst();
    assertEquals(
        List.of(pointer, "" + op, from, to),
        List.of(change.pointer(), "" + change.op(), "" + change.from(), "" + change.to()));
  }

  @Test
  void valueIsAddedByWhatIsThere() {
    ObjectNode document = object("{\"list\": [1], \"object\": {\"a\": 1}, \"single\": 1}");
    add("list", document, "{\"list\": [2, 3]}");
    add("list", document, "4");
    add("object", document, "{\"b\": 2}");
    add("new", document, "{\"new\": {\"x\": 1}}");
    assertEquals(
        "{\"list\":[1,2,3,4],\"object\":{\"a\":1,\"b\":2},\"single\":1,\"new\":{\"x\":1}}",
        document.toString());
    assertEquals(
        FailureKind.CONFLICT,
        assertThrows(FailureException.class, () -> add("single", document, "2")).failure().kind());
    assertThrows(FailureException.class, () -> add("object", document, "2"));
  }

  @Test
  void whoMayOnlyAddReplacesNothing() {
    ObjectNode document = object("{\"object\": {\"a\": 1, \"b\": {\"c\": 1}}}");
    path("object").add(document, Json.read("{\"a\": 1.0, \"d\": 4}"), false);
    for (String other : List.of("{\"a\": 2}", "{\"b\": {\"c\": 2}}", "{\"d\": null, \"e\": 5}")) {
      FailureException refused =
          assertThrows(
              FailureException.class, () -> path("object").add(document, Json.read(other), false));
      assertEquals(FailureKind.CONFLICT, refused.failure().kind());
    }
    assertEquals(4, document.at("/object/d").intValue());
    path("object").add(document, Json.read("{\"a\": 2}"), true);
    assertEquals(2, document.at("/object/a").intValue());
  }

  private static void add(String name, ObjectNode document, String body) {
    path(name).add(document, path(name).unwrapped(Json.read(body)), true);
  }

  @Test
  void pathLeadsThroughArraysByOsid() {
    ObjectNode document = object("{\"list\": [{\"osid\": \"x\", \"a\": 1}, {\"osid\": \"y\"}]}");
    path("list", "1-y", "b").set(document, Json.read("2"));
    path("list", "x").set(document, Json.read("{\"c\": 3}"));
    assertEquals(
        object("{\"list\": [{\"c\": 3, \"osid\": \"x\"}, {\"osid\": \"y\", \"b\": 2}]}"), document);
    assertEquals(3, path("list", "x", "c").find(document).intValue());
    for (PropertyPath nowhere :
        List.of(path("list", "z"), path("none", "a"), path("list", "x", "c", "d"))) {
      assertEquals(
          FailureKind.NOT_FOUND,
          assertThrows(FailureException.class, () -> nowhere.set(document, Json.read("1")))
              .failure()
              .kind());
    }
    assertThrows(FailureException.class, () -> path());
  }

  private static PropertyPath path(String... segments) {
    return new PropertyPath(List.of(segments));
  }

  private static ObjectNode object(String json) {
    return (ObjectNode) Json.read(json);
  }
}
