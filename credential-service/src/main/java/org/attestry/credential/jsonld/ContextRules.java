package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.revoke.AbsoluteIri;
import org.attestry.runtime.json.JsonLocation;

/**
 * The features that a context may use if it is not bundled: those of JSON-LD 1.1 that every
 * canonicalizer reads in the same way and that leave no part of a document unsigned. Every other
 * feature is refused. The rules also limit what takes the JSON-LD processor long, or deep
 * recursion.
 */
public final class ContextRules {

  public static final String UNSUPPORTED = "context.unsupported";

  private static final int MOST_CONTEXTS = 16;
  private static final int MOST_VALUES = 2_000;
  private static final int LONGEST_TEXT = 500;
  private static final int LONGEST_CHAIN = 8;
  private static final Pattern KEYWORD = JsonRules.KEYWORD;
  private static final Set<String> ALIASED =
      Set.of("@id", "@type", "@value", "@language", "@direction", "@list", "@set");
  private static final Set<String> COERCIONS = Set.of("@id", "@vocab", "@json");
  private static final Set<String> CONTAINERS = Set.of("@set", "@list", "@language");
  private static final Set<String> DIRECTIONS = Set.of("ltr", "rtl");

  /**
   * Names that every object of JavaScript has. Processors in JavaScript fail at contexts that
   * define them.
   */
  public static final Set<String> INHERITED =
      Set.of(
          "__defineGetter__",
          "__defineSetter__",
          "__lookupGetter__",
          "__lookupSetter__",
          "__proto__",
          "constructor",
          "hasOwnProperty",
          "isPrototypeOf",
          "propertyIsEnumerable",
          "toLocaleString",
          "toString",
          "valueOf");

  /**
   * Schemes of IRIs. If a context defined one as a prefix, an identifier would name another node
   * than it shows.
   */
  private static final Set<String> SCHEMES = Set.of("did", "http", "https", "urn");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final String JSON = "@json";
  private static final String TYPE = "@type";

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
   * @param values the number of values in the inline contexts
   * @param longestText of them, in characters
   * @param maps whether a term is a map of languages
   */
  public record Size(int values, int longestText, boolean maps) {

    static final Size NONE = new Size(0, 0, false);

    Size plus(Size other) {
      return new Size(
          values + other.values, Math.max(longestText, other.longestText), maps || other.maps);
    }
  }

  /** Checks the value of {@code @context} of a document, or of a context document. */
  public static Size check(JsonNode contexts, DocumentViolations violations) {
    ContextRules rules = new ContextRules(violations);
    JsonLocation place = JsonLocation.ROOT.member("@context");
    if (contexts.isMissingNode()) {
      violations.add(place, "context", "A credential needs an @context.");
    } else {
      rules.contexts(contexts, place);
    }
    return new Size(rules.values, rules.longestText, rules.maps);
  }

  private void contexts(JsonNode contexts, JsonLocation place) {
    if (!contexts.isArray()) {
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
      isCounted(context, place);
    } else if (context.isObject()) {
      definitions(context, place);
    } else {
      violations.add(place, "context", "A context is an address or an object.");
    }
  }

  private void definitions(JsonNode context, JsonLocation place) {
    if (!isCounted(context, place)) {
      return;
    }
    for (Map.Entry<String, JsonNode> member : context.properties()) {
      String name = member.getKey();
      JsonLocation at = place.member(name);
      if (KEYWORD.matcher(name).matches()) {
        setting(name, member.getValue(), at);
      } else {
        term(name, member.getValue(), at);
      }
    }
    chains(context, place);
  }

  /** Checks a keyword that applies to all terms. */
  private void setting(String name, JsonNode value, JsonLocation at) {
    if (!isCounted(value, at)) {
      return;
    }
    switch (name) {
      case "@version" ->
          require(value.isNumber() && value.doubleValue() == 1.1, at, "The version is 1.1.");
      case "@vocab" -> require(isIri(value), at, "A vocabulary is an absolute IRI.");
      case "@language" -> language(value, at);
      case "@direction" -> direction(value, at);
      case "@protected" -> protection(value, at);
      default -> refuse(at, name + " is not supported in a context.");
    }
  }

