package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.credential.canonical.Canonicalizer.ReadDocument;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.ListDialect;
import org.attestry.credential.status.StatusEntry;
import org.attestry.runtime.json.JsonLocation;

/**
 * Checks the requirements of the W3C's Verifiable Credentials Data Models beyond JSON-LD: 2.0,
 * sections 4.6 to 4.11 and 5.3 to 5.6, and 1.1, sections 4.4, 4.9 and 5.4 to 5.6. It checks
 * statements, so that other spellings of a term make no difference. The pointers name members as
 * the data models do. A credential of 1.1 is checked only when it is signed, so that older ones
 * still verify.
 */
final class DataModelRules {

  static final String REQUIRED = "required";

  private static final String VOCABULARY = "https://www.w3.org/2018/credentials#";
  private static final String SCHEMA_ORG = "https://schema.org/";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final String I18N = "https://www.w3.org/ns/i18n#";
  private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
  private static final String RELATED = "relatedResource";
  private static final String MULTIBASE = "https://w3id.org/security#digestMultibase";
  private static final List<String> TEXTS = List.of("name", "description");

  /** W3C Subresource Integrity, section 3.5: one digest or several. */
  private static final Pattern SRI =
      Pattern.compile(
          "sha(256|384|512)-[A-Za-z0-9+/_-]+={0,2}( sha(256|384|512)-[A-Za-z0-9+/_-]+={0,2})*");

