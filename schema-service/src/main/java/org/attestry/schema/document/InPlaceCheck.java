package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonPointers;

/**
 * Checks that the validation of one value is finite and short. {@code $ref}, {@code allOf} and the
 * like apply to the same value: a cycle of them would never end, and schemas that double on each
 * level take exponential time. Cycles through {@code properties} and the like are allowed, because
 * they descend into the value. Every reference of the library must resolve: see {@link
 * ReferenceCheck}.
 */
public final class InPlaceCheck {

  private static final int DEEPEST = 100;
  private static final long MOST = 10_000;
  private static final String RULE = "expansion";

  private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> SINGLE = List.of("not", "if", "then", "else");

  /** Marks a schema whose extent is being computed. */
  private static final Extent OPEN = new Extent(0, 0);

  private final Library library;
  private final Findings findings;
  private final Budget budget;
  private final Map<JsonNode, Extent> extents = new IdentityHashMap<>();

  /**
   * The pointer in the library's own document that is reported for a violation in another document.
   */
  private String from = "";

  private InPlaceCheck(Library library, Findings findings) {
    this.library = library;
    this.findings = findings;
    this.budget = findings.budget();
  }

  /**
   * The validation effort for one value.
   *
   * @param schemas the number of schemas that are applied; a schema counts each time that it is
   *     applied
   * @param depth the deepest nesting of schemas
   */
  private record Extent(long schemas, int depth) {

    Extent with(Extent below) {
      return new Extent(
          Math.min(schemas + below.schemas, MOST + 1), Math.max(depth, below.depth + 1));
    }
  }

  /** A subschema that applies to the same value as its parent. */
  private record Part(JsonNode schema, SchemaDocument document, String pointer) {

    Part below(JsonNode schema, String path) {
      return new Part(schema, document, pointer + path);
    }
  }

  /** Reports the first schema whose validation is infinite or exceeds a limit. */
  public static void check(Library library, Findings findings) {
    InPlaceCheck check = new InPlaceCheck(library, findings);
    library
        .own()
        .eachSchema(
            findings.budget(),
            (schema, pointer) -> {
              check.from = pointer;
              if (!findings.refused()) {
                check.measured(new Part(schema, library.own(), pointer), 0);
              }
            });
  }

  /** Returns the schema's extent, or null after a violation was reported. */
  private Extent measured(Part part, int level) {
    Extent known = extents.get(part.schema());
    if (known == OPEN) {
      return refused(
          part,
          "This comes back to itself without going into the value: no value could ever be checked."
              + " Let it lead through 'properties' or 'items'.");
    }
    if (known != null) {
      return known;
    }
    extents.put(part.schema(), OPEN);
    Extent extent = new Extent(1, 1);
    for (Part next : parts(part)) {
      budget.spend();
      if (level >= DEEPEST) {
        return refused(
            part,
            "More than %d schemas lie within one another here without going into the value; flatten them."
                .formatted(DEEPEST));
      }
      Extent below = measured(next, level + 1);
      if (below == null) {
        return null;
      }
      extent = extent.with(below);
    }
    if (extent.depth() > DEEPEST || extent.schemas() > MOST) {
      return refused(
          part,
          "For one value, this expands to more than %d schemas, or %d within one another; combine fewer."
              .formatted(MOST, DEEPEST));
    }
    extents.put(part.schema(), extent);
    return extent;
  }

  private Extent refused(Part part, String message) {
    boolean ours = part.document() == library.own();
    findings.refuse(
        ours ? part.pointer() : from,
        RULE,
        ours
            ? message
            : "In '%s' at %s: %s".formatted(part.document().name(), part.pointer(), message));
    return null;
  }

  private List<Part> parts(Part part) {
    List<Part> parts = new ArrayList<>();
    JsonNode schema = part.schema();
    if (schema.path("$ref").isTextual()) {
      SchemaLocation target = library.resolve(schema.path("$ref").textValue(), part.document());
      parts.add(new Part(target.schema(), target.document(), target.pointer()));
    } else {
      for (String list : LISTS) {
        for (int i = 0; i < schema.path(list).size(); i++) {
          parts.add(part.below(schema.path(list).get(i), "/" + list + "/" + i));
        }
      }
      SINGLE.forEach(keyword -> parts.add(part.below(schema.path(keyword), "/" + keyword)));
      for (Map.Entry<String, JsonNode> entry : schema.path("dependencies").properties()) {
        String path = "/dependencies/" + JsonPointers.escape(entry.getKey());
        parts.add(part.below(entry.getValue(), path));
      }
    }
    parts.removeIf(below -> !below.schema().isObject());
    return parts;
  }
}