  private void term(String name, JsonNode value, JsonLocation at) {
    if (!isCounted(value, at)) {
      return;
    }
    require(
        isName(name), at, "A term is a name, or the absolute or compact IRI that it stands for.");
    require(
        !INHERITED.contains(name) && !DIGITS.matcher(name).matches(),
        at,
        "Processors in JavaScript cannot read a term of this name.");
    require(
        !SCHEMES.contains(name.toLowerCase(Locale.ROOT)),
        at,
        "The name is a scheme of IRIs: identifiers that begin with it would name other nodes.");
    if (value.isTextual()) {
      iri(name, value, at);
    } else if (value.isObject()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        property(name, value, member, at.member(member.getKey()));
      }
    } else {
      refuse(at, "A term must stand for an IRI: what it names would else be left unsigned.");
    }
  }

  private void property(
      String term, JsonNode definition, Map.Entry<String, JsonNode> member, JsonLocation at) {
    JsonNode value = member.getValue();
    if (member.getKey().equals("@context")) {
      contexts(value, at);
    } else if (isCounted(value, at)) {
      switch (member.getKey()) {
        case "@id" -> iri(term, value, at);
        case TYPE -> coercion(value, at);
        case "@container" -> container(definition, value, at);
        case "@language" -> {
          language(value, at);
          withoutType(definition, at);
        }
        case "@direction" -> {
          direction(value, at);
          withoutType(definition, at);
        }
        case "@protected" -> protection(value, at);
        case "@prefix" -> require(value.isBoolean(), at, "It is true or false.");
        default -> refuse(at, "This is not supported in the definition of a term.");
      }
    }
  }

  /**
   * Says whether the text can be a name. The JSON-LD processor checks that a name with a colon
   * means itself.
   */
  private static boolean isName(String name) {
    int colon = name.indexOf(':');
    return !name.isEmpty() && (colon < 0 ? name.indexOf('/') < 0 : AbsoluteIri.is(name));
  }

  private static boolean isIri(JsonNode value) {
    return value.isTextual() && AbsoluteIri.is(value.textValue());
  }

  private void iri(String term, JsonNode value, JsonLocation at) {
    String text = value.asText();
    if (KEYWORD.matcher(text).matches()) {
      require(
          value.isTextual() && ALIASED.contains(text) && !term.contains(":"),
          at,
          "A term may stand for these keywords alone: "
              + List.copyOf(ALIASED).stream().sorted().toList()
              + ".");
    } else {
      require(
          isIri(value) && !text.startsWith(term + ":"),
          at,
          "A term stands for an absolute IRI, or one with a prefix of these contexts.");
    }
  }

  private void coercion(JsonNode value, JsonLocation at) {
    require(
        isIri(value) || value.isTextual() && COERCIONS.contains(value.textValue()),
        at,
        "The type of a term is @id, @vocab, @json or the absolute IRI of a datatype.");
  }

  private void container(JsonNode definition, JsonNode value, JsonLocation at) {
    boolean list = contains(value, "@list");
    maps |= contains(value, "@language");
    boolean known = value.isTextual() ? CONTAINERS.contains(value.textValue()) : value.isArray();
    for (JsonNode one : value) {
      known &= one.isTextual() && CONTAINERS.contains(one.textValue());
    }
    boolean single = !list || !value.isArray() || value.size() == 1;
    boolean json = definition.path(TYPE).asText().equals(JSON);
    require(
        known && single && (!json || !list && !contains(value, "@language")),
        at,
        "The container of a term is @set, @list or @language; of a JSON literal it is @set.");
  }

  private static boolean contains(JsonNode container, String keyword) {
    boolean found = container.asText().equals(keyword);
    for (JsonNode one : container) {
      found |= one.asText().equals(keyword);
    }
    return found;
  }

  /** Refuses false, which processors in JavaScript take for a cycle of contexts. */
  private void protection(JsonNode value, JsonLocation at) {
    require(value.isBoolean() && value.booleanValue(), at, "It is true, or left out.");
  }

  private void language(JsonNode value, JsonLocation at) {
    require(
        value.isNull() || value.isTextual() && LanguageTag.isWellFormed(value.textValue()),
        at,
        "A language is a well-formed tag (BCP 47), or null.");
  }

  private void direction(JsonNode value, JsonLocation at) {
    require(
        value.isTextual() && DIRECTIONS.contains(value.textValue()),
        at,
        "A direction is ltr or rtl.");
  }

  /** Refuses maps of languages whose texts have a type, because processors disagree about them. */
  private void withoutType(JsonNode definition, JsonLocation at) {
    require(!definition.has(TYPE), at, "A term with a type has no language or direction.");
  }

  private void require(boolean kept, JsonLocation at, String rule) {
    if (!kept) {
      refuse(at, rule);
    }
  }

  private void refuse(JsonLocation at, String rule) {
    violations.add(at, UNSUPPORTED, rule + " Other forms of JSON-LD contexts are not signed here.");
  }

  /** Returns false for a value beyond the limits, which is not read further. */
  private boolean isCounted(JsonNode node, JsonLocation place) {
    if (++values > MOST_VALUES) {
      if (values == MOST_VALUES + 1) {
        violations.add(place, "limit", "Inline contexts have at most " + MOST_VALUES + " values.");
      }
      return false;
    }
    int length = node.isTextual() ? node.textValue().length() : 0;
    longestText = Math.max(longestText, length);
    if (length > LONGEST_TEXT) {
      violations.add(
          place, "limit", "Texts in contexts have at most " + LONGEST_TEXT + " characters.");
      return false;
    }
    return true;
  }

  /**
   * Limits chains of terms that are defined by other terms, because the processor follows them by
   * recursion.
   */
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
    reference(definition.path("@id").textValue(), references);
    reference(definition.path(TYPE).textValue(), references);
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
