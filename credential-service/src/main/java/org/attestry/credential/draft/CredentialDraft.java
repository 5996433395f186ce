package org.attestry.credential.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.SentForm;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * A filled template that becomes a credential (W3C Verifiable Credentials Data Model 1.1 and 2.0).
 * Required members are checked, and missing optional ones are added.
 *
 * @param credential complete except for the proof
 * @param brought the names of members of objects that came from data
 */
public record CredentialDraft(ObjectNode credential, Set<String> brought) {

  static final String V1 = "https://www.w3.org/2018/credentials/v1";
  static final String V2 = "https://www.w3.org/ns/credentials/v2";

  /** Claims of RFC 7519 that may be beside a credential in a JWT and are not a part of it. */
  public static final List<String> JWT_CLAIMS = List.of("iss", "iat", "exp", "nbf", "jti", "sub");

  private static final String TYPE = "VerifiableCredential";
  private static final String DATES_ARE = "A date must be such as 2026-01-02T03:04:05Z.";
  private static final Violation NO_TYPE =
      new Violation("/type", "type", "The type must include " + TYPE + ".");
  private static final Violation NO_SUBJECT =
      new Violation("/credentialSubject", "required", "A credential needs a credentialSubject.");

  private static final Set<String> SUITE_MEMBERS = Set.of("type", "cryptosuite", "alg");
  private static final Violation NOT_STORED =
      new Violation(
          "/proof",
          "proof",
          "A credential that is stored has its proof in it: name another suite here, and read the"
              + " credential with 'Accept: application/vc+jwt'.");
  private static final Violation NOT_SECOND =
      new Violation(
          "/@context/0",
          "context",
          "The first context of a credential in a JWT must be " + V2 + ".");

