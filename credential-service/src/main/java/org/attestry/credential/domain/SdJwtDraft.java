package org.attestry.credential.domain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;

/**
 * A filled template that becomes an SD-JWT credential: the members of its {@code credentialSubject}
 * are the claims.
 *
 * @param type of the key that signs
 * @param vct the type of the credential (SD-JWT VC, section 3.2.2.2)
 * @param claims of the subject
 * @param disclosable pointers into the claims: each is disclosed separately
 * @param from when it begins to be valid, or null
 * @param until when it ends to be valid, or null
 * @param holderKey a public key (RFC 7517), or null
 */
public record SdJwtDraft(
    String issuer,
    KeyType type,
    String vct,
    ObjectNode claims,
    List<JsonPointer> disclosable,
    Instant from,
    Instant until,
    JsonNode holderKey) {

  /** The type that a template's {@code proof} has. */
  static final String TYPE = "dc+sd-jwt";

  private static final int MOST_DISCLOSABLE = 100;
  private static final int LONGEST_VCT = 1_000;
  private static final Set<String> MEMBERS =
      Set.of("type", "alg", "vct", "disclosable", "holderKey");

  /** Claims that are the credential's (SD-JWT VC, section 3.2.2), not its subject's. */
  private static final Set<String> RESERVED =
      Set.of("iss", "iat", "nbf", "exp", "jti", "sub", "cnf", "vct", "vct#integrity", "status");

  public SdJwtDraft {
    disclosable = List.copyOf(disclosable);
  }

  /**
   * @throws FailureException of kind INVALID with pointers into the template
   */
  public static SdJwtDraft of(ObjectNode filled, SdJwts sdJwts, Issuers issuers) {
    return new Reading(filled, sdJwts).draft(issuers);
  }

  /** One template that is read. */
  private static final class Reading {

    private final ObjectNode filled;
    private final JsonNode proof;
    private final SdJwts sdJwts;
    private final List<Violation> violations = new ArrayList<>();

    Reading(ObjectNode filled, SdJwts sdJwts) {
      this.filled = filled;
      this.proof = filled.path("proof");
      this.sdJwts = sdJwts;
    }

    SdJwtDraft draft(Issuers issuers) {
      proof.fieldNames().forEachRemaining(this::checkMember);
      KeyType type =
          sdJwts
              .keyType(proof.path("alg").asText())
              .orElseGet(() -> wrong("/proof/alg", "enum", "alg must be ES256, EdDSA or PS256."));
      String vct = proof.path("vct").asText();
      if (vct.isEmpty() || vct.length() > LONGEST_VCT) {
        wrong("/proof/vct", "required", "vct must name the type of the credential.");
      }
      ObjectNode claims = claims();
      List<JsonPointer> disclosable = disclosable(claims);
      Instant from = date("validFrom");
      Instant until = date("validUntil");
      JsonNode holderKey = holderKey();
      String issuer = issuer(issuers);
      refuse();
      return new SdJwtDraft(issuer, type, vct, claims, disclosable, from, until, holderKey);
    }

    private void checkMember(String name) {
      if (!MEMBERS.contains(name)) {
        wrong(
            "/proof/" + name,
            "unknown",
            "The proof may have type, alg, vct, disclosable and holderKey.");
      }
    }

    private String issuer(Issuers issuers) {
      JsonNode named = filled.path("issuer");
      String text = (named.isObject() ? named.path("id") : named).asText();
      String issuer = text.isEmpty() ? issuers.ownDid() : text;
      if (violations.isEmpty()) {
        issuers.checked(issuer);
      }
      return issuer;
    }

    private ObjectNode claims() {
      if (!(filled.get("credentialSubject") instanceof ObjectNode subject)) {
        return wrong("/credentialSubject", "type", "The credentialSubject must be an object.");
      }
      for (String name : RESERVED) {
        if (subject.has(name)) {
          wrong("/credentialSubject/" + name, "reserved", "This claim is the credential's own.");
        }
      }
      checkNames(subject);
      return subject;
    }

    /** Names that stand for digests (RFC 9901, section 4.1). */
    private void checkNames(JsonNode value) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (member.getKey().startsWith("_sd") || member.getKey().equals("...")) {
          wrong("/credentialSubject", "reserved", "No claim may be named _sd, _sd_alg or '...'.");
        }
      }
      value.forEach(this::checkNames);
    }

    private List<JsonPointer> disclosable(ObjectNode claims) {
      List<JsonPointer> pointers = new ArrayList<>();
      JsonNode listed = proof.path("disclosable");
      if (!listed.isMissingNode() && !listed.isArray() || listed.size() > MOST_DISCLOSABLE) {
        wrong("/proof/disclosable", "type", "List at most 100 pointers into credentialSubject.");
        return pointers;
      }
      for (int i = 0; i < listed.size(); i++) {
        JsonPointer pointer = pointer(listed.get(i).asText());
        boolean known = pointer != null && claims != null && !claims.at(pointer).isMissingNode();
        if (!known || pointers.contains(pointer)) {
          wrong(
              "/proof/disclosable/" + i,
              "pointer",
              "This must be a JSON Pointer to a claim below credentialSubject, once.");
        }
        pointers.add(pointer);
      }
      return pointers;
    }

    private static JsonPointer pointer(String text) {
      try {
        return text.startsWith("/") ? JsonPointer.compile(text) : null;
      } catch (IllegalArgumentException e) {
        return null;
      }
    }

    private Instant date(String name) {
      JsonNode value = filled.path(name);
      if (value.isMissingNode() || value.asText().isEmpty()) {
        return null;
      }
      Instant date = CredentialDraft.instant(value.asText());
      return date == null
          ? wrong("/" + name, "date-time", "A date must be such as 2026-01-02T03:04:05Z.")
          : date;
    }

    private JsonNode holderKey() {
      JsonNode key = proof.path("holderKey");
      if (key.isMissingNode() || key.isTextual() && key.textValue().isEmpty()) {
        return null;
      }
      return sdJwts.isHolderKey(key)
          ? key
          : wrong("/proof/holderKey", "key", "Send a public key as JWK: RSA, Ed25519 or P-256.");
    }

    private <T> T wrong(String pointer, String rule, String message) {
      violations.add(new Violation(pointer, rule, message));
      return null;
    }

    private void refuse() {
      if (!violations.isEmpty()) {
        String message = violations.getFirst().message();
        throw new Failure(FailureKind.INVALID, "credential.template.invalid", message, violations)
            .exception();
      }
    }
  }
}
