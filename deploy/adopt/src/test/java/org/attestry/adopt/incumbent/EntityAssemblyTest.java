package org.attestry.adopt.incumbent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.adopt.Reports;
import org.attestry.adopt.report.Report;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntityAssemblyTest {

  private static final String ROOT = id(0);

  @TempDir Path folder;

  @Test
  void readsAnArrayByItsOwnVertex() {
    Vertex array =
        vertex(
            Catalogue.ARRAY,
            id(1),
            Map.of("marks_osid", "[\"%s\",\"%s\"]".formatted(id(3), id(2))));
    add(array, vertex("marks", id(2), Map.of("value", "A")));
    add(array, vertex("marks", id(3), Map.of("value", "B")));
    Vertex root = vertex("Student", ROOT, Map.of("marks_arr_osid", id(1)));
    add(root, array);

    assertEquals(
        "[{\"osid\":\"%s\",\"value\":\"B\"},{\"osid\":\"%s\",\"value\":\"A\"}]"
            .formatted(id(3), id(2)),
        read(root).values().path("marks").toString());
  }

  @Test
  void readsAnArrayThatTheEntityListsItself() {
    Vertex root =
        vertex("Student", ROOT, Map.of("marks_osid", "[\"%s\",\"%s\"]".formatted(id(3), id(2))));
    add(root, vertex("marks", id(2), Map.of("value", "A")));
    add(root, vertex("marks", id(3), Map.of("value", "B")));

    assertEquals(
        "[{\"osid\":\"%s\",\"value\":\"B\"},{\"osid\":\"%s\",\"value\":\"A\"}]"
            .formatted(id(3), id(2)),
        read(root).values().path("marks").toString());
  }

  @Test
  void readsIdsWithAPrefixAndArraysOfOneItem() {
    Vertex root = vertex("Student", ROOT, Map.of("marks_osid", "[1-%s]".formatted(id(2))));
    add(root, vertex("marks", id(2), Map.of("value", "A")));

    assertEquals(
        "[{\"osid\":\"%s\",\"value\":\"A\"}]".formatted(id(2)),
        read(root).values().path("marks").toString());
  }

  @Test
  void leavesOutWhatHasNoRowAndSaysSo() {
    Report report = Reports.in(folder);
    Vertex root = vertex("Student", ROOT, Map.of("address_osid", id(5)));
    IncumbentEntity entity = new EntityAssembly(type(), report).entity(root);

    assertTrue(entity.values().path("address").isMissingNode());
    assertEquals(
        List.of(
            "LOST|Student/%s/address|'%s' has no row that is in force; it is left out."
                .formatted(ROOT, id(5))),
        Reports.lines(report, folder));
  }

  @Test
  void letsTheSchemaSayWhetherATextIsAnArray() {
    Vertex root =
        vertex(
            "Student",
            ROOT,
            Map.of("name", "[not an array]", "tags", "[\"a\",\"b\"]", "x", "[1,2]"));

    assertEquals("\"[not an array]\"", read(root).values().path("name").toString());
    assertEquals("[\"a\",\"b\"]", read(root).values().path("tags").toString());
    assertEquals("[1,2]", read(root).values().path("x").toString());
  }

  @Test
  void keepsTheValueOfAColumnWhoseNameEndsLikeAReference() {
    Vertex root = vertex("Student", ROOT, Map.of("former_osid", "none"));

    assertEquals("none", read(root).values().path("former_osid").asText());
  }

  @Test
  void givesRecordsOfAnonymousToNobody() {
    Vertex root = vertex("Student", ROOT, Map.of("osOwner", "[\"anonymous\"]"));

    assertEquals(List.of(), read(root).owners());
  }

  private IncumbentEntity read(Vertex root) {
    try (Report report = Reports.in(folder)) {
      return new EntityAssembly(type(), report).entity(root);
    }
  }

  private static EntityType type() {
    return EntityType.of(
        "Student",
        Json.read(
            JsonBytes.of(
                """
                {"properties": {"Student": {"$ref": "#/definitions/Student"}},
                 "definitions": {"Student": {"properties": {
                   "name": {"type": "string"}, "tags": {"type": "array"}}}}}
                """)));
  }

  private static Vertex vertex(String label, String osid, Map<String, Object> values) {
    return new Vertex(label, 1, osid, new LinkedHashMap<>(values));
  }

  private static void add(Vertex parent, Vertex child) {
    parent.children().put(child.osid(), child);
  }

  private static String id(int number) {
    return "00000000-0000-4000-8000-00000000000" + number;
  }
}