  /**
   * The longest id. PostgreSQL finds credentials by their id, and an index entry has at most 2,704
   * bytes.
   */
  private static final int LONGEST_ID = 2_000;

  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,9}))?"
              + "(Z|[+-]\\d{2}:\\d{2})");
  private static final Set<String> DATES =
      Set.of("issuanceDate", "expirationDate", "validFrom", "validUntil");

  /**
   * Returns the draft for {@code /utils/sign}: only a missing issuer and a missing date are added.
   *
   * @throws FailureException of kind INVALID
   */
  public static CredentialDraft of(ObjectNode filled, Issuers issuers, Instant now) {
    ObjectNode credential = copy(filled);
    asArray(credential, "@context");
    asArray(credential, "type");
    if (isEmpty(credential.path("issuer"))) {
      credential.put("issuer", issuers.ownDid());
    }
    if (!isSecond(credential) && isEmpty(credential.path("issuanceDate"))) {
      credential.put("issuanceDate", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
    refuse(missing(credential));
    return new CredentialDraft(credential, Set.of());
  }

  /** Returns the draft of a credential that is stored: a missing {@code id} is added too. */
  public static CredentialDraft withId(ObjectNode filled, Issuers issuers, Instant now) {
    String id = filled.path(filled.has("@id") ? "@id" : "id").asText();
    if (id.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
      refuse(List.of(new Violation("/id", "limit", "An id has at most " + LONGEST_ID + " bytes.")));
    }
    if (!id.isEmpty()) {
      return of(filled, issuers, now);
    }
    ObjectNode identified = Json.object();
    if (filled.has("@context")) {
      identified.set("@context", filled.get("@context"));
    }
    identified.put("id", "urn:uuid:" + UUID.randomUUID());
    filled.properties().stream()
        .filter(member -> !member.getKey().equals("id"))
        .forEach(member -> identified.set(member.getKey(), member.getValue()));
    return of(identified, issuers, now);
  }

  /** Returns the draft with the names of members that came from data. */
  public CredentialDraft bringing(Set<String> names) {
    return new CredentialDraft(credential, Set.copyOf(names));
  }

  /** Returns the draft with an entry in the status lists of its issuer. */
  public CredentialDraft withStatus(StatusPlace place, StatusAddresses addresses) {
    ObjectNode listed = credential.deepCopy();
    CredentialStatus.add(listed, isSecond(listed), place, addresses);
    return new CredentialDraft(listed, brought);
  }

  /** Returns the issuer in the JSON; the signed statements may name another. */
  public String namedIssuer() {
    JsonNode issuer = credential.path("issuer");
    return issuer.isObject() ? issuer.path("id").asText() : issuer.asText();
  }

  /** Says whether the credential is of the data model 2.0. */
  public static boolean isSecond(ObjectNode credential) {
    return firstContext(credential).equals(V2);
  }

  /** Says whether the first context of the credential is that of a data model. */
  public static boolean hasDataModel(ObjectNode credential) {
    String first = firstContext(credential);
    return first.equals(V1) || first.equals(V2);
  }

  private static String firstContext(ObjectNode credential) {
    JsonNode context = credential.path("@context");
    return (context.isTextual() ? context : context.path(0)).asText();
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isMissingNode() || value.isTextual() && value.textValue().isEmpty();
  }

  /**
   * Reads the draft and checks the statements that are signed.
   *
   * @param contexts the contexts that it names beside the bundled ones, by address
   * @throws FailureException of kind INVALID
   */
  public Unsigned read(
      Proofs proofs, Map<String, JsonNode> contexts, Issuers issuers, Budget budget) {
    CredentialTemplate.refuseNodesOfData(brought, contexts.values(), budget);
    SentForm.requireDepth(credential);
    ObjectNode unproved = copy(credential);
    unproved.remove("proof");
    SigningSuite suite = suite(proofs);
    if (suite.envelops() && !isSecond(credential)) {
      refuse(List.of(NOT_SECOND));
    }
    if (suite.envelops()) {
      refuse(claims(credential));
    }
    Unsigned unsigned = proofs.read(unproved, suite, contexts, budget);
    refuse(violations(unsigned.terms()));
    issuers.checked(unsigned.terms().issuer());
    return unsigned;
  }

  /**
   * Returns the suite that its {@code proof} names, by the members that identify a suite.
   *
   * @throws FailureException of kind INVALID if there is no such suite
   */
  public SigningSuite suite(Proofs proofs) {
    JsonNode proof = credential.get("proof");
    if (proof == null) {
      return proofs.suite();
    }
    return Optional.of(proof)
        .filter(JsonNode::isObject)
        .filter(one -> one.properties().stream().allMatch(CredentialDraft::namesSuite))
        .flatMap(proofs::suite)
        .orElseThrow(() -> refusal(List.of(noSuite(proofs))));
  }

  private static Violation noSuite(Proofs proofs) {
    String message =
        "The proof is made here: leave it out, or name a suite by its type, and its cryptosuite"
            + " where the type is DataIntegrityProof, or its alg where it is vc+jwt, of these: ";
    return new Violation("/proof", "proof", message + String.join(", ", proofs.suites()) + ".");
  }

  private static boolean namesSuite(Map.Entry<String, JsonNode> member) {
    return SUITE_MEMBERS.contains(member.getKey());
  }

  /**
   * Returns the draft if its credential can be stored.
   *
   * @throws FailureException of kind INVALID
   */
  public CredentialDraft storable(Proofs proofs) {
    if (suite(proofs).envelops()) {
      refuse(List.of(NOT_STORED));
    }
    return this;
  }

  private static List<Violation> violations(SignedTerms terms) {
    if (!terms.isCredential()) {
      return List.of(NO_TYPE);
    }
    List<Violation> found = new ArrayList<>();
    if (terms.subjects().isEmpty()) {
      found.add(NO_SUBJECT);
    }
    if (terms.issuer() == null) {
      found.add(new Violation("/issuer", "issuer", "A credential has one issuer, an IRI."));
    }
    if (terms.repeated()) {
      found.add(new Violation("", "date-time", "A credential has each of its dates once."));
    }
    if (Stream.of(terms.starts(), terms.ends())
        .flatMap(List::stream)
        .anyMatch(date -> instant(date) == null)) {
      found.add(new Violation("", "date-time", DATES_ARE));
    }
    return found;
  }

  /**
   * Returns violations for members that a JWT has as claims, because a credential is read without
   * them.
   */
  public static List<Violation> claims(ObjectNode credential) {
    return JWT_CLAIMS.stream()
        .filter(credential::has)
        .map(
            claim ->
                new Violation(
                    "/" + claim,
                    "claim",
                    "This is a claim of JWTs: give the member another name, or leave it out."))
        .toList();
  }

  /** Returns a copy that shares the values, which are not changed. */
  private static ObjectNode copy(ObjectNode document) {
    return Json.object().setAll(document);
  }

  private static void asArray(ObjectNode credential, String member) {
    JsonNode value = credential.path(member);
    if (!value.isMissingNode() && !value.isArray()) {
      ArrayNode array = Json.array();
      credential.set(member, array.add(value));
    }
  }

  private static List<Violation> missing(ObjectNode credential) {
    List<Violation> found = new ArrayList<>();
    String first = credential.path("@context").path(0).asText();
    if (!first.equals(V1) && !first.equals(V2)) {
      String must = "The first context must be " + V1 + " or " + V2 + ".";
      found.add(new Violation("/@context/0", "context", must));
    }
    if (!isTyped(credential)) {
      found.add(NO_TYPE);
    }
    if (!credential.path("credentialSubject").isContainerNode()) {
      found.add(NO_SUBJECT);
    }
    for (String date : DATES) {
      JsonNode value = credential.path(date);
      if (value.isValueNode() && instant(value.asText()) == null) {
        found.add(new Violation("/" + date, "date-time", DATES_ARE));
      }
    }
    return found;
  }

  private static boolean isTyped(ObjectNode credential) {
    JsonNode types = credential.path(credential.has("type") ? "type" : "@type");
    boolean typed = types.asText().equals(TYPE);
    for (JsonNode type : types) {
      typed |= type.asText().equals(TYPE);
    }
    return typed;
  }

  /** The instant of an XML Schema dateTime with time zone, or null. */
  public static Instant instant(String date) {
    Matcher parts = DATE_TIME.matcher(date);
    if (!parts.matches()) {
      return null;
    }
    String fraction = parts.group(7) == null ? "" : parts.group(7);
    int nanos = Integer.parseInt(fraction + "0".repeat(9 - fraction.length()));
    int[] fields = new int[6];
    Arrays.setAll(fields, field -> Integer.parseInt(parts.group(field + 1)));
    try {
      return LocalDateTime.of(
              fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], nanos)
          .toInstant(ZoneOffset.of(parts.group(8)));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static void refuse(List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw refusal(violations);
    }
  }

  private static FailureException refusal(List<Violation> violations) {
    return FailureException.invalid("credential.template.invalid", violations);
  }
}
