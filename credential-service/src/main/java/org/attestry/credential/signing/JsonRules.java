package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.runtime.json.JsonPointers;

/**
 * The rules that a credential must keep as JSON, before the JSON-LD processor sees it: nothing may
 * stand in it that the canonical form cannot carry, because that would be left unsigned (Data
 * Integrity 1.0, data-loss detection), and, when we issue, nothing that canonicalizers disagree
 * about.
 */
final class JsonRules {

  static final Pattern KEYWORD = Pattern.compile("@[A-Za-z]+");

  private static final int MOST_VALUES = 20_000;
  private static final int MOST_CONTEXT_VALUES = 2_000;
  private static final int MOST_CONTEXTS = 16;
  private static final Set<String> KEYWORDS =
      Set.of("@id", "@type", "@value", "@language", "@list", "@set");
  private static final Set<String> ALIASED = Set.of("@id", "@type", "@value", "@none", "@json");
  private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 53);
  private static final BigDecimal SMALLEST_FRACTION = new BigDecimal("0.000001");
  private static final int MOST_DIGITS = 15;

  private final Rules rules;
  private final Violations violations;
  private int values;

  private JsonRules(Rules rules, Violations violations) {
    this.rules = rules;
    this.violations = violations;
  }

  static void check(JsonNode document, Rules rules, Violations violations) {
    JsonRules check = new JsonRules(rules, violations);
    check.contexts(document.path("@context"));
    check.value(document, "");
  }

  private void contexts(JsonNode contexts) {
    if (contexts.isMissingNode()) {
      violations.add("/@context", "context", "A credential needs an @context.");
      return;
    }
    if (contexts.isArray() && contexts.size() > MOST_CONTEXTS) {
      violations.add("/@context", "context", "At most " + MOST_CONTEXTS + " contexts are allowed.");
      return;
    }
    int size = 0;
    for (int i = 0; contexts.isArray() && i < contexts.size(); i++) {
      size += context(contexts.get(i), "/@context/" + i);
    }
    size += contexts.isArray() ? 0 : context(contexts, "/@context");
    if (size > MOST_CONTEXT_VALUES) {
      violations.add("/@context", "context", "The inline contexts are too large.");
    }
  }

  private int context(JsonNode context, String pointer) {
    if (!context.isTextual() && !context.isObject()) {
      violations.add(pointer, "context", "A context is an address or an object.");
      return 0;
    }
    return aliases(context, pointer);
  }

  private int aliases(JsonNode node, String pointer) {
    int size = 1;
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String at = pointer + "/" + JsonPointers.escape(member.getKey());
      JsonNode value = member.getValue();
      boolean names = !KEYWORD.matcher(member.getKey()).matches() || member.getKey().equals("@id");
      boolean alias = names && value.isTextual() && KEYWORD.matcher(value.textValue()).matches();
      if (member.getKey().equals("@nest") || alias && !ALIASED.contains(value.textValue())) {
        violations.add(
            at, "context.alias", "A term may only stand for @id, @type or an IRI of its own.");
      }
      size += aliases(value, at);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      size += aliases(node.get(i), pointer + "/" + i);
    }
    return size;
  }

  private void value(JsonNode node, String pointer) {
    if (++values > MOST_VALUES) {
      if (values == MOST_VALUES + 1) {
        violations.add("", "limit", "A credential has at most " + MOST_VALUES + " values.");
      }
      return;
    }
    switch (node.getNodeType()) {
      case OBJECT -> node.properties().forEach(member -> member(member, pointer));
      case ARRAY -> array(node, pointer);
      case STRING -> text(node.textValue(), pointer);
      case NUMBER -> number(node, pointer);
      case BOOLEAN -> {}
      default -> violations.add(pointer, "null", "Null cannot be signed: leave the member out.");
    }
  }

  private void member(Map.Entry<String, JsonNode> member, String pointer) {
    String name = member.getKey();
    String at = pointer + "/" + JsonPointers.escape(name);
    if (name.equals("@context")) {
      if (!pointer.isEmpty()) {
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

  private void array(JsonNode node, String pointer) {
    if (node.isEmpty()) {
      violations.add(pointer, "empty", "An empty array cannot be signed: leave the member out.");
    }
    for (int i = 0; i < node.size(); i++) {
      value(node.get(i), pointer + "/" + i);
    }
  }

  private void text(String text, String pointer) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          violations.add(pointer, "unicode", "The text holds half of a character.");
          return;
        }
        i++;
      } else if (rules == Rules.ISSUE && Character.isISOControl(c) && c != '\n' && c != '\r') {
        violations.add(
            pointer,
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
  private void number(JsonNode node, String pointer) {
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
          pointer,
          "number",
          "Numbers must be whole within 2^53, or decimals of at most 15 digits and not below"
              + " 0.000001: send others as strings.");
    }
  }
}
