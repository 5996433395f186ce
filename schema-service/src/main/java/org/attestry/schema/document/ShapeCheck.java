package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.json.JsonPointers;

/**
 * Checks that a document conforms to draft-07, schema by schema: each keyword must be as the
 * meta-schema (http://json-schema.org/draft-07/schema#) requires. Runs in linear time.
 */
final class ShapeCheck {

  private static final String RULE = "draft-07";

  private final Findings findings;

  private ShapeCheck(Findings findings) {
    this.findings = findings;
  }

  static void check(SchemaDocument document, Findings findings) {
    check(document.root(), "", findings);
  }

  /**
   * @param pointer the pointer to the schema, the prefix of the violations' pointers
   */
  static void check(JsonNode schema, String pointer, Findings findings) {
    ShapeCheck check = new ShapeCheck(findings);
    check.child(schema, pointer);
    Subschemas.walk(schema, pointer, findings.budget(), check::schema);
  }

  private void schema(JsonNode schema, String pointer) {
    findings.budget().spend(1L + schema.size());
    Subschemas.children(schema, pointer, this::child);
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      KeywordForm form = KeywordForm.of(keyword.getKey());
      String at = pointer + "/" + keyword.getKey();
      if (form != null && !form.fits(keyword.getValue())) {
        refuse(at, "%s must be %s.".formatted(at, form.requirement()));
      } else if (form != null) {
        content(keyword.getKey(), keyword.getValue(), at);
      }
    }
  }

  private void child(JsonNode child, String pointer) {
    if (!child.isObject() && !child.isBoolean()) {
      refuse(pointer, "%s must be a schema: an object, or true or false.".formatted(pointer));
    }
  }

  /** Checks lists that are not schemas. */
  private void content(String keyword, JsonNode value, String pointer) {
    switch (keyword) {
      case "enum" -> different(value, pointer);
      case "required" -> names(value, pointer);
      case "dependencies" -> {
        for (Map.Entry<String, JsonNode> dependency : value.properties()) {
          if (dependency.getValue().isArray()) {
            names(dependency.getValue(), pointer + "/" + JsonPointers.escape(dependency.getKey()));
          }
        }
      }
      default -> {}
    }
  }

  private void names(JsonNode list, String pointer) {
    for (int i = 0; i < list.size(); i++) {
      if (!list.get(i).isTextual()) {
        String at = pointer + "/" + i;
        refuse(at, "%s must be the name of a property, a string.".formatted(at));
      }
    }
    different(list, pointer);
  }

  /** Refuses repeated items; compares them as texts, so that no values make the check slow. */
  private void different(JsonNode list, String pointer) {
    findings.budget().spend(list.size());
    Set<String> known = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!known.add(list.get(i).toString())) {
        String at = pointer + "/" + i;
        refuse(at, "%s stands in the list twice; leave it out.".formatted(at));
      }
    }
  }

  private void refuse(String pointer, String message) {
    findings.refuse(pointer, RULE, message);
  }
}
