package org.attestry.credential.canonical;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.context.ActiveContext;
import com.apicatalog.jsonld.context.TermDefinition;
import com.apicatalog.jsonld.lang.DirectionType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.attestry.credential.canonical.RdfStatements.Edge;
import org.attestry.credential.canonical.RdfStatements.Repeat;
import org.attestry.credential.canonical.RdfStatements.Written;
import org.attestry.credential.jose.Numbers;
import org.attestry.credential.jsonld.ActiveContexts;
import org.attestry.credential.jsonld.ContextRules;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.jsonld.LanguageTag;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.jsonld.TermNames;
import org.attestry.credential.revoke.AbsoluteIri;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonLocation;

/**
 * Reads a JSON-LD document as statements, place by place (JSON-LD 1.1 API, 5.1 Expansion and 8
 * RDF): each member and each value becomes a part of a statement, or is refused with its pointer.
 * The algorithms of the recommendation drop or resolve some values; this class has no such branch,
 * so nothing stays unsigned.
 */
public final class DocumentReader {

  static final String UNDEFINED_TERM = "term.undefined";
  static final String UNDEFINED_TYPE = "type.undefined";

  private static final Pattern BLANK = Pattern.compile("_:[A-Za-z0-9][A-Za-z0-9_.-]*");
  private static final Set<String> VALUE_MEMBERS =
      Set.of("@value", "@type", "@language", "@direction");
  private static final Set<String> MAPS = Set.of("@index", "@id", "@type", "@graph");
  private static final Set<String> DIRECTIONS = Set.of("ltr", "rtl");
  private static final String UNSIGNED =
      "The contexts do not define this name, so it would be left unsigned.";
  private static final String NOT_IRI = "An identifier must be an absolute, well-formed IRI.";

  private final ActiveContexts contexts;
  private final Rules rules;
  private final DocumentViolations violations;
  private final Budget budget;
  private final RdfStatements out;
  private final Set<String> undefined = new TreeSet<>();

  private final NodePlaces places = new NodePlaces();
  private final DocumentViolations ambiguities = new DocumentViolations();
  private final Map<ActiveContext, Map<String, String>> terms = new IdentityHashMap<>();

  private Members ofRoot;
  private boolean capitals;
  private JsonLocation listOfNodes = JsonLocation.ROOT;

  DocumentReader(
      ActiveContexts contexts, Rules rules, DocumentViolations violations, Budget budget) {
    this.contexts = contexts;
    this.rules = rules;
    this.violations = violations;
    this.budget = budget;
    this.out = new RdfStatements(budget);
  }

  /** The place of an array. */
  private enum Collected {
    /** The values of a property. */
    VALUES,
    /** A list by the container of its term; arrays in it are lists. */
    LIST,
    /** A list or set that is written as an object; the meaning of arrays in it is not defined. */
    OBJECT
  }

  /**
   * A value and its place.
   *
   * @param term the name of the property, whose definition applies to the value
   */
  private record Slot(ActiveContext context, String term, Edge edge, JsonLocation place) {

    Slot at(JsonLocation other) {
      return new Slot(context, term, edge, other);
    }

    Slot in(ActiveContext other) {
      return new Slot(other, term, edge, place);
    }

    Slot to(Edge other, JsonLocation at) {
      return new Slot(context, term, other, at);
    }

    TermDefinition definition() {
      return TermNames.definition(term, context);
    }
  }

  /** The members of an object by their keywords and IRIs. */
  private record Members(
      JsonLocation place, Map<String, List<String>> keywords, Map<String, String> properties) {

    boolean has(String keyword) {
      return keywords.containsKey(keyword);
    }

    /** Returns the name of the one member that means the keyword. */
    String name(String keyword) {
      return keywords.get(keyword).getFirst();
    }

    JsonLocation at(String keyword) {
      return place.member(name(keyword));
    }
  }

