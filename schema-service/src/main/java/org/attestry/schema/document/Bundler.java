package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Bundles a type into one self-contained draft-07 schema: every schema that its definition
 * references, in its own or other documents, is copied once into {@code definitions}; cycles stay
 * cycles. {@code $id} and {@code _osConfig} are left out.
 */
public final class Bundler {

  /** The {@code $schema} of draft-07 schemas. */
  public static final String DRAFT_07 = "http://json-schema.org/draft-07/schema#";

  private static final List<String> LEFT_OUT =
      List.of("$id", "$schema", "_osConfig", "definitions");

  private static final int COST_OF_A_COPY = 5;

  private final Library library;
  private final Budget budget;
  private final Map<SchemaLocation, String> names = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Deque<SchemaLocation> waiting = new ArrayDeque<>();

  private Bundler(Library library, Budget budget) {
    this.library = library;
    this.budget = budget;
  }

  /**
   * Bundles the definition of a type. Every reference of the library must resolve: see {@link
   * ReferenceCheck}.
   *
   * @param definition the pointer to the type's definition in the library's own document
   */
  public static ObjectNode bundle(Library library, String definition, Budget budget) {
    return new Bundler(library, budget).bundled(definition);
  }

  private ObjectNode bundled(String definition) {
    SchemaLocation root = library.resolve("#" + definition, library.own());
    names.put(root, "#");
    ObjectNode bundle = Json.object();
    bundle.put("$schema", DRAFT_07);
    bundle.setAll((ObjectNode) copy(root.schema(), root));
    ObjectNode definitions = Json.object();
    while (!waiting.isEmpty()) {
      SchemaLocation next = waiting.remove();
      definitions.set(names.get(next), copy(next.schema(), next));
    }
    if (!definitions.isEmpty()) {
      bundle.set("definitions", definitions);
    }
    return bundle;
  }

  private JsonNode copy(JsonNode schema, SchemaLocation within) {
    if (!schema.isObject()) {
      return schema;
    }
    budget.spend(COST_OF_A_COPY);
    JsonNode ref = schema.path("$ref");
    if (ref.isTextual()) {
      SchemaLocation target = library.resolve(ref.textValue(), within.document());
      return Json.object().put("$ref", address(target));
    }
    ObjectNode kept = Json.object();
    kept.setAll((ObjectNode) schema);
    kept.remove(LEFT_OUT);
    return Subschemas.map(kept, child -> copy(child, within));
  }

  private String address(SchemaLocation target) {
    String known = names.get(target);
    if (known == null) {
      known = freeName(target);
      names.put(target, known);
      waiting.add(target);
    }
    return known.equals("#") ? "#" : "#/definitions/" + known;
  }

  /**
   * Returns an unused name: {@code Address} for a definition of the library's own document, {@code
   * Common.Address} for one of another document.
   */
  private String freeName(SchemaLocation target) {
    String path = target.pointer().replaceFirst("^/definitions/", "");
    if (!target.document().name().equals(library.own().name())) {
      path = target.document().name() + "." + path;
    }
    String name = path.replaceAll("[^A-Za-z0-9_-]+", ".").replaceFirst("^\\.", "");
    String wanted = name.isEmpty() ? "root" : name;
    String free = wanted;
    while (!used.add(free)) {
      free = wanted + "." + numbers.merge(wanted, 1, (last, one) -> last + one);
    }
    return free;
  }
}
