package org.attestry.credential.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.canonical.RdfStatements.Statement;
import org.attestry.credential.canonical.RdfStatements.Written;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.jsonld.DocumentViolations;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.runtime.json.JsonLocation;

/**
 * Checks that a reader of the plain JSON of a credential or presentation gets the meaning that was
 * signed (W3C Verifiable Credentials Data Model 2.0, section 6.1: a conforming document can be read
 * without JSON-LD processing). A proof over statements is valid for every JSON document with these
 * statements. Without this check a holder could move a claim, a date or the issuer to a place where
 * readers of JSON do not look, and an issuer could write another issuer where they do.
 */
public final class RootNames {

  private static final String RULE = "data-model";
  private static final String VOCABULARY = "https://www.w3.org/2018/credentials#";
  private static final String PRESENTATION = VOCABULARY + "VerifiablePresentation";
  private static final String HOLDER = VOCABULARY + "holder";
  private static final Set<String> COLLECTED = Set.of("@value", "@set", "@list");

  /** Members whose meaning readers of JSON know. */
  private static final Set<String> OF_CREDENTIALS =
      Set.of(
          "issuer",
          "issuanceDate",
          "expirationDate",
          "validFrom",
          "validUntil",
          "credentialSubject",
          "credentialStatus",
          "credentialSchema",
          "evidence",
          "termsOfUse",
          "refreshService",
          "relatedResource");

  private static final Set<String> OF_PRESENTATIONS = Set.of("holder", "verifiableCredential");

  /** Members whose values are texts and plain objects. */
  private static final Set<String> PLAIN =
      Set.of(
          "issuer",
          "holder",
          "issuanceDate",
          "expirationDate",
          "validFrom",
          "validUntil",
          "credentialSubject",
          "credentialStatus");

  /** Dates of the data model 1.1, to those of 2.0. */
  private static final Map<String, String> INSTEAD =
      Map.of("issuanceDate", "validFrom", "expirationDate", "validUntil");

  private final ObjectNode document;
  private final Written written;
  private final DocumentViolations violations;

  private RootNames(ObjectNode document, Written written, DocumentViolations violations) {
    this.document = document;
    this.written = written;
    this.violations = violations;
  }

  /** Says whether the member's value may be no set, list or value object. */
  public static boolean isPlain(String member) {
    return PLAIN.contains(member);
  }

  /** Says whether a keyword marks a set, a list or a value. */
  public static boolean isCollected(String keyword) {
    return keyword != null && COLLECTED.contains(keyword);
  }

  /**
   * @param keywords each keyword to the root's names for it
   * @param properties the name of each other member of the root, to its IRI
   * @param places where the document describes the nodes that it names
   */
  static void check(
      ObjectNode document,
      Written written,
      Map<String, List<String>> keywords,
      Map<String, String> properties,
      NodePlaces places,
      DocumentViolations violations) {
    RootNames names = new RootNames(document, written, violations);
    SignedTerms terms = written.terms();
    if (terms.isCredential()) {
      names.named("VerifiableCredential", OF_CREDENTIALS, properties);
      names.node("issuer", terms.issuers());
      places.checkSubjects(Set.copyOf(terms.subjects()), violations);
    }
    if (terms.types().contains(PRESENTATION)) {
      names.named("VerifiablePresentation", OF_PRESENTATIONS, properties);
      names.node("holder", names.objects(HOLDER));
    }
    if (terms.isCredential() || terms.types().contains(PRESENTATION)) {
      names.keyword("@id", "id", keywords, properties);
      names.keyword("@type", "type", keywords, properties);
    }
  }

  private void named(String type, Set<String> members, Map<String, String> properties) {
    if (!types().contains(type)) {
      add("type", "The type must include " + type + " by this name.");
    }
    Map<String, String> names = new HashMap<>();
    members.forEach(member -> names.put(VOCABULARY + member, member));
    for (Map.Entry<String, String> member : properties.entrySet()) {
      String meant = names.get(member.getValue());
      if (meant != null && !meant.equals(member.getKey())) {
        add(member.getKey(), "This is the %s by another name: write %1$s.".formatted(meant));
      } else if (meant == null && members.contains(member.getKey())) {
        add(member.getKey(), advice(member.getKey()));
      }
    }
  }

  /** Returns the correct name for a member whose meaning is not that of the data model. */
  private String advice(String member) {
    String instead = INSTEAD.get(member);
    return instead != null && CredentialDraft.isSecond(document)
        ? "The data model 2.0 has no %s, which would limit nothing: name it %s."
            .formatted(member, instead)
        : "The contexts give this member another meaning than the data model: name it otherwise.";
  }

  private void keyword(
      String keyword,
      String name,
      Map<String, List<String>> keywords,
      Map<String, String> properties) {
    for (String written : keywords.getOrDefault(keyword, List.of())) {
      if (!written.equals(name) && !written.equals(keyword)) {
        add(written, "This is the %s by another name: write %1$s.".formatted(name));
      }
    }
    if (properties.containsKey(name)) {
      add(name, "The contexts give this member another meaning than the data model.");
    }
  }

  /** Requires that the JSON names the node that the statements name. */
  private void node(String member, List<String> stated) {
    JsonNode value = document.path(member);
    JsonNode named = value.isObject() ? value.path(value.has("id") ? "id" : "@id") : value;
    if (stated.size() == 1
        && !stated.getFirst().startsWith("_:")
        && !stated.getFirst().equals(named.textValue())) {
      add(member, "The %s is written as a text, or as an object with its id.".formatted(member));
    }
  }

  private List<String> objects(String predicate) {
    return written.statements().stream()
        .filter(one -> one.subject().equals(written.root()) && one.predicate().equals(predicate))
        .map(Statement::object)
        .toList();
  }

  private Set<String> types() {
    Set<String> types = new HashSet<>();
    for (String name : List.of("type", "@type")) {
      JsonNode value = document.path(name);
      types.add(value.asText());
      value.forEach(one -> types.add(one.asText()));
    }
    return types;
  }

  private void add(String member, String message) {
    violations.add(JsonLocation.ROOT.member(member), RULE, message);
  }
}
