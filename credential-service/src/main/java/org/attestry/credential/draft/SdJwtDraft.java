package org.attestry.credential.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.SdJwtClaims;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.stored.IssuedCredentials.Form;
import org.attestry.credential.stored.IssuedCredentials.Issued;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.json.JsonPointers;

/**
 * A filled template that becomes an SD-JWT credential: the members of its {@code credentialSubject}
 * are the claims.
 *
 * @param type of the key that signs
 * @param vct the type of the credential (SD-JWT VC, section 3.2.2.2)
 * @param claims of the subject
 * @param disclosable pointers into the claims: each is disclosed separately
 * @param from the beginning of its validity, or null
 * @param until the end of its validity, or null
 * @param holderKey a public key (RFC 7517), or null
 * @param status its entry in a status list, or null
 */
public record SdJwtDraft(
    String issuer,
    KeyType type,
    String vct,
    ObjectNode claims,
    List<JsonPointer> disclosable,
    Instant from,
    Instant until,
    JsonNode holderKey,
    TokenStatus status) {

  /** The type in a template's {@code proof}. */
  public static final String TYPE = "dc+sd-jwt";

  private static final int LONGEST_VCT = 1_000;
  private static final Set<String> PROOF_MEMBERS =
      Set.of("type", "alg", "vct", "disclosable", "holderKey");

  /** The allowed members. The first two are for JSON-LD only: an SD-JWT has {@code vct} instead. */
  private static final Set<String> MEMBERS =
      Set.of(
          "@context",
          "type",
          "issuer",
          "credentialSubject",
          "validFrom",
          "issuanceDate",
          "validUntil",
          "expirationDate",
          "proof");

  public SdJwtDraft {
    disclosable = List.copyOf(disclosable);
  }

  /**
   * Returns an issued credential in this form. The template lists the claims that are disclosed
   * separately; without a list these are all but {@code id} and {@code type}.
   *
   * @param terms of the credential
   * @throws FailureException of kind NOT_ACCEPTABLE if the credential has no such form
   */
  public static SdJwtDraft of(
      Issued issued, SignedTerms terms, StatusAddresses addresses, JsonNode holderKey) {
    StoredCredential stored = issued.stored();
    boolean usable =
        issued.credential().get("credentialSubject") instanceof ObjectNode subject
            && reservedNames(subject).isEmpty();
    if (!usable || stored.status() == null) {
      throw Form.SD_JWT.refusal(
          "Only a credential with a status and one subject, without claims of JWTs, has this form");
    }
    ObjectNode claims = (ObjectNode) issued.credential().get("credentialSubject");
    return new SdJwtDraft(
        stored.issuer(),
        issued.suite().keyType(),
        TypeMetadata.address(addresses.current(), stored.entityType(), stored.attestationName()),
        claims,
        DisclosableClaims.of(stored.disclosable(), claims),
        latest(instants(terms.starts())),
        earliest(instants(terms.ends())),
        holderKey,
        new TokenStatus(addresses.ofTokens(stored.status().list()), stored.status().index()));
  }

  /** Returns the draft with another beginning of its validity, or with none. */
  public SdJwtDraft beginning(Instant other) {
    return new SdJwtDraft(issuer, type, vct, claims, disclosable, other, until, holderKey, status);
  }

  private static Instant latest(Stream<Instant> dates) {
    return dates.max(Comparator.naturalOrder()).orElse(null);
  }

  private static Instant earliest(Stream<Instant> dates) {
    return dates.min(Comparator.naturalOrder()).orElse(null);
  }

  private static Stream<Instant> instants(List<String> dates) {
    return dates.stream().map(CredentialDraft::instant).filter(Objects::nonNull);
  }

  /**
   * An entry in a Token Status List (section 6.2).
   *
   * @param uri of the list
   */
  public record TokenStatus(String uri, int index) {}

  /**
   * @throws FailureException of kind INVALID with pointers into the template
   */
  public static SdJwtDraft of(ObjectNode filled, SdJwts sdJwts, Issuers issuers) {
    return new Reading(filled, sdJwts).draft(issuers);
  }

  private static List<Violation> reservedNames(ObjectNode subject) {
    List<Violation> found = new ArrayList<>();
    for (String name : SdJwtClaims.OF_THE_CREDENTIAL) {
      if (subject.has(name)) {
        String message = "This claim is the credential's own.";
        found.add(new Violation("/credentialSubject/" + name, "reserved", message));
      }
    }
    addDigestNames(subject, found);
    return found;
  }

  private static void addDigestNames(JsonNode value, List<Violation> found) {
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (SdJwtClaims.isDigests(member.getKey())) {
        String message = "No claim may be named _sd, _sd_alg or '...'.";
        found.add(new Violation("/credentialSubject", "reserved", message));
      }
    }
    value.forEach(inner -> addDigestNames(inner, found));
  }

  /** The reading of one template. */
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
      CredentialStatus.removeNone(filled);
      filled.fieldNames().forEachRemaining(this::checkMember);
      proof.fieldNames().forEachRemaining(this::checkProofMember);
      KeyType type =
          sdJwts
              .keyType(proof.path("alg").asText())
              .orElseGet(() -> wrong("/proof/alg", "enum", "alg must be ES256, EdDSA or PS256."));
      String vct = proof.path("vct").isTextual() ? proof.path("vct").textValue() : "";
      if (vct.isEmpty() || vct.length() > LONGEST_VCT) {
        wrong("/proof/vct", "required", "vct must name the type of the credential.");
      }
      ObjectNode claims = claims();
      List<JsonPointer> disclosable = DisclosableClaims.read(proof, claims, violations);
      Instant from = latest(dates("validFrom", "issuanceDate"));
      Instant until = earliest(dates("validUntil", "expirationDate"));
      checkValidity(from, until);
      JsonNode holderKey = holderKey();
      String issuer = issuer(issuers);
      refuse();
      return new SdJwtDraft(
          issuers.checked(issuer), type, vct, claims, disclosable, from, until, holderKey, null);
    }

    private void checkMember(String name) {
      if (name.equals("credentialStatus")) {
        wrong(
            "/" + name,
            "status",
            "An SD-JWT that is made here has no status: leave it out, or write false.");
      } else if (!MEMBERS.contains(name)) {
        wrong(
            "/" + JsonPointers.escape(name),
            "unknown",
            "An SD-JWT has no claim for this member: leave it out, or write it into the"
                + " credentialSubject.");
      }
    }

    private void checkProofMember(String name) {
      if (!PROOF_MEMBERS.contains(name)) {
        wrong(
            "/proof/" + JsonPointers.escape(name),
            "unknown",
            "The proof may have type, alg, vct, disclosable and holderKey.");
      }
    }

    private String issuer(Issuers issuers) {
      JsonNode named = filled.path("issuer");
      if (isLeftOut(named)) {
        return issuers.ownDid();
      }
      named.fieldNames().forEachRemaining(this::checkIssuerMember);
      JsonNode id = named.isObject() ? named.path("id") : named;
      return id.isTextual() && !id.textValue().isEmpty()
          ? id.textValue()
          : wrong(
              named.isObject() ? "/issuer/id" : "/issuer",
              "issuer",
              "Write the issuer as one DID, a text, or leave it out for " + issuers.ownDid() + ".");
    }

    private void checkIssuerMember(String name) {
      if (!name.equals("id")) {
        wrong(
            "/issuer/" + JsonPointers.escape(name),
            "unknown",
            "An SD-JWT has no claim for this member: name the issuer by its id only.");
      }
    }

    private ObjectNode claims() {
      if (!(filled.get("credentialSubject") instanceof ObjectNode subject)) {
        return wrong("/credentialSubject", "type", "The credentialSubject must be an object.");
      }
      violations.addAll(reservedNames(subject));
      if (subject.has("@id")) {
        wrong("/credentialSubject/@id", "reserved", "Name it id: it becomes the claim sub.");
      }
      JsonNode id = subject.path("id");
      if (!id.isMissingNode() && (!id.isTextual() || id.textValue().isEmpty())) {
        wrong(
            "/credentialSubject/id",
            "type",
            "The id becomes the claim sub: write a text that is not empty, or leave it out.");
      }
      checkNumbers("/credentialSubject", subject);
      return subject;
    }

    private void checkNumbers(String place, JsonNode value) {
      for (String pointer : sdJwts.inexactNumbers(value)) {
        wrong(
            place + pointer,
            "number",
            "Some readers of JSON would read another number, because it is not exactly an IEEE 754"
                + " double: send it as a string.");
      }
    }

    /** Says whether the value is left out, like that of a placeholder without a value. */
    private static boolean isLeftOut(JsonNode value) {
      return value.isMissingNode() || value.isTextual() && value.textValue().isEmpty();
    }

    /** Returns the dates under the names of both data models. */
    private Stream<Instant> dates(String... names) {
      return Stream.of(names).map(this::date).filter(Objects::nonNull);
    }

    private Instant date(String name) {
      JsonNode value = filled.path(name);
      if (isLeftOut(value)) {
        return null;
      }
      Instant date = value.isTextual() ? CredentialDraft.instant(value.textValue()) : null;
      return date == null
          ? wrong("/" + name, "date-time", "A date must be one text, such as 2026-01-02T03:04:05Z.")
          : date;
    }

    private void checkValidity(Instant from, Instant until) {
      if (from != null && until != null && until.isBefore(from)) {
        wrong(
            filled.has("validUntil") ? "/validUntil" : "/expirationDate",
            "validity",
            "The SD-JWT would never be valid: it ends before it begins.");
      }
    }

    private JsonNode holderKey() {
      JsonNode key = proof.path("holderKey");
      if (isLeftOut(key)) {
        return null;
      }
      checkNumbers("/proof/holderKey", key);
      return sdJwts.thumbprint(key).isPresent()
          ? key
          : wrong(
              "/proof/holderKey",
              "key",
              "Send a public key for signatures as JWK: RSA (PS256), Ed25519 (EdDSA) or P-256"
                  + " (ES256).");
    }

    private <T> T wrong(String pointer, String rule, String message) {
      violations.add(new Violation(pointer, rule, message));
      return null;
    }

    private void refuse() {
      if (!violations.isEmpty()) {
        throw FailureException.invalid("credential.template.invalid", violations);
      }
    }
  }
}