  /** Multibase, of the encodings that Data Integrity 1.0, section 2.4 names. */
  private static final Pattern BASE = Pattern.compile("u[A-Za-z0-9_-]+|z[1-9A-HJ-NP-Za-km-z]+");

  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]*");

  /**
   * A member whose values are objects with a type.
   *
   * @param idInFirst whether each also needs an id in the data model 1.1
   * @param idInSecond the same in 2.0
   */
  private record Typed(String name, boolean idInFirst, boolean idInSecond) {}

  private static final List<Typed> TYPED =
      List.of(
          new Typed("credentialStatus", true, false),
          new Typed("credentialSchema", true, true),
          new Typed("refreshService", true, false),
          new Typed("termsOfUse", false, false),
          new Typed("evidence", false, false));

  private final ReadDocument read;
  private final ObjectNode source;
  private final boolean second;
  private final Map<String, Map<String, Set<Statement>>> nodes = new HashMap<>();
  private final DocumentViolations violations = new DocumentViolations();

  private DataModelRules(ReadDocument read, ObjectNode source) {
    this.read = read;
    this.source = source;
    this.second = CredentialDraft.isSecond(source);
  }

  /**
   * @param source the document as JSON
   * @return violations of a credential; empty for another document
   */
  static DocumentViolations check(ReadDocument read, ObjectNode source, Rules rules) {
    DataModelRules check = new DataModelRules(read, source);
    if (read.terms().isCredential() && !CredentialDraft.hasDataModel(source)) {
      check.violations.add("context", "The first context is that of a data model, 1.1 or 2.0.");
    } else if (read.terms().isCredential() && (check.second || rules == Rules.ISSUE)) {
      check.index();
      check.credential(rules);
    }
    return check.violations;
  }

  private void index() {
    for (Statement one : read.statements()) {
      nodes
          .computeIfAbsent(one.subject(), unseen -> new HashMap<>())
          .computeIfAbsent(one.predicate(), unseen -> new LinkedHashSet<>())
          .add(one);
    }
  }

  private void credential(Rules rules) {
    each(SignedTerms.SUBJECT, "credentialSubject", this::subject);
    for (Typed member : TYPED) {
      each(VOCABULARY + member.name(), member.name(), (value, at) -> typed(value, member, at));
    }
    if (rules == Rules.ISSUE) {
      statusEntries();
    }
    if (second) {
      texts(read.root(), source, new Place(JsonLocation.ROOT, true));
      each(SignedTerms.ISSUER, "issuer", this::issuer);
      relatedResources();
      validity();
    }
  }

  /** Handles a value of a member of the credential. */
  @FunctionalInterface
  private interface Check {
    void of(Statement value, Place at);
  }

  private void each(String predicate, String member, Check check) {
    Set<Statement> values = values(read.root(), predicate);
    JsonNode written = source.path(member);
    boolean one = !written.isArray() || written.size() != values.size();
    Place place = place(member);
    int index = 0;
    for (Statement value : values) {
      check.of(value, one ? place : place.item(index));
      index++;
    }
  }

  /**
   * The place of a value.
   *
   * @param known whether the member has the data model's name; if not, the place is the credential
   */
  private record Place(JsonLocation at, boolean known) {

    Place member(String name) {
      return known ? new Place(at.member(name), true) : this;
    }

    Place item(int index) {
      return known ? new Place(at.item(index), true) : this;
    }
  }

  private Place place(String member) {
    boolean known = source.has(member);
    return new Place(known ? JsonLocation.ROOT.member(member) : JsonLocation.ROOT, known);
  }

  private void add(Place place, String rule, String message) {
    violations.add(place.at(), rule, message);
  }

  private Set<Statement> values(String node, String predicate) {
    return nodes.getOrDefault(node, Map.of()).getOrDefault(predicate, Set.of());
  }

  private static boolean isNode(Statement value) {
    return value.datatype() == null;
  }

  private static boolean isBlank(Statement value) {
    return isNode(value) && value.object().startsWith("_:");
  }

  private void subject(Statement value, Place at) {
    if (!isNode(value) || isBlank(value) && !nodes.containsKey(value.object())) {
      add(
          at,
          REQUIRED,
          "A credentialSubject is an object that has a claim, or the id of what it is about.");
    }
  }

  private void typed(Statement value, Typed member, Place at) {
    boolean id = second ? member.idInSecond() : member.idInFirst();
    if (!isNode(value)) {
      add(at, "object", "A %s is an object.".formatted(member.name()));
      return;
    }
    if (values(value.object(), TYPE).isEmpty()) {
      add(at.member("type"), REQUIRED, "A %s needs a type.".formatted(member.name()));
    }
    if (id && isBlank(value)) {
      add(at.member("id"), REQUIRED, "A %s needs an id, a URL.".formatted(member.name()));
    }
  }

  private void issuer(Statement value, Place at) {
    if (isNode(value)) {
      texts(value.object(), source.path("issuer"), at);
    }
  }

  /** Checks names and descriptions: a text, or texts that each have a language. */
  private void texts(String node, JsonNode written, Place at) {
    for (String name : TEXTS) {
      Set<String> languages = new HashSet<>();
      boolean valid = !isArrayOfTexts(written.path(name));
      for (Statement value : values(node, SCHEMA_ORG + name)) {
        String language = language(value);
        valid &= language != null && languages.add(language);
      }
      if (!valid) {
        add(
            at.member(name),
            "text",
            "The %s is a text, or an object with @value and @language, or one for each language."
                .formatted(name));
      }
    }
  }

  private static boolean isArrayOfTexts(JsonNode value) {
    boolean texts = false;
    for (JsonNode item : value.isArray() ? value : MissingNode.getInstance()) {
      texts |= item.isTextual();
    }
    return texts;
  }

  /**
   * Returns the language of a text, with its direction; empty without language, null for a value
   * that is no text.
   */
  private static String language(Statement value) {
    String datatype = value.datatype();
    if (datatype == null) {
      return null;
    }
    if (value.language() != null) {
      return value.language().toLowerCase(Locale.ROOT);
    }
    if (datatype.startsWith(I18N)) {
      return datatype.substring(I18N.length()).toLowerCase(Locale.ROOT);
    }
    return datatype.equals(XSD + "string") ? "" : null;
  }

  private void relatedResources() {
    each(VOCABULARY + RELATED, RELATED, this::relatedResource);
    JsonNode written = source.path(RELATED);
    int stated = values(read.root(), VOCABULARY + RELATED).size();
    if (written.isArray() && written.size() > stated) {
      add(place(RELATED), "unique", "Each relatedResource has another id.");
    }
  }

  private void relatedResource(Statement value, Place at) {
    if (!isNode(value) || isBlank(value)) {
      add(at.member("id"), REQUIRED, "A relatedResource is an object with an id, a URL.");
      return;
    }
    Set<Statement> sri = values(value.object(), VOCABULARY + "digestSRI");
    Set<Statement> multibase = values(value.object(), MULTIBASE);
    if (sri.isEmpty() && multibase.isEmpty()) {
      add(at, REQUIRED, "A relatedResource needs a digestSRI or a digestMultibase.");
    }
    for (Statement digest : sri) {
      digest(digest, SRI, "sri", "sha384- and the digest in Base64", at.member("digestSRI"));
    }
    for (Statement digest : multibase) {
      digest(
          digest, BASE, "multibase", "u and the digest in Base64url", at.member("digestMultibase"));
    }
  }

  private void digest(Statement value, Pattern form, String rule, String example, Place at) {
    if (isNode(value) || !form.matcher(value.object()).matches()) {
      add(at, rule, "The digest has a form such as %s.".formatted(example));
    }
  }

  private void validity() {
    Instant from = date("validFrom");
    Instant until = date("validUntil");
    if (from != null && until != null && until.isBefore(from)) {
      add(
          place("validUntil"),
          "validity",
          "The credential would never be valid: validUntil is before validFrom.");
    }
  }

  /** Returns null if there is no date, or more than one, which another rule refuses. */
  private Instant date(String name) {
    Set<Statement> dates = values(read.root(), VOCABULARY + name);
    return dates.size() == 1 ? CredentialDraft.instant(dates.iterator().next().object()) : null;
  }

  /**
   * Refuses entries of status lists, in any object, that verifiers could not read (Bitstring Status
   * List v1.0, section 2.1).
   */
  private void statusEntries() {
    Map<String, Place> places = new HashMap<>();
    each(SignedTerms.STATUS, "credentialStatus", (value, at) -> places.put(value.object(), at));
    for (String node : nodes.keySet()) {
      Place place = places.getOrDefault(node, new Place(JsonLocation.ROOT, false));
      for (ListDialect dialect : List.of(ListDialect.BITSTRING, ListDialect.LIST_2021)) {
        if (values(node, TYPE).stream()
            .anyMatch(type -> type.object().equals(dialect.entryType()))) {
          entry(node, dialect, place);
        }
      }
    }
  }

  private void entry(String node, ListDialect dialect, Place at) {
    Statement purpose = only(node, dialect, "statusPurpose", at);
    if (purpose != null && (isNode(purpose) || purpose.object().isEmpty())) {
      add(at.member("statusPurpose"), "type", "The statusPurpose is a text.");
    }
    Statement index = only(node, dialect, "statusListIndex", at);
    boolean text = index != null && (XSD + "string").equals(index.datatype());
    if (index != null && !(text && INDEX.matcher(index.object()).matches())) {
      add(
          at.member("statusListIndex"),
          "index",
          "The statusListIndex is a text of digits: \"94567\".");
    }
    Statement list = only(node, dialect, "statusListCredential", at);
    if (list != null && (!isNode(list) || isBlank(list))) {
      add(at.member("statusListCredential"), "iri", "The statusListCredential is a URL.");
    }
    sizes(node, at);
  }

  private Statement only(String node, ListDialect dialect, String name, Place at) {
    Set<Statement> values = values(node, dialect.iri(name));
    if (values.size() != 1) {
      add(at.member(name), REQUIRED, "A status entry needs one %s.".formatted(name));
      return null;
    }
    return values.iterator().next();
  }

  private void sizes(String node, Place at) {
    Set<Statement> sizes = values(node, StatusEntry.SIZE);
    boolean several = false;
    for (Statement size : sizes) {
      boolean number = !isNode(size) && INDEX.matcher(size.object()).matches();
      several |= !size.object().equals("1");
      if (!number || size.object().equals("0") || sizes.size() > 1) {
        add(at.member("statusSize"), "type", "The statusSize is a whole number from 1 on.");
      }
    }
    if (several && values(node, StatusEntry.MESSAGE).isEmpty()) {
      add(at.member("statusMessage"), REQUIRED, "A statusSize above 1 needs a statusMessage.");
    }
  }
}
