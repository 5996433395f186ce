package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.json.JsonPointers;

/**
 * A document together with the documents of our own registry that it references, directly or
 * through others.
 *
 * @param own the document
 * @param others the documents that it references, by the name that references use
 */
public record Library(SchemaDocument own, Map<String, SchemaDocument> others) {

  public Library {
    others = Map.copyOf(others);
  }

  /** The names of the other documents that a document references. */
  public static Set<String> namesIn(SchemaDocument document) {
    Set<String> names = new TreeSet<>();
    Subschemas.walk(
        document.root(),
        "",
        (schema, pointer) -> {
          JsonNode ref = schema.path("$ref");
          if (ref.isTextual()) {
            nameIn(ref.textValue(), names);
          }
        });
    return names;
  }

  private static void nameIn(String ref, Set<String> names) {
    try {
      String name = Reference.parse(ref).document();
      if (name != null) {
        names.add(name);
      }
    } catch (UnresolvedReference reportedByTheCheckOfReferences) {
      names.remove(ref);
    }
  }

  /**
   * Where a reference leads, references to references followed to their end.
   *
   * @throws UnresolvedReference when it leads nowhere, or to itself
   */
  Place resolve(String ref, SchemaDocument from) {
    Set<Place> passed = new HashSet<>();
    Place at = step(ref, from);
    while (at.schema().path("$ref").isTextual()) {
      if (!passed.add(at)) {
        throw new UnresolvedReference(
            "The reference '%s' leads to itself; name a definition that says something."
                .formatted(ref));
      }
      at = step(at.schema().path("$ref").textValue(), at.document());
    }
    return at;
  }

  /** Whether what a reference in our own document leads to describes JSON objects. */
  public boolean isObject(String ref) {
    JsonNode schema = resolve(ref, own).schema();
    JsonNode type = schema.path("type");
    return schema.isObject() && (type.isMissingNode() || type.asText().equals("object"));
  }

  private Place step(String ref, SchemaDocument from) {
    Reference reference = Reference.parse(ref);
    SchemaDocument document = from;
    if (reference.document() != null) {
      document = named(reference.document());
    }
    Place place = new Place(document, reference.pointer());
    if (!place.schema().isObject() && !place.schema().isBoolean()) {
      throw new UnresolvedReference(
          "The reference '%s' leads nowhere: '%s' has nothing at %s%s"
              .formatted(
                  ref, document.name(), reference.pointer(), meant(document, reference.pointer())));
    }
    return place;
  }

  private static String meant(SchemaDocument document, String pointer) {
    List<String> definitions = new ArrayList<>();
    document
        .root()
        .path("definitions")
        .fieldNames()
        .forEachRemaining(name -> definitions.add("/definitions/" + JsonPointers.escape(name)));
    return Spelling.suggestion(pointer, definitions);
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

  /** The names that documents of this library reference and that are not in it yet. */
  public Set<String> missing() {
    Set<String> missing = new LinkedHashSet<>(namesIn(own));
    others.values().forEach(other -> missing.addAll(namesIn(other)));
    missing.removeAll(others.keySet());
    return missing;
  }
}
