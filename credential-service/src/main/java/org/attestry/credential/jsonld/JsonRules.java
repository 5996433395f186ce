package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.canonical.DocumentReader;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonLocation;

/**
 * The rules of a credential as JSON, before the JSON-LD processor reads it. A value that the
 * canonical form cannot contain is refused, because it would stay unsigned (Data Integrity 1.0,
 * data-loss detection). When issuing, values on which canonicalizers disagree are refused too.
 * {@link DocumentReader} checks values that are allowed only in a JSON literal.
 */
public final class JsonRules {

  static final Pattern KEYWORD = Pattern.compile("@[A-Za-z]+");

  private static final int MOST_VALUES = 20_000;

  /**
   * The limit where a context has maps, because the processor copies a map for each of its values.
   */
  private static final int MOST_VALUES_WITH_MAPS = 5_000;

  private static final Set<String> KEYWORDS =
      Set.of("@id", "@type", "@value", "@language", "@direction", "@list", "@set");

  /** Keywords that the root may have. A value or a list without a property would be dropped. */
  private static final Set<String> ROOT_KEYWORDS = Set.of("@id", "@type");

  private final Rules rules;
  private final DocumentViolations violations;
  private final Budget budget;
  private final int most;
  private int values;

  private JsonRules(
      Rules rules, ContextRules.Size contexts, DocumentViolations violations, Budget budget) {
    this.rules = rules;
    this.most = contexts.maps() ? MOST_VALUES_WITH_MAPS : MOST_VALUES;
    this.violations = violations;
    this.budget = budget;
  }

  public static void check(
      JsonNode document,
      Rules rules,
      ContextRules.Size contexts,
      DocumentViolations violations,
      Budget budget) {
    new JsonRules(rules, contexts, violations, budget).value(document, JsonLocation.ROOT);
  }

  private void value(JsonNode node, JsonLocation place) {
    if (++values > most) {
      if (values == most + 1) {
        violations.add(
            "limit", "A credential has at most " + most + " values under these contexts.");
      }
      return;
    }
    budget.spend();
    switch (node.getNodeType()) {
      case OBJECT -> node.properties().forEach(member -> member(member, place));
      case ARRAY -> array(node, place);
      case STRING -> text(node.textValue(), place);
      default -> {}
    }
  }

  private void member(Map.Entry<String, JsonNode> member, JsonLocation place) {
    String name = member.getKey();
    JsonLocation at = place.member(name);
    if (name.equals("@context")) {
      if (place.depth() > 0) {
        violations.add(at, "context.nested", "Contexts belong into the credential's own @context.");
      }
      return;
    }
    Set<String> keywords = place.depth() == 0 ? ROOT_KEYWORDS : KEYWORDS;
    if (KEYWORD.matcher(name).matches() && !keywords.contains(name)) {
      violations.add(at, "keyword", "This JSON-LD keyword would be left unsigned: remove it.");
    }
    text(name, at);
    value(member.getValue(), at);
  }

  private void array(JsonNode node, JsonLocation place) {
    for (int i = 0; i < node.size(); i++) {
      value(node.get(i), place.item(i));
    }
  }

  private void text(String text, JsonLocation place) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          violations.add(place, "unicode", "The text holds half of a character.");
          return;
        }
        i++;
      } else if (rules == Rules.ISSUE && Character.isISOControl(c) && c != '\n' && c != '\r') {
        violations.add(
            place,
            "control-character",
            "Control characters other than line feed and carriage return cannot be signed in a way"
                + " that every verifier agrees on: remove them.");
        return;
      }
    }
  }
}
