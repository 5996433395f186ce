package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.domain.AbsoluteIri;
import org.attestry.runtime.work.Budget;

/**
 * The rules that a credential must keep in expanded form, so that every part of it becomes a
 * statement of the canonical form: absolute, well-formed IRIs wherever one stands, well-formed
 * language tags, no keyword that RDF has no place for.
 */
final class ExpandedRules {

  static final String RELATIVE_TYPE = "type.undefined";

  private static final Pattern BLANK = Pattern.compile("_:[A-Za-z0-9][A-Za-z0-9_.-]*");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*");
  private static final int LONGEST_LANGUAGE = 100;
  private static final Set<String> VALUE_KEYWORDS = Set.of("@value", "@type", "@language");

  private final JsonNode source;
  private final Rules rules;
  private final DocumentViolations violations;
  private final SourceProblems problems;
  private final Budget budget;
  private boolean emptyMember;
  private boolean explicitLists;
  private final DroppedValues.Count kept = new DroppedValues.Count();

  private ExpandedRules(
      JsonNode source, Rules rules, DocumentViolations violations, Budget budget) {
    this.source = source;
    this.rules = rules;
    this.violations = violations;
    this.problems = new SourceProblems(violations);
    this.budget = budget;
  }

  static void check(
      JsonArray expanded,
      JsonNode source,
      Rules rules,
      DocumentViolations violations,
      Budget budget) {
    ExpandedRules check = new ExpandedRules(source, rules, violations, budget);
    if (expanded.size() != 1 || expanded.getFirst().asJsonObject().isEmpty()) {
      violations.add("document", "The document holds nothing that can be signed.");
      return;
    }
    check.findExplicitLists();
    check.node(expanded.getFirst().asJsonObject());
    check.problems.locate(source, budget);
    DroppedValues.check(check.kept, source, violations, budget);
    if (check.emptyMember && violations.isEmpty()) {
      violations.add("empty", "A member without values cannot be signed: leave it out.");
    }
  }

  private void findExplicitLists() {
    SourceLocations.visit(
        source, budget, (member, value, place) -> explicitLists |= member.equals("@list"));
  }

  private void node(JsonObject node) {
    budget.spend();
    for (Map.Entry<String, JsonValue> member : node.entrySet()) {
      switch (member.getKey()) {
        case "@id" -> identifier(member.getValue());
        case "@type" -> member.getValue().asJsonArray().forEach(this::type);
        default -> property(member.getKey(), member.getValue());
      }
    }
  }

  private void property(String name, JsonValue values) {
    if (name.startsWith("@")) {
      violations.add("keyword", "JSON-LD's " + name + " would be left unsigned: remove it.");
      return;
    }
    if (!AbsoluteIri.is(name)) {
      problems.name(
          name,
          "property",
          "The name does not stand for an absolute IRI and would be left unsigned.");
      return;
    }
    emptyMember |= values.asJsonArray().isEmpty();
    values.asJsonArray().forEach(item -> item(item.asJsonObject()));
  }

  private void item(JsonObject item) {
    budget.spend();
    if (item.containsKey("@value")) {
      literal(item);
    } else if (item.containsKey("@list")) {
      item.getJsonArray("@list").forEach(element -> element(element.asJsonObject()));
      if (item.size() > 1) {
        violations.add("keyword", "A list with further keywords would be left unsigned.");
      }
    } else {
      node(item);
    }
  }

  /** Only without explicit lists is a list in a list an array in an array of the source. */
  private void element(JsonObject element) {
    if (element.containsKey("@list")
        && !element.getJsonArray("@list").isEmpty()
        && !explicitLists) {
      kept.addNested();
    }
    item(element);
  }

  private void literal(JsonObject literal) {
    if (!VALUE_KEYWORDS.containsAll(literal.keySet())) {
      violations.add("keyword", "A value's direction or index would be left unsigned.");
    }
    JsonValue value = literal.get("@value");
    JsonValue type = literal.get("@type");
    if (type instanceof JsonString name && name.getString().equals("@json")) {
      kept.addAll("@value", value, budget);
      json(value);
    } else {
      plain(value, type);
    }
    JsonValue language = literal.get("@language");
    if (language instanceof JsonString tag && !isLanguage(tag.getString())) {
      violations.add("language", "The language tag is not well formed (BCP 47).");
    }
  }

  private void plain(JsonValue value, JsonValue type) {
    if (value instanceof JsonString text) {
      kept.addText("", text.getString());
    }
    if (value instanceof JsonNumber number && !Numbers.isExactInRdf(number.bigDecimalValue())) {
      problems.number(number.bigDecimalValue(), "number", Numbers.ADVICE);
    }
    if (type instanceof JsonString name) {
      iri(name.getString(), "datatype", "The datatype is not an absolute IRI.");
    }
  }

  private void json(JsonValue value) {
    switch (value) {
      case JsonObject object -> object.values().forEach(this::json);
      case JsonArray array -> array.forEach(this::json);
      case JsonNumber number -> {
        if (!Numbers.isExactInJson(number.bigDecimalValue())) {
          problems.number(number.bigDecimalValue(), "number", Numbers.ADVICE_IN_JSON);
        }
      }
      default -> {}
    }
  }

  private static boolean isLanguage(String tag) {
    return tag.length() <= LONGEST_LANGUAGE && LANGUAGE.matcher(tag).matches();
  }

  private void identifier(JsonValue identifier) {
    if (!(identifier instanceof JsonString text)) {
      violations.add("iri", "An identifier is not a string.");
      return;
    }
    String message = "An identifier must be an absolute, well-formed IRI.";
    iri(text.getString(), "iri", message);
  }

  private void type(JsonValue type) {
    if (!(type instanceof JsonString text)) {
      violations.add("type", "A type is not a string.");
      return;
    }
    String message = "The type is not defined by the contexts and would be left unsigned.";
    iri(text.getString(), RELATIVE_TYPE, message);
  }

  private void iri(String text, String rule, String message) {
    if (BLANK.matcher(text).matches()) {
      if (rules == Rules.ISSUE) {
        problems.text(
            text,
            "blank-node",
            "Identifiers of the form _:… are not signed alike by every verifier: leave them out.");
      }
    } else if (!AbsoluteIri.is(text)) {
      problems.text(text, rule, message);
    }
  }
}
