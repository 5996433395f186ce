package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;

/**
 * A filled template on its way to a credential (W3C Verifiable Credentials Data Model 1.1 and 2.0):
 * what it must have is checked, what it may leave out is added.
 *
 * @param credential complete but for the proof
 * @param issuer the issuer's IRI
 */
public record CredentialDraft(ObjectNode credential, String issuer) {

  static final String V1 = "https://www.w3.org/2018/credentials/v1";
  static final String V2 = "https://www.w3.org/ns/credentials/v2";

  private static final String TYPE = "VerifiableCredential";

  /** PostgreSQL finds credentials by their id, and takes no more than 2,704 bytes in an index. */
  private static final int LONGEST_ID = 2_000;

  private static final Pattern DATE_TIME =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");
  private static final Set<String> DATES =
      Set.of("issuanceDate", "expirationDate", "validFrom", "validUntil");

  /**
   * For {@code /utils/sign}: nothing is added but an issuer and a date where the template has none.
   *
   * @throws FailureException of kind INVALID
   */
  public static CredentialDraft of(ObjectNode filled, Issuers issuers, Instant now) {
    return complete(filled, issuers, now);
  }

  /** For a credential that is stored: also gets an {@code id} where the template has none. */
  public static CredentialDraft withId(ObjectNode filled, Issuers issuers, Instant now) {
    String id = filled.path("id").asText();
    if (id.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
      refuse(List.of(violation("/id", "limit", "An id has at most " + LONGEST_ID + " bytes.")));
    }
    if (!id.isEmpty()) {
      return complete(filled, issuers, now);
    }
    ObjectNode identified = JsonNodeFactory.instance.objectNode();
    if (filled.has("@context")) {
      identified.set("@context", filled.get("@context"));
    }
    identified.put("id", "urn:uuid:" + UUID.randomUUID());
    filled.properties().stream()
        .filter(member -> !member.getKey().equals("id"))
        .forEach(member -> identified.set(member.getKey(), member.getValue()));
    return complete(identified, issuers, now);
  }

  private static CredentialDraft complete(ObjectNode filled, Issuers issuers, Instant now) {
    ObjectNode credential = filled.deepCopy();
    asArray(credential, "@context");
    asArray(credential, "type");
    boolean second = credential.path("@context").path(0).asText().equals(V2);
    JsonNode issuer = credential.path("issuer");
    if (issuer.isMissingNode() || issuer.isTextual() && issuer.textValue().isEmpty()) {
      credential.put("issuer", issuers.ownDid());
    }
    if (!second && credential.path("issuanceDate").asText().isEmpty()) {
      credential.put("issuanceDate", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
    refuse(violations(credential));
    return new CredentialDraft(credential, issuers.checked(issuerOf(credential)));
  }

  /** The issuer's IRI: {@code issuer}, or its {@code id}; empty if there is none. */
  static String issuerOf(JsonNode credential) {
    JsonNode issuer = credential.path("issuer");
    return issuer.isObject() ? issuer.path("id").asText() : issuer.asText();
  }

  private static void asArray(ObjectNode credential, String member) {
    JsonNode value = credential.path(member);
    if (!value.isMissingNode() && !value.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      credential.set(member, array.add(value));
    }
  }

  private static List<Violation> violations(ObjectNode credential) {
    List<Violation> found = new ArrayList<>();
    String first = credential.path("@context").path(0).asText();
    if (!first.equals(V1) && !first.equals(V2)) {
      found.add(violation("/@context/0", "context", "The first context must be " + V1 + "."));
    }
    boolean typed = false;
    for (JsonNode type : credential.path("type")) {
      typed |= type.asText().equals(TYPE);
    }
    if (!typed) {
      found.add(violation("/type", "type", "The type must include " + TYPE + "."));
    }
    if (!credential.path("credentialSubject").isContainerNode()) {
      found.add(
          violation("/credentialSubject", "required", "A credential needs a credentialSubject."));
    }
    if (credential.has("proof")) {
      found.add(violation("/proof", "proof", "The proof is made here: leave it out."));
    }
    for (String date : DATES) {
      if (credential.has(date) && instant(credential.get(date)) == null) {
        found.add(
            violation("/" + date, "date-time", "A date must be such as 2026-01-02T03:04:05Z."));
      }
    }
    return found;
  }

  /** The instant of an XML Schema dateTime with time zone, or null. */
  static Instant instant(JsonNode date) {
    if (!DATE_TIME.matcher(date.asText()).matches()) {
      return null;
    }
    try {
      return OffsetDateTime.parse(date.asText()).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Violation violation(String pointer, String rule, String message) {
    return new Violation(pointer, rule, message);
  }

  private static void refuse(List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw new Failure(
              FailureKind.INVALID,
              "credential.template.invalid",
              violations.getFirst().message(),
              violations)
          .exception();
    }
  }
}