  /** Returns the statements. They are incomplete if there are violations. */
  Written read(ObjectNode document) {
    String root = null;
    try {
      root = root(document);
    } catch (JsonLdError e) {
      String code = e.getCode().name().toLowerCase(Locale.ROOT).replace('_', '-');
      violations.add(
          JsonLocation.ROOT.member("@context"),
          "json-ld." + code,
          "The contexts are not valid JSON-LD: " + code + ".");
    }
    Written written = out.written(root);
    if (ofRoot != null) {
      RootNames.check(
          document, written, ofRoot.keywords(), ofRoot.properties(), places, violations);
      places.check(rules, ambiguities);
    }
    if (written.statements().isEmpty() && violations.isEmpty()) {
      violations.add("document", "The document holds nothing that can be signed.");
    }
    return written;
  }

  /**
   * Returns places at which the same statements can be written as a JSON document with another
   * meaning for its readers. A proof over statements would be valid for both documents.
   */
  DocumentViolations ambiguities() {
    return ambiguities;
  }

  /** Returns the names of members and types that the contexts leave undefined, in order. */
  Set<String> undefined() {
    return undefined;
  }

  /** Says whether a text has a language whose tag has capitals in a context. */
  boolean capitals() {
    return capitals;
  }

  /** Returns the place of the first list with several objects, else the document. */
  JsonLocation listOfNodes() {
    return listOfNodes;
  }

  private String root(ObjectNode document) throws JsonLdError {
    ActiveContext context = contexts.of(document.path("@context"));
    ActiveContext typed = inTypes(document, context);
    requireSameKeywords(document, JsonLocation.ROOT, List.of(context, typed));
    ofRoot = members(document, typed, JsonLocation.ROOT);
    return node(document, ofRoot, context, typed);
  }

  private void object(ObjectNode object, Slot slot, Collected in) throws JsonLdError {
    budget.spend();
    TermDefinition term = slot.definition();
    ActiveContext before = reverted(object, slot.context());
    if (term != null && term.hasLocalContext()) {
      before = scoped(before, slot, term);
    }
    ActiveContext context = inTypes(object, before);
    requireSameKeywords(object, slot.place(), around(slot.context(), before, context));
    Members members = members(object, context, slot.place());
    if (members.has("@value")) {
      value(object, members, before, context, slot);
    } else if (members.has("@list") || members.has("@set")) {
      collection(object, members, slot.in(context), in);
    } else {
      once(out.link(slot.edge(), node(object, members, before, context)), slot.place());
    }
  }

  /** Returns the contexts in which processors may look up the names of an object's members. */
  private static List<ActiveContext> around(
      ActiveContext outside, ActiveContext before, ActiveContext inside) {
    ActiveContext previous = outside.getPreviousContext();
    return List.of(outside, previous == null ? outside : previous, before, inside);
  }

