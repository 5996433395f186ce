package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonPointers;

/**
 * A document with the stored documents that it references, directly or indirectly. Each reference
 * is resolved once. Used by one thread.
 */
public final class Library {

  private static final int LONGEST_CHAIN = 100;

  private final SchemaDocument own;
  private final Map<String, SchemaDocument> others;
  private final Map<SchemaLocation, Resolution> resolutions = new HashMap<>();
  private final Map<String, Set<String>> definitions = new HashMap<>();

  /**
   * @param own the document
   * @param others the documents that it references, by their names in references
   */
  public Library(SchemaDocument own, Map<String, SchemaDocument> others) {
    this.own = own;
    this.others = Map.copyOf(others);
  }

  public SchemaDocument own() {
    return own;
  }

  public Map<String, SchemaDocument> others() {
    return others;
  }

  private static void collectNames(SchemaDocument document, Budget budget, Set<String> names) {
    document.eachReference(
        budget,
        (ref, pointer) -> {
          try {
            String name = Reference.parse(ref).document();
            if (name != null) {
              names.add(name);
            }
          } catch (UnresolvedReference reportedByReferenceCheck) {
            return;
          }
        });
  }

  /** The end of a chain of references: a location after some steps, or a failure. */
  private record Resolution(SchemaLocation end, int steps, UnresolvedReference failure) {

    Resolution oneStepFurther() {
      return new Resolution(end, steps + 1, failure);
    }
  }

  /**
   * Resolves a reference, following references to references.
   *
   * @throws UnresolvedReference if the reference has no target, is circular, or begins a chain that
   *     is too long
   */
  SchemaLocation resolve(String ref, SchemaDocument from) {
    Resolution resolution = resolution(step(ref, from));
    if (resolution.failure() != null) {
      throw resolution.failure();
    }
    if (resolution.steps() >= LONGEST_CHAIN) {
      throw new UnresolvedReference(
          "The reference '%s' begins a chain of more than %d references; refer to its end."
              .formatted(ref, LONGEST_CHAIN));
    }
    return resolution.end();
  }

  /**
   * Follows a chain to its end, or to a location that is cached, and caches the end for all
   * locations passed.
   */
  private Resolution resolution(SchemaLocation first) {
    List<SchemaLocation> passed = new ArrayList<>();
    Set<SchemaLocation> known = new HashSet<>();
    SchemaLocation at = first;
    Resolution resolution = null;
    while (resolution == null) {
      String ref = at.schema().path("$ref").textValue();
      if (resolutions.containsKey(at)) {
        resolution = resolutions.get(at);
      } else if (ref == null) {
        resolution = new Resolution(at, 0, null);
      } else if (!known.add(at)) {
        resolution = new Resolution(null, 0, leadsToItself(ref));
      } else {
        passed.add(at);
        try {
          at = step(ref, at.document());
        } catch (UnresolvedReference nowhere) {
          resolution = new Resolution(null, 0, nowhere);
        }
      }
    }
    for (SchemaLocation place : passed.reversed()) {
      resolution = resolution.oneStepFurther();
      resolutions.put(place, resolution);
    }
    return resolution;
  }

  private static UnresolvedReference leadsToItself(String ref) {
    return new UnresolvedReference(
        "The reference '%s' leads to itself; name a definition that says something."
            .formatted(ref));
  }

  /** Whether the target of a reference in the library's own document describes JSON objects. */
  public boolean isObject(String ref) {
    JsonNode schema = resolve(ref, own).schema();
    JsonNode type = schema.path("type");
    return schema.isObject() && (type.isMissingNode() || type.asText().equals("object"));
  }

  private SchemaLocation step(String ref, SchemaDocument from) {
    Reference reference = Reference.parse(ref);
    SchemaDocument document = reference.document() == null ? from : named(reference.document());
    SchemaLocation place = new SchemaLocation(document, reference.pointer());
    if (!place.schema().isObject() && !place.schema().isBoolean()) {
      throw new UnresolvedReference(
          "The reference '%s' leads nowhere: '%s' has nothing at %s"
              .formatted(ref, document.name(), reference.pointer()),
          reference.pointer(),
          definitionsOf(document));
    }
    return place;
  }

  private Set<String> definitionsOf(SchemaDocument document) {
    return definitions.computeIfAbsent(
        document.name(),
        name -> {
          Set<String> pointers = new TreeSet<>();
          document
              .root()
              .path("definitions")
              .fieldNames()
              .forEachRemaining(
                  definition -> pointers.add("/definitions/" + JsonPointers.escape(definition)));
          return pointers;
        });
  }

  private SchemaDocument named(String name) {
    SchemaDocument other = others.get(name);
    if (other != null) {
      return other;
    }
    if (name.equals(own.name()) || name.equals(own.title())) {
      return own;
    }
    throw new UnresolvedReference(
        "There is no published schema named '%s'; publish it first.".formatted(name));
  }

  /**
   * Returns the names that documents of this library reference and that are not in the library yet.
   */
  public Set<String> missing(Budget budget) {
    Set<String> missing = new TreeSet<>();
    collectNames(own, budget, missing);
    others.values().forEach(other -> collectNames(other, budget, missing));
    missing.removeAll(others.keySet());
    return missing;
  }
}
