package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.JsonPointers;

/**
 * Checks that a document is draft-07, schema by schema. The rules get the outline of each: no
 * schema that stands below it, and no list, since they take long over lists; these are checked
 * here. So the work is in proportion to the document.
 */
final class ShapeCheck {

  private static final String RULE = "draft-07";
  private static final int COST_OF_THE_RULES = 100;
  private static final int MOST_KEPT = 1_000;

  /** More types than there are: one of them comes twice, or is none. */
  private static final int TOO_MANY_TYPES = 8;

  private static final Set<String> ANY_VALUE = Set.of("const", "default", "_osConfig");
  private static final Set<String> ANY_TEXT = Set.of("$id", "$ref", "$schema");
  private static final Set<String> SIZES =
      Set.of("maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties");
  private static final String PATTERNS = "patternProperties";
  private static final String DEPENDENCIES = "dependencies";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final DocumentRules rules;
  private final Findings findings;

  /** Outlines that the rules have nothing against: in most documents they are few. */
  private final Set<String> sound = new HashSet<>();

  private ShapeCheck(DocumentRules rules, Findings findings) {
    this.rules = rules;
    this.findings = findings;
  }

  static void check(SchemaDocument document, DocumentRules rules, Findings findings) {
    check(document.root(), "", rules, findings);
  }

  /**
   * @param pointer where the schema stands; it leads the pointers of the violations
   */
  static void check(JsonNode schema, String pointer, DocumentRules rules, Findings findings) {
    ShapeCheck check = new ShapeCheck(rules, findings);
    check.child(schema, pointer);
    Subschemas.walk(schema, pointer, findings.budget(), check::schema);
  }

  private void schema(JsonNode schema, String pointer) {
    findings.budget().spend(1L + schema.size());
    Subschemas.children(schema, pointer, this::child);
    ObjectNode outline = NODES.objectNode();
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      String name = keyword.getKey();
      if (KeywordCheck.isKeyword(name)) {
        JsonNode kept = outline(name, keyword.getValue(), pointer + "/" + name);
        if (kept != null) {
          outline.set(name, kept);
        }
      }
    }
    if (!sound.contains(outline.toString())) {
      askRules(outline, pointer);
    }
  }

  private void askRules(ObjectNode outline, String pointer) {
    findings.budget().spend(COST_OF_THE_RULES);
    List<Violation> violations = rules.draft07(outline, pointer);
    findings.refuse(violations);
    if (violations.isEmpty() && sound.size() < MOST_KEPT) {
      sound.add(outline.toString());
    }
  }

  private void child(JsonNode child, String pointer) {
    if (!child.isObject() && !child.isBoolean()) {
      refuse(pointer, "A schema is an object, or true or false.");
    }
  }

  /** What of a keyword's value the rules are to see, or null for nothing. */
  private JsonNode outline(String keyword, JsonNode value, String pointer) {
    boolean isSchema = Subschemas.isOne(keyword) && !(keyword.equals("items") && value.isArray());
    if (isSchema
        || ANY_VALUE.contains(keyword)
        || (ANY_TEXT.contains(keyword) && value.isTextual())) {
      return null;
    }
    return switch (value.getNodeType()) {
      case ARRAY -> list(keyword, value, pointer);
      case OBJECT -> map(keyword, value, pointer);
      case NUMBER -> number(keyword, value, pointer);
      default -> value;
    };
  }

  private JsonNode list(String keyword, JsonNode list, String pointer) {
    ArrayNode outline = NODES.arrayNode();
    switch (keyword) {
      case "type" -> {
        for (int i = 0; i < list.size() && i < TOO_MANY_TYPES; i++) {
          outline.add(list.get(i).isContainerNode() ? NODES.arrayNode() : list.get(i));
        }
      }
      case "enum" -> {
        different(list, pointer);
        outline.addAll(list.isEmpty() ? NODES.arrayNode() : NODES.arrayNode().add(0));
      }
      case "required" -> names(list, pointer);
      default -> outline.addAll(list.isEmpty() ? NODES.arrayNode() : NODES.arrayNode().add(true));
    }
    return outline;
  }

  private JsonNode map(String keyword, JsonNode map, String pointer) {
    ObjectNode outline = NODES.objectNode();
    if (keyword.equals(PATTERNS)) {
      map.fieldNames().forEachRemaining(pattern -> outline.put(pattern, true));
    }
    if (keyword.equals(DEPENDENCIES)) {
      for (Map.Entry<String, JsonNode> dependency : map.properties()) {
        if (dependency.getValue().isArray()) {
          names(dependency.getValue(), pointer + "/" + JsonPointers.escape(dependency.getKey()));
        }
      }
    }
    return outline;
  }

  private JsonNode number(String keyword, JsonNode number, String pointer) {
    if (SIZES.contains(keyword) && !number.canConvertToInt()) {
      refuse(pointer, "This number is at most %d.".formatted(Integer.MAX_VALUE));
      return null;
    }
    return number;
  }

  private void names(JsonNode list, String pointer) {
    for (int i = 0; i < list.size(); i++) {
      if (!list.get(i).isTextual()) {
        refuse(pointer + "/" + i, "This is a list of names.");
      }
    }
    different(list, pointer);
  }

  /** Compared as texts: these have an order, so that no choice of values makes it slow. */
  private void different(JsonNode list, String pointer) {
    findings.budget().spend(list.size());
    Set<String> known = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!known.add(list.get(i).toString())) {
        refuse(pointer + "/" + i, "This stands in the list twice; leave it out.");
      }
    }
  }

  private void refuse(String pointer, String message) {
    findings.refuse(pointer, RULE, message);
  }
}