  /**
   * Refuses an object whose kind (node, value or list) depends on the context. The kind is decided
   * in one context and the members are read in another one, and processors differ in which.
   */
  private void requireSameKeywords(
      ObjectNode object, JsonLocation place, List<ActiveContext> around) {
    ActiveContext first = around.getFirst();
    for (ActiveContext other : around) {
      if (other == first) {
        continue;
      }
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        String name = member.getKey();
        if (!Objects.equals(TermNames.keyword(name, first), TermNames.keyword(name, other))) {
          violations.add(
              place.member(name),
              ContextRules.UNSUPPORTED,
              "The contexts around this object and in it differ in whether this name is a keyword:"
                  + " use the keyword itself, or another name.");
        }
      }
    }
  }

  /**
   * The context of a type does not apply to the nodes below, but to values and references (5.1.2,
   * step 7).
   */
  private static ActiveContext reverted(ObjectNode object, ActiveContext context) {
    if (context.getPreviousContext() == null) {
      return context;
    }
    boolean stays = false;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = TermNames.ofTerm(member.getKey(), context);
      stays |= "@value".equals(name) || "@id".equals(name) && object.size() == 1;
    }
    return stays ? context : context.getPreviousContext();
  }

  /** The context below a property (5.1.2, steps 4 and 8), which may not redefine the property. */
  private ActiveContext scoped(ActiveContext context, Slot slot, TermDefinition term)
      throws JsonLdError {
    ActiveContext scoped = contexts.ofProperty(context, term);
    TermDefinition before = TermNames.definition(slot.term(), context);
    TermDefinition now = TermNames.definition(slot.term(), scoped);
    if (now != before && (now == null || before == null || now.isNotSameExcept(before))) {
      violations.add(
          slot.place(),
          ContextRules.UNSUPPORTED,
          "The context of this term defines the term itself in another way: remove that.");
    }
    return scoped;
  }

  /** The context in a node whose types have contexts of their own (5.1.2, step 11). */
  private ActiveContext inTypes(ObjectNode object, ActiveContext before) throws JsonLdError {
    ActiveContext context = before;
    for (Map.Entry<String, JsonNode> member : sorted(object).entrySet()) {
      if ("@type".equals(TermNames.ofTerm(member.getKey(), context))) {
        for (String type : new TreeSet<>(texts(member.getValue()))) {
          TermDefinition term = TermNames.definition(type, before);
          if (term != null && term.hasLocalContext()) {
            context = contexts.ofType(context, term);
          }
        }
      }
    }
    return context;
  }

  private static Map<String, JsonNode> sorted(ObjectNode object) {
    Map<String, JsonNode> members = new TreeMap<>();
    object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    return members;
  }

  private static List<String> texts(JsonNode value) {
    List<String> texts = new ArrayList<>();
    if (value.isTextual()) {
      texts.add(value.textValue());
    }
    for (JsonNode item : value) {
      if (item.isTextual()) {
        texts.add(item.textValue());
      }
    }
    return texts;
  }

  private Members members(ObjectNode object, ActiveContext context, JsonLocation place) {
    Members members = new Members(place, new TreeMap<>(), new TreeMap<>());
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = member.getKey();
      budget.spend();
      if (name.equals("@context")) {
        continue;
      }
      String means = TermNames.ofTerm(name, context);
      if (TermNames.isKeyword(means)) {
        List<String> names = members.keywords().computeIfAbsent(means, first -> new ArrayList<>());
        names.add(name);
        if (names.size() > 1 && !means.equals("@type")) {
          violations.add(place.member(name), "keyword", "Another member stands for " + means + ".");
        }
      } else {
        members.properties().put(name, means);
      }
    }
    return members;
  }

  private String node(ObjectNode node, Members members, ActiveContext before, ActiveContext context)
      throws JsonLdError {
    for (String keyword : members.keywords().keySet()) {
      if (!keyword.equals("@id") && !keyword.equals("@type")) {
        violations.add(
            members.at(keyword),
            "keyword",
            "JSON-LD's " + keyword + " would be left unsigned here: remove it.");
      }
    }
    String subject = subject(node, members, context);
    for (String name : members.keywords().getOrDefault("@type", List.of())) {
      types(subject, node.get(name), before, members.place().member(name));
    }
    for (Map.Entry<String, String> member : members.properties().entrySet()) {
      property(subject, member, node.get(member.getKey()), context, members.place());
    }
    return subject;
  }

  private String subject(ObjectNode node, Members members, ActiveContext context) {
    if (!members.has("@id")) {
      return out.blank();
    }
    JsonLocation place = members.at("@id");
    JsonNode identifier = node.get(members.name("@id"));
    if (!identifier.isTextual()) {
      violations.add(place, "iri", "An identifier is a string.");
      return out.blank();
    }
    String iri = TermNames.ofIdentifier(identifier.textValue(), context);
    if (!isNode(iri, place, "iri", NOT_IRI)) {
      return out.blank();
    }
    places.add(iri, members.place(), node.size() > 1);
    return out.node(iri);
  }

  private void types(String subject, JsonNode types, ActiveContext context, JsonLocation place) {
    if (!types.isArray()) {
      type(subject, types, context, place);
      return;
    }
    requireItems(types, place);
    for (int i = 0; i < types.size(); i++) {
      type(subject, types.get(i), context, place.item(i));
    }
  }

  private void type(String subject, JsonNode type, ActiveContext context, JsonLocation place) {
    if (!type.isTextual()) {
      violations.add(place, "type", "A type is a string.");
      return;
    }
    String iri = TermNames.ofTerm(type.textValue(), context);
    String message = "The type is not defined by the contexts and would be left unsigned.";
    if (isNode(iri, place, UNDEFINED_TYPE, message)) {
      once(out.type(subject, iri), place);
      requireTerm(type.textValue(), iri, context, place);
    } else if (type.textValue().equals(iri)) {
      undefined.add(iri);
    }
  }

  private void property(
      String subject,
      Map.Entry<String, String> member,
      JsonNode value,
      ActiveContext context,
      JsonLocation parent)
      throws JsonLdError {
    String name = member.getKey();
    JsonLocation place = parent.member(name);
    Slot slot = new Slot(context, name, new Edge(subject, member.getValue()), place);
    if (!AbsoluteIri.is(String.valueOf(member.getValue()))) {
      violations.add(place, UNDEFINED_TERM, UNSIGNED);
      undefined.add(name);
    }
    requireTerm(name, member.getValue(), context, place);
    if (parent == JsonLocation.ROOT && RootNames.isPlain(name)) {
      requirePlain(value, slot);
    }
    TermDefinition term = slot.definition();
    Collection<String> containers = containers(term);
    if (term != null && term.isReverseProperty() || containers.stream().anyMatch(MAPS::contains)) {
      violations.add(
          place, "container", "The term is a map or is reversed, which is not signed here.");
    } else if (term != null && "@json".equals(term.getTypeMapping())) {
      json(value, slot);
    } else if (containers.contains("@language") && value.isObject()) {
      languages(value, slot, term);
    } else if (containers.contains("@list") && !isList(value, slot)) {
      list(value, slot, Collected.LIST);
    } else {
      values(value, slot, Collected.VALUES);
    }
  }

  /**
   * Refuses an IRI for which the contexts have a term, because readers of JSON look for the term.
   */
  private void requireTerm(String name, String iri, ActiveContext context, JsonLocation place) {
    String term =
        TermNames.definition(name, context) == null
            ? terms.computeIfAbsent(context, this::termsByIri).get(iri)
            : null;
    if (term != null) {
      ambiguities.add(
          place, "data-model", "The contexts have a term for this name: write %s.".formatted(term));
    }
  }

  private Map<String, String> termsByIri(ActiveContext context) {
    Map<String, String> byIri = new HashMap<>();
    for (Map.Entry<String, TermDefinition> one : context.getTermsMapping().entrySet()) {
      TermDefinition term = one.getValue();
      budget.spend();
      if (term.getUriMapping() != null
          && !term.isReverseProperty()
          && containers(term).stream().noneMatch(MAPS::contains)) {
        byIri.merge(term.getUriMapping(), one.getKey(), (a, b) -> a.compareTo(b) < 0 ? a : b);
      }
    }
    return byIri;
  }

  /**
   * Refuses sets, lists and value objects for members of the data model that readers of JSON look
   * for.
   */
  private void requirePlain(JsonNode value, Slot slot) {
    for (JsonNode one : value.isArray() ? value : List.of(value)) {
      for (Map.Entry<String, JsonNode> member : one.properties()) {
        if (RootNames.isCollected(TermNames.ofTerm(member.getKey(), slot.context()))) {
          violations.add(
              slot.place(),
              "data-model",
              "The value of %s is a text or an object, written without %s."
                  .formatted(slot.term(), member.getKey()));
        }
      }
    }
  }

  private static Collection<String> containers(TermDefinition term) {
    return term == null || term.getContainerMapping() == null
        ? List.of()
        : term.getContainerMapping();
  }

  /** Says whether the value is a list that is written as an object. */
  private static boolean isList(JsonNode value, Slot slot) {
    return value.isObject()
        && value.size() == 1
        && "@list".equals(TermNames.ofTerm(value.fieldNames().next(), slot.context()));
  }

  private void values(JsonNode value, Slot slot, Collected in) throws JsonLdError {
    if (!value.isArray()) {
      single(value, slot, in);
      return;
    }
    requireItems(value, slot.place());
    for (int i = 0; i < value.size(); i++) {
      Slot item = slot.at(slot.place().item(i));
      if (value.get(i).isArray()) {
        nested(item.place());
      } else {
        single(value.get(i), item, in);
      }
    }
  }

  private void requireItems(JsonNode array, JsonLocation place) {
    if (array.isEmpty()) {
      violations.add(place, "empty", "An empty array cannot be signed here: leave the member out.");
    }
  }

  /**
   * Refuses an array within an array: processors read it as items of the outer one, or as a list.
   */
  private void nested(JsonLocation place) {
    violations.add(
        place,
        "nested",
        "An array in an array cannot be signed here: only the values of a list can be.");
  }

  private void list(JsonNode value, Slot slot, Collected in) throws JsonLdError {
    if (listOfNodes == JsonLocation.ROOT && value.size() > 1 && value.path(1).isContainerNode()) {
      listOfNodes = slot.place();
    }
    Edge at = slot.edge();
    Iterable<JsonNode> items = value.isArray() ? value : List.of(value);
    int number = 0;
    for (JsonNode one : items) {
      Edge cell = out.item(at);
      JsonLocation place = value.isArray() ? slot.place().item(number++) : slot.place();
      Slot item = slot.to(cell, place);
      if (!one.isArray()) {
        single(one, item, in);
      } else if (in == Collected.LIST) {
        list(one, item, in);
      } else {
        nested(place);
      }
      at = RdfStatements.after(cell);
    }
    once(out.end(at), slot.place());
  }

  private void collection(ObjectNode object, Members members, Slot slot, Collected in)
      throws JsonLdError {
    String keyword = members.has("@list") ? "@list" : "@set";
    if (object.size() > 1) {
      violations.add(
          slot.place(), "keyword", "Members beside " + keyword + " would be left unsigned.");
      return;
    }
    JsonNode items = object.get(members.name(keyword));
    Slot inner = slot.at(members.at(keyword));
    if (keyword.equals("@list")) {
      list(items, inner, Collected.OBJECT);
    } else if (in == Collected.VALUES) {
      values(items, inner, Collected.OBJECT);
    } else {
      violations.add(
          slot.place(),
          "nested",
          "A set in a list or set cannot be signed here: write its values.");
    }
  }

  private void single(JsonNode value, Slot slot, Collected in) throws JsonLdError {
    if (value.isNull()) {
      violations.add(slot.place(), "null", "Null cannot be signed here: leave the member out.");
    } else if (value instanceof ObjectNode object) {
      object(object, slot, in);
    } else {
      TermDefinition term = slot.definition();
      boolean local = term != null && term.hasLocalContext();
      scalar(value, local ? slot.in(scoped(slot.context(), slot, term)) : slot);
    }
  }

  /** Reads a value whose type or language is defined by its term (5.3, Value Expansion). */
  private void scalar(JsonNode value, Slot slot) {
    budget.spend();
    TermDefinition term = slot.definition();
    String type = term == null ? null : term.getTypeMapping();
    boolean names = "@id".equals(type) || "@vocab".equals(type);
    if (value.isTextual() && names) {
      String text = value.textValue();
      String iri =
          type.equals("@id")
              ? TermNames.ofIdentifier(text, slot.context())
              : TermNames.ofTerm(text, slot.context());
      if (isNode(iri, slot.place(), "iri", NOT_IRI)) {
        places.add(iri, slot.place(), false);
        once(out.link(slot.edge(), out.node(iri)), slot.place());
      }
    } else if (type != null && !names && !type.equals("@none")) {
      typed(value, type, slot);
    } else if (value.isTextual()) {
      text(value.textValue(), tag(language(term, slot)), direction(term, slot), slot);
    } else {
      typed(value, null, slot);
    }
  }

  /**
   * Returns the form of a context's language tag that is signed: lower case, or as written in older
   * credentials.
   */
  private String tag(String language) {
    String signed = language == null ? null : LanguageTag.signed(language);
    capitals |= language != null && !language.equals(signed);
    return rules == Rules.VERIFY_FORMER ? language : signed;
  }

  private static String language(TermDefinition term, Slot slot) {
    if (term == null || term.getLanguageMapping() == null) {
      return slot.context().getDefaultLanguage();
    }
    return term.getLanguageMapping() instanceof JsonString tag ? tag.getString() : null;
  }

  /**
   * Returns the direction of the context. Signers in JavaScript lose it when another context
   * follows.
   */
  private String direction(TermDefinition term, Slot slot) {
    boolean own = term != null && term.getDirectionMapping() != null;
    DirectionType direction =
        own ? term.getDirectionMapping() : slot.context().getDefaultBaseDirection();
    if (direction == null || direction == DirectionType.NULL) {
      return null;
    }
    if (!own && rules == Rules.ISSUE) {
      violations.add(
          slot.place(),
          "direction",
          "Verifiers disagree about a direction that a context gives to all texts: write"
              + " @direction into the definition of the term, or at the value.");
    }
    return direction.name().toLowerCase(Locale.ROOT);
  }

  private void text(String text, String language, String direction, Slot slot) {
    if (language != null && !LanguageTag.isWellFormed(language)) {
      violations.add(slot.place(), "language", "The language tag is not well formed (BCP 47).");
      return;
    }
    oneForm(out.text(slot.edge(), text, language, direction), slot.place());
  }

  /**
   * @param datatype an IRI; null for the default of a number or constant
   */
  private void typed(JsonNode value, String datatype, Slot slot) {
    if (datatype != null && !isDatatype(value, datatype, slot.place())) {
      return;
    }
    if (value.isTextual()) {
      oneForm(out.literal(slot.edge(), value.textValue(), datatype), slot.place());
    } else if (value.isBoolean()) {
      oneForm(out.constant(slot.edge(), value.booleanValue(), datatype), slot.place());
    } else {
      BigDecimal number = value.decimalValue();
      if (!Numbers.isExactInRdf(number)) {
        violations.add(slot.place(), "number", Numbers.ADVICE);
      }
      oneForm(out.number(slot.edge(), number, datatype), slot.place());
    }
  }

  private boolean isDatatype(JsonNode value, String datatype, JsonLocation place) {
    boolean tagged =
        datatype.equals(RdfStatements.LANG_STRING)
            || datatype.equals(RdfStatements.DIR_LANG_STRING);
    if (tagged || !AbsoluteIri.is(datatype)) {
      violations.add(
          place, "datatype", "A datatype is an absolute IRI, and texts in languages have none.");
      return false;
    }
    if (isReadOtherwise(value, datatype)) {
      violations.add(
          place,
          "datatype",
          "Verifiers disagree about a text that is an xsd:double, and about a whole number that is"
              + " an xsd:float: write a number, or a text.");
      return false;
    }
    return true;
  }

  /**
   * Says whether other verifiers read the text as another one. A text of type xsd:double is the
   * same for them.
   */
  private boolean isReadOtherwise(JsonNode value, String datatype) {
    boolean text = rules == Rules.ISSUE && value.isTextual();
    return datatype.equals(RdfStatements.DOUBLE) && text
        || datatype.equals(RdfStatements.FLOAT)
            && value.isNumber()
            && Numbers.isWhole(value.decimalValue());
  }

  private void json(JsonNode value, Slot slot) {
    if (value.isMissingNode()) {
      return;
    }
    Numbers.visitInexact(
        value,
        slot.place(),
        budget::spend,
        place -> violations.add(place, "number", Numbers.ADVICE_IN_JSON));
    oneForm(out.json(slot.edge(), value), slot.place());
  }

  /**
   * Refuses a node or type that occurs twice in an array, because it could be split, or could hide
   * what follows it.
   */
  private void once(Repeat repeat, JsonLocation place) {
    if (repeat != Repeat.NEW) {
      repeated(repeat == Repeat.SAME ? ambiguities : violations, place);
    }
  }

  /**
   * Refuses equal values of different forms in an array. Equal values of one form, such as two
   * equal marks, are allowed.
   */
  private void oneForm(Repeat repeat, JsonLocation place) {
    if (repeat == Repeat.OTHER_FORM) {
      repeated(violations, place);
    }
  }

  private static void repeated(DocumentViolations found, JsonLocation place) {
    found.add(
        place, "repeated", "This states the same as another value of the member: remove one.");
  }

  private void languages(JsonNode map, Slot slot, TermDefinition term) throws JsonLdError {
    if (map.isEmpty()) {
      violations.add(slot.place(), "empty", "A map without languages cannot be signed.");
    }
    ActiveContext context =
        term.hasLocalContext() ? scoped(slot.context(), slot, term) : slot.context();
    String direction = direction(term, slot.in(context));
    for (Map.Entry<String, JsonNode> one : map.properties()) {
      JsonLocation place = slot.place().member(one.getKey());
      boolean array = one.getValue().isArray();
      if (array) {
        requireItems(one.getValue(), place);
      }
      int number = 0;
      for (JsonNode text : array ? one.getValue() : List.of(one.getValue())) {
        Slot item = slot.at(array ? place.item(number++) : place);
        if (text.isTextual()) {
          text(text.textValue(), LanguageTag.signed(one.getKey()), direction, item);
        } else {
          violations.add(item.place(), "language", "The values of a language map are strings.");
        }
      }
    }
  }

  /** Reads an object with {@code @value}. */
  private void value(
      ObjectNode object, Members members, ActiveContext before, ActiveContext context, Slot slot) {
    if (!VALUE_MEMBERS.containsAll(members.keywords().keySet())
        || !members.properties().isEmpty()
        || members.keywords().getOrDefault("@type", List.of()).size() > 1) {
      violations.add(
          slot.place(),
          "keyword",
          "Members beside @value, @type, @language and @direction would be" + " left unsigned.");
      return;
    }
    JsonNode value = object.get(members.name("@value"));
    Slot at = slot.at(members.at("@value"));
    if (members.has("@type")) {
      JsonNode type = object.get(members.name("@type"));
      String datatype = type.isTextual() ? TermNames.ofTerm(type.textValue(), before) : null;
      typedValue(value, datatype, members, at);
    } else {
      plainValue(value, object, members, at);
    }
  }

  private void typedValue(JsonNode value, String datatype, Members members, Slot slot) {
    if (members.keywords().size() > 2) {
      violations.add(slot.place(), "language", "A value with a type has no language or direction.");
    } else if ("@json".equals(datatype)) {
      json(value, slot);
    } else if (datatype == null) {
      violations.add(members.at("@type"), "datatype", "The datatype is not an absolute IRI.");
    } else if (isScalar(value, slot)) {
      typed(value, datatype, slot.at(members.at("@type")));
    }
  }

  private void plainValue(JsonNode value, ObjectNode object, Members members, Slot slot) {
    if (!isScalar(value, slot)) {
      return;
    }
    if (members.keywords().size() == 1) {
      if (value.isTextual()) {
        text(value.textValue(), null, null, slot);
      } else {
        typed(value, null, slot);
      }
      return;
    }
    String language = text(object, members, "@language");
    String direction = text(object, members, "@direction");
    boolean wellFormed =
        value.isTextual()
            && (!members.has("@language") || language != null)
            && (!members.has("@direction") || direction != null && DIRECTIONS.contains(direction));
    if (wellFormed) {
      String tag = language == null ? null : LanguageTag.signed(language);
      text(value.textValue(), tag, direction, slot);
    } else {
      violations.add(
          slot.place(), "language", "Texts alone have a language, or a direction: ltr or rtl.");
    }
  }

  private static String text(ObjectNode object, Members members, String keyword) {
    return members.has(keyword) ? object.get(members.name(keyword)).textValue() : null;
  }

  private boolean isScalar(JsonNode value, Slot slot) {
    if (value.isNull()) {
      violations.add(slot.place(), "null", "Null cannot be signed here: leave the member out.");
    } else if (value.isContainerNode()) {
      violations.add(
          slot.place(), "keyword", "The value of @value is a string, number or constant.");
    }
    return value.isValueNode() && !value.isNull();
  }

  /**
   * Says whether the text is an identifier of a node: an absolute IRI, or a label where labels are
   * allowed.
   */
  private boolean isNode(String text, JsonLocation place, String rule, String message) {
    if (text != null && BLANK.matcher(text).matches()) {
      if (rules == Rules.ISSUE) {
        violations.add(
            place,
            "blank-node",
            "Identifiers of the form _:… are not signed alike by every verifier: leave them out.");
      }
      return true;
    }
    boolean iri = text != null && AbsoluteIri.is(text);
    if (!iri) {
      violations.add(place, rule, message);
    }
    return iri;
  }
}
