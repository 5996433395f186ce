package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Values of the data that fill a whole JSON string of a template, and keep their type. Members and
 * items without content (null, an empty array) are left out. A string of the template whose value
 * is missing, null, empty, or an empty array is left out itself.
 *
 * @param reserved names of members that identify or type a node (JSON-LD 1.1, section 9.2), which
 *     only the template may do
 * @param brought gets the names of the members of inserted objects
 */
record TypedValue(Set<String> reserved, Set<String> brought) {

  private static final Set<String> KEYWORDS = Set.of("@id", "@type");

  /** Aliases in the contexts of credentials; aliases of other contexts are added. */
  private static final Set<String> USUAL = Set.of("id", "type");

  private static final int LONGEST_NAME = 100;

  /**
   * @param contexts of the template; aliases are read from the inline ones
   */
  static TypedValue under(JsonNode contexts, Budget budget) {
    return new TypedValue(aliases(List.of(contexts), budget), new HashSet<>());
  }

  /** Returns the names that mean {@code @id} and {@code @type} under these contexts. */
  static Set<String> aliases(Collection<JsonNode> contexts, Budget budget) {
    Set<String> aliases = new HashSet<>(USUAL);
    boolean added = true;
    while (added) {
      budget.spend();
      added = false;
      for (JsonNode context : contexts) {
        added |= addAliases(context, aliases, budget);
      }
    }
    return aliases;
  }

  /**
   * @return whether a new alias was found
   */
  private static boolean addAliases(JsonNode node, Set<String> aliases, Budget budget) {
    boolean added = false;
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      budget.spend();
      JsonNode term = member.getValue();
      String meaning = (term.isObject() ? term.path("@id") : term).asText();
      boolean alias = KEYWORDS.contains(meaning) || aliases.contains(meaning);
      if (alias && !member.getKey().startsWith("@")) {
        added |= aliases.add(member.getKey());
      }
      added |= addAliases(term, aliases, budget);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      added |= addAliases(node.get(i), aliases, budget);
    }
    return added;
  }

  /**
   * @return null for a value that is missing or empty
   * @throws TemplateSyntaxException for an object with a member that would change what the template
   *     says, or describe another node: a JSON-LD keyword, an alias of one, an IRI
   */
  JsonNode of(JsonNode value) {
    JsonNode kept = kept(value);
    return kept == null || kept.isTextual() && kept.textValue().isEmpty() ? null : kept;
  }

  private JsonNode kept(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> object(value);
      case ARRAY -> array(value);
      case STRING, NUMBER, BOOLEAN -> value;
      default -> null;
    };
  }

  private JsonNode object(JsonNode value) {
    ObjectNode object = Json.object();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      refuseReserved(member.getKey());
      brought.add(member.getKey());
      JsonNode kept = kept(member.getValue());
      if (kept != null) {
        object.set(member.getKey(), kept);
      }
    }
    return object;
  }

  private void refuseReserved(String name) {
    if (name.startsWith("@") || name.indexOf(':') >= 0 || reserved.contains(name)) {
      throw new TemplateSyntaxException(advice(name));
    }
  }

  static String advice(String name) {
    String shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name;
    return ("Data cannot bring the member '%s' inside a value that is inserted whole: such names"
            + " say which node is meant. Write the members into the template, as in"
            + " \"address\": {\"id\": \"{{address.id}}\"}.")
        .formatted(shown);
  }

  private JsonNode array(JsonNode value) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(value.size());
    for (JsonNode item : value) {
      JsonNode kept = kept(item);
      if (kept != null) {
        array.add(kept);
      }
    }
    return array.isEmpty() ? null : array;
  }
}
