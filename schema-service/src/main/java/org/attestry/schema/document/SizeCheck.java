package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonPointers;

/**
 * Checks the size limits of documents. The parser limits depth and length; all other checks rely on
 * these limits.
 */
final class SizeCheck {

  private static final List<String> LISTS = List.of("enum", "examples", "required", "type");
  private static final String CONFIG = "_osConfig";

  /**
   * Members of a configuration whose content is not counted here, because it is checked elsewhere.
   */
  private static final List<String> CONTENT = List.of("additionalInput", "credentialTemplate");

  private final Budget budget;
  private int schemas;

  private SizeCheck(Budget budget) {
    this.budget = budget;
  }

  /**
   * @throws FailureException INVALID with the pointer to the first value that exceeds a limit
   */
  static void check(SchemaDocument document, Budget budget) {
    String title = document.title();
    if (title != null && title.length() > DocumentLimits.TITLE_CHARACTERS) {
      throw tooLong("/title", "title", DocumentLimits.TITLE_CHARACTERS);
    }
    int types = document.types().size();
    if (types > DocumentLimits.TYPES) {
      throw DocumentLimits.exceeded(
          "/properties",
          "The document has %d types; one may have %d, spread them over several."
              .formatted(types, DocumentLimits.TYPES));
    }
    check(document.root(), "", budget);
  }

  /** Checks a schema at a pointer. */
  static void check(JsonNode schema, String pointer, Budget budget) {
    new SizeCheck(budget).schema(schema, pointer);
  }

  private void schema(JsonNode schema, String pointer) {
    budget.spend();
    if (++schemas > DocumentLimits.SCHEMAS) {
      throw DocumentLimits.exceeded(
          "",
          "The document has more than %d schemas within schemas; split it."
              .formatted(DocumentLimits.SCHEMAS));
    }
    if (pointer.length() > DocumentLimits.POINTER_CHARACTERS) {
      throw DocumentLimits.exceeded(
          pointer.substring(0, pointer.lastIndexOf('/')),
          "What stands below this needs a pointer of more than %d characters; use shorter names."
              .formatted(DocumentLimits.POINTER_CHARACTERS));
    }
    text(schema, "$ref", DocumentLimits.REFERENCE_CHARACTERS, pointer);
    text(schema, "pattern", DocumentLimits.PATTERN_CHARACTERS, pointer);
    LISTS.forEach(list -> list(schema.path(list), pointer + "/" + list));
    for (var dependency : schema.path("dependencies").properties()) {
      list(
          dependency.getValue(),
          pointer + "/dependencies/" + JsonPointers.escape(dependency.getKey()));
    }
    config(schema, pointer);
    Subschemas.children(schema, pointer, this::schema);
  }

  private static void text(JsonNode schema, String keyword, int most, String pointer) {
    String text = schema.path(keyword).textValue();
    if (text != null && text.length() > most) {
      throw tooLong(pointer + "/" + keyword, keyword, most);
    }
  }

  private static FailureException tooLong(String pointer, String member, int most) {
    return DocumentLimits.exceeded(
        pointer, "'%s' may have %d characters; shorten it.".formatted(member, most));
  }

  private static void list(JsonNode list, String pointer) {
    if (list.size() > DocumentLimits.LIST_ITEMS) {
      throw DocumentLimits.exceeded(
          pointer,
          "This list may have %d items; check the values by a pattern, or where they are used."
              .formatted(DocumentLimits.LIST_ITEMS));
    }
  }

  private void config(JsonNode schema, String pointer) {
    if (count(schema.path(CONFIG), 0) > DocumentLimits.CONFIG_VALUES) {
      throw DocumentLimits.exceeded(
          pointer + "/" + CONFIG,
          "A configuration may hold %d values; write less, or split the type."
              .formatted(DocumentLimits.CONFIG_VALUES));
    }
  }

  /** Counts values, up to the limit. */
  private int count(JsonNode node, int before) {
    if (before > DocumentLimits.CONFIG_VALUES) {
      return before;
    }
    budget.spend();
    int counted = before + 1;
    for (var member : node.properties()) {
      if (!CONTENT.contains(member.getKey())) {
        counted = count(member.getValue(), counted);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      counted = count(node.get(i), counted);
    }
    return counted;
  }
}
