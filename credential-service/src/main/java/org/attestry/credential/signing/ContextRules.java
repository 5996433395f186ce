package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.runtime.json.JsonLocation;

/**
 * The rules that a document's own contexts must keep before the JSON-LD processor reads them: no
 * alias for what RDF has no place for, and limits of what the processor takes long for, or deep
 * recursion.
 */
final class ContextRules {

  private static final int MOST_CONTEXTS = 16;
  private static final int MOST_VALUES = 2_000;
  private static final int LONGEST_TEXT = 500;
  private static final int LONGEST_RELATIVE_VOCABULARY = 16;
  private static final int LONGEST_CHAIN = 8;
  private static final Pattern KEYWORD = JsonRules.KEYWORD;
  private static final Set<String> ALIASED = Set.of("@id", "@type", "@value", "@none", "@json");
  private static final Set<String> MAPS = Set.of("@language", "@index", "@id", "@type");
  private static final Set<String> REFERENCES = Set.of("@id", "@type", "@reverse", "@index");

  private final DocumentViolations violations;
  private int values;
  private int longestText;
  private boolean maps;

  private ContextRules(DocumentViolations violations) {
    this.violations = violations;
  }

  /**
   * The cost of the processor's steps under these contexts.
   *
   * @param values how many values stand in the inline contexts
   * @param longestText of them, in characters
   * @param maps whether a term is a map of languages, indexes, ids or types
   */
  record Size(int values, int longestText, boolean maps) {

    Size plus(Size other) {
      return new Size(
          values + other.values, Math.max(longestText, other.longestText), maps || other.maps);
    }
  }

  static Size check(JsonNode contexts, DocumentViolations violations) {
    ContextRules rules = new ContextRules(violations);
    rules.contexts(contexts, JsonLocation.ROOT.member("@context"));
    return new Size(rules.values, rules.longestText, rules.maps);
  }

  private void contexts(JsonNode contexts, JsonLocation place) {
    if (contexts.isMissingNode()) {
      violations.add(place, "context", "A credential needs an @context.");
    } else if (!contexts.isArray()) {
      context(contexts, place);
    } else if (contexts.size() > MOST_CONTEXTS) {
      violations.add(place, "context", "At most " + MOST_CONTEXTS + " contexts are allowed.");
    } else {
      for (int i = 0; i < contexts.size(); i++) {
        context(contexts.get(i), place.item(i));
      }
    }
  }

  private void context(JsonNode context, JsonLocation place) {
    if (context.isTextual()) {
      text(context, place);
    } else if (context.isObject()) {
      value(context, place);
    } else {
      violations.add(place, "context", "A context is an address or an object.");
    }
  }

  private void value(JsonNode node, JsonLocation place) {
    if (++values > MOST_VALUES) {
      if (values == MOST_VALUES + 1) {
        violations.add(place, "limit", "Inline contexts have at most " + MOST_VALUES + " values.");
      }
      return;
    }
    if (node.isTextual()) {
      text(node, place);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      member(member.getKey(), member.getValue(), place);
      value(member.getValue(), place.member(member.getKey()));
    }
    if (node.isObject()) {
      chains(node, place);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      value(node.get(i), place.item(i));
    }
  }

  private void text(JsonNode node, JsonLocation place) {
    int length = node.textValue().length();
    longestText = Math.max(longestText, length);
    if (length > LONGEST_TEXT) {
      violations.add(
          place, "limit", "Texts in contexts have at most " + LONGEST_TEXT + " characters.");
    }
  }

  private void member(String name, JsonNode value, JsonLocation place) {
    if (name.equals("@container")) {
      maps |= MAPS.contains(value.asText());
      value.forEach(container -> maps |= MAPS.contains(container.asText()));
    }
    if (!value.isTextual()) {
      return;
    }
    String text = value.textValue();
    boolean names = !KEYWORD.matcher(name).matches() || name.equals("@id");
    boolean alias = names && KEYWORD.matcher(text).matches();
    if (name.equals("@nest") || alias && !ALIASED.contains(text)) {
      violations.add(
          place.member(name),
          "context.alias",
          "A term may only stand for @id, @type or an IRI of its own.");
    }
    if (name.equals("@vocab")
        && text.indexOf(':') < 0
        && text.length() > LONGEST_RELATIVE_VOCABULARY) {
      violations.add(place.member(name), "limit", "A vocabulary is an absolute IRI.");
    }
  }

  /** Terms that are defined by other terms: the processor follows them by recursion. */
  private void chains(JsonNode definitions, JsonLocation place) {
    Map<String, Integer> known = new HashMap<>();
    for (Map.Entry<String, JsonNode> member : definitions.properties()) {
      if (chain(definitions, member.getKey(), 0, known) > LONGEST_CHAIN) {
        violations.add(
            place.member(member.getKey()),
            "limit",
            "A term leads to its IRI over at most " + LONGEST_CHAIN + " other terms.");
        return;
      }
    }
  }

  private static int chain(
      JsonNode definitions, String term, int above, Map<String, Integer> known) {
    Integer length = known.putIfAbsent(term, 0);
    if (length != null || above > LONGEST_CHAIN) {
      return length == null ? 0 : length;
    }
    int longest = 0;
    for (String other : references(term, definitions.get(term))) {
      if (!other.equals(term) && definitions.has(other)) {
        longest = Math.max(longest, 1 + chain(definitions, other, above + 1, known));
      }
    }
    known.put(term, longest);
    return longest;
  }

  private static Set<String> references(String term, JsonNode definition) {
    Set<String> references = new LinkedHashSet<>();
    reference(term, references);
    reference(definition.textValue(), references);
    REFERENCES.forEach(name -> reference(definition.path(name).textValue(), references));
    return references;
  }

  private static void reference(String text, Set<String> references) {
    if (text != null) {
      references.add(text);
      int colon = text.indexOf(':', 1);
      if (colon > 0) {
        references.add(text.substring(0, colon));
      }
    }
  }
}
