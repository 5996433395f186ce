package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.runtime.json.JsonPlace;
import org.attestry.runtime.work.Budget;

/**
 * The rules that a credential must keep as JSON, before the JSON-LD processor sees it: nothing may
 * stand in it that the canonical form cannot carry, because that would be left unsigned (Data
 * Integrity 1.0, data-loss detection), and, when we issue, nothing that canonicalizers disagree
 * about.
 */
final class JsonRules {

  static final Pattern KEYWORD = Pattern.compile("@[A-Za-z]+");

  private static final int MOST_VALUES = 20_000;

  /** The processor copies a map for each of its values. */
  private static final int MOST_VALUES_WITH_MAPS = 5_000;

  private static final Set<String> KEYWORDS =
      Set.of("@id", "@type", "@value", "@language", "@list", "@set");
  private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 53);
  private static final BigDecimal SMALLEST_FRACTION = new BigDecimal("0.000001");
  private static final int MOST_DIGITS = 15;

  private final Rules rules;
  private final Violations violations;
  private final Budget budget;
  private final int most;
  private int values;

  private JsonRules(Rules rules, ContextRules.Size contexts, Violations violations, Budget budget) {
    this.rules = rules;
    this.most = contexts.maps() ? MOST_VALUES_WITH_MAPS : MOST_VALUES;
    this.violations = violations;
    this.budget = budget;
  }

  static void check(
      JsonNode document,
      Rules rules,
      ContextRules.Size contexts,
      Violations violations,
      Budget budget) {
    new JsonRules(rules, contexts, violations, budget).value(document, JsonPlace.ROOT);
  }

  private void value(JsonNode node, JsonPlace place) {
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
      case NUMBER -> number(node, place);
      case BOOLEAN -> {}
      default -> violations.add(place, "null", "Null cannot be signed: leave the member out.");
    }
  }

  private void member(Map.Entry<String, JsonNode> member, JsonPlace place) {
    String name = member.getKey();
    JsonPlace at = place.member(name);
    if (name.equals("@context")) {
      if (place.depth() > 0) {
        violations.add(at, "context.nested", "Contexts belong into the credential's own @context.");
      }
      return;
    }
    if (KEYWORD.matcher(name).matches() && !KEYWORDS.contains(name)) {
      violations.add(at, "keyword", "This JSON-LD keyword would be left unsigned: remove it.");
    }
    text(name, at);
    value(member.getValue(), at);
  }

  private void array(JsonNode node, JsonPlace place) {
    if (node.isEmpty()) {
      violations.add(place, "empty", "An empty array cannot be signed: leave the member out.");
    }
    for (int i = 0; i < node.size(); i++) {
      value(node.get(i), place.item(i));
    }
  }

  private void text(String text, JsonPlace place) {
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

  /**
   * Every canonicalizer writes these numbers alike; see the interoperability notes in the README.
   */
  private void number(JsonNode node, JsonPlace place) {
    if (rules != Rules.ISSUE) {
      return;
    }
    BigDecimal number = node.decimalValue();
    BigDecimal size = number.abs();
    boolean whole = number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    boolean plain =
        whole
            ? size.compareTo(LARGEST) <= 0
            : size.compareTo(SMALLEST_FRACTION) >= 0
                && size.compareTo(LARGEST) <= 0
                && number.stripTrailingZeros().precision() <= MOST_DIGITS;
    if (!plain) {
      violations.add(
          place,
          "number",
          "Numbers must be whole within 2^53, or decimals of at most 15 digits and not below"
              + " 0.000001: send others as strings.");
    }
  }
}
