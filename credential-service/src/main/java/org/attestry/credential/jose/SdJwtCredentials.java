package org.attestry.credential.jose;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.draft.SdJwtDraft;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.StatusEntry;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.json.Json;

/** Credentials as SD-JWT (SD-JWT VC), with digests by SHA-256. */
public final class SdJwtCredentials implements SdJwts {

  private static final int SALT_BYTES = 16;
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
  private static final Set<JsonPointer> IDS =
      Set.of(JsonPointer.compile("/id"), JsonPointer.compile("/@id"));
  private static final JsonPointer SUBJECT = JsonPointer.compile("/sub");

  /** Claims that nobody may disclose separately (SD-JWT VC, section 3.2.2.2). */
  private static final Set<String> NEVER_DISCLOSED =
      Set.of("iss", "nbf", "exp", "cnf", "vct", "vct#integrity", "status");

  /** Claims about the credential itself. */
  private static final Set<String> NOT_OF_SUBJECT =
      Stream.concat(NEVER_DISCLOSED.stream(), Stream.of("iat")).collect(Collectors.toSet());

  @Override
  public boolean isOne(String text) {
    return SdJwt.isOne(text);
  }

  @Override
  public Optional<String> inEnvelope(JsonNode sent) {
    return VcJwt.otherText(sent, "application/" + SdJwt.TYPE).filter(this::isOne);
  }

  @Override
  public Optional<KeyType> keyType(String algorithm) {
    return Stream.of(KeyType.values())
        .filter(type -> JwsAlgorithms.name(JwsAlgorithms.of(type)).equals(algorithm))
        .findFirst();
  }

  @Override
  public Optional<String> thumbprint(JsonNode jwk) {
    try {
      PublicKey key = HolderKeys.ofJwk(jwk);
      String algorithm = JwsAlgorithms.name(JwsAlgorithms.of(Keys.type(key)));
      boolean signs = !jwk.has("alg") || jwk.get("alg").asText().equals(algorithm);
      return signs
          ? Optional.of(WalletJwts.thumbprint(PublicKeyForms.of(key).jwk()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public List<String> inexactNumbers(JsonNode claims) {
    return Numbers.inexactInJson(claims);
  }

  @Override
  public Prepared<String> prepare(SdJwtDraft draft, StoredKey key, Instant created) {
    SignatureAlgorithm algorithm = JwsAlgorithms.of(draft.type());
    ObjectNode header = Jws.header(algorithm, SdJwt.TYPE).put("kid", key.verificationMethod());
    List<String> disclosures = new ArrayList<>();
    ObjectNode payload = payload(draft, created, disclosures);
    Prepared<String> jwt = Jws.prepare(header, payload, algorithm);
    String shown = disclosures.isEmpty() ? "~" : "~" + String.join("~", disclosures) + "~";
    return new Prepared<>(
        algorithm, jwt.input(), signature -> jwt.completed().apply(signature) + shown);
  }

  /**
   * @param disclosures gets the disclosures of the claims
   */
  private static ObjectNode payload(SdJwtDraft draft, Instant created, List<String> disclosures) {
    ObjectNode payload = draft.claims().deepCopy();
    rename(payload);
    TreeMap<Integer, List<JsonPointer>> byDepth =
        draft.disclosable().stream()
            .map(SdJwtCredentials::renamed)
            .collect(
                Collectors.groupingBy(SdJwtCredentials::depth, TreeMap::new, Collectors.toList()));
    byDepth
        .descendingMap()
        .values()
        .forEach(pointers -> disclosures.addAll(withhold(payload, pointers)));
    payload.put("iss", draft.issuer()).put("iat", created.getEpochSecond());
    payload.put("vct", draft.vct());
    Jws.putDates(payload, draft.from(), draft.until());
    if (draft.holderKey() != null) {
      payload.putObject("cnf").set("jwk", draft.holderKey());
    }
    if (draft.status() != null) {
      payload
          .putObject("status")
          .putObject("status_list")
          .put("idx", draft.status().index())
          .put("uri", draft.status().uri());
    }
    if (!disclosures.isEmpty()) {
      payload.put(Disclosures.ALGORITHM, Disclosures.SHA_256);
    }
    return payload;
  }

  private static int depth(JsonPointer pointer) {
    return pointer.matches() ? 0 : 1 + depth(pointer.tail());
  }

  /** Renames the subject's id to the claim {@code sub} (SD-JWT VC, section 3.2.2.2). */
  private static void rename(ObjectNode claims) {
    for (JsonPointer id : IDS) {
      if (!claims.at(id).isMissingNode()) {
        claims.set("sub", claims.remove(id.getMatchingProperty()));
      }
    }
  }

  private static JsonPointer renamed(JsonPointer pointer) {
    return IDS.contains(pointer) ? SUBJECT : pointer;
  }

  /**
   * Replaces claims by their digests, sorted, so that the order says nothing about the claims.
   *
   * @param pointers of one depth; deeper claims are replaced before
   * @return their disclosures
   */
  private static List<String> withhold(ObjectNode payload, List<JsonPointer> pointers) {
    List<String> disclosures = new ArrayList<>();
    Map<ObjectNode, Set<String>> digests = new IdentityHashMap<>();
    for (JsonPointer pointer : pointers) {
      JsonNode parent = payload.at(pointer.head());
      ArrayNode disclosure = Json.array().add(salt());
      if (parent instanceof ArrayNode array) {
        int index = pointer.last().getMatchingIndex();
        disclosures.add(encoded(disclosure.add(array.get(index))));
        String digest = Disclosures.digest(disclosures.getLast());
        array.set(index, Json.object().put(Disclosures.ELEMENT, digest));
      } else {
        ObjectNode object = (ObjectNode) parent;
        String name = pointer.last().getMatchingProperty();
        disclosures.add(encoded(disclosure.add(name).add(object.remove(name))));
        digests
            .computeIfAbsent(object, first -> new TreeSet<>())
            .add(Disclosures.digest(disclosures.getLast()));
      }
    }
    digests.forEach((object, all) -> all.forEach(object.putArray(Disclosures.DIGESTS)::add));
    return disclosures;
  }

  private static String encoded(ArrayNode disclosure) {
    return DetachedJws.encode(disclosure.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String salt() {
    return RandomBits.text(SALT_BYTES);
  }

  @Override
  public Named named(String text) {
    try {
      Jws issued = SdJwt.parse(text).issued();
      JsonNode header = issued.header();
      String algorithm = header.path("alg").asText();
      if (!header.path("typ").asText().equals(SdJwt.TYPE)) {
        return refused(Status.UNKNOWN, "form.unsupported:sd-jwt");
      }
      if (!JwsAlgorithms.names().contains(algorithm)) {
        return refused(Status.UNKNOWN, "suite.unsupported:" + SdJwt.TYPE);
      }
      if (Jws.isNamedByCertificate(header)) {
        String issuer = issued.payload().path("iss").asText();
        return new Named("", new Certified(Jws.certificates(header), issuer), null);
      }
      return new Named(header.path("kid").asText(), null);
    } catch (InvalidProofException e) {
      return refused(Status.NOK, e.reason());
    }
  }

  private static Named refused(Status status, String reason) {
    return new Named("", new Check("proof", status, reason));
  }

  @Override
  public Verification verify(String text, VerificationKey key, Budget budget) {
    return Jws.verification(text, budget, () -> verification(SdJwt.parse(text), key, budget));
  }

  private static Verification verification(SdJwt sdJwt, VerificationKey key, Budget budget) {
    SignedTerms terms = terms(sdJwt.issued().payload());
    return key == null
        ? new Verification(new Verdict.Undecided("key.unknown"), terms)
        : new Verification(verdict(sdJwt, key, budget), terms);
  }

  private static Verdict verdict(SdJwt sdJwt, VerificationKey key, Budget budget) {
    Jws issued = sdJwt.issued();
    byte[] signature = issued.verified(key.publicKey());
    ObjectNode claims = Disclosures.in(issued.payload(), sdJwt.disclosures(), budget);
    for (String name : NEVER_DISCLOSED) {
      if (claims.has(name) != issued.payload().has(name)) {
        throw new InvalidProofException("sd-jwt.disclosures");
      }
    }
    return issued.valid(signature, claims);
  }

  @Override
  public Optional<ObjectNode> document(String text, Budget budget) {
    try {
      SdJwt sdJwt = SdJwt.parse(text);
      ObjectNode claims = Disclosures.in(sdJwt.issued().payload(), sdJwt.disclosures(), budget);
      ObjectNode document = Json.object();
      document.put("issuer", claims.path("iss").asText());
      document.putArray("type").add(claims.path("vct").asText());
      String from = claims.has("nbf") ? "nbf" : "iat";
      Jws.dates(claims, from).forEach(date -> document.put("validFrom", date));
      Jws.dates(claims, "exp").forEach(date -> document.put("validUntil", date));
      return Optional.of(document.set("credentialSubject", claims.without(NOT_OF_SUBJECT)));
    } catch (InvalidProofException | FailureException unreadable) {
      return Optional.empty();
    }
  }

  /**
   * Returns the terms of a credential of this form. It has no id here, because it is not stored.
   */
  private static SignedTerms terms(ObjectNode payload) {
    if (!payload.path("vct").isTextual()) {
      throw new InvalidProofException("sd-jwt.vct");
    }
    List<StatusEntry> statuses =
        payload.has("status") ? List.of(status(payload.get("status"))) : List.of();
    return new SignedTerms(
        null,
        Set.of(SignedTerms.CREDENTIAL),
        List.of(payload.path("iss").asText()),
        Jws.dates(payload, "nbf"),
        Jws.dates(payload, "exp"),
        List.of(payload.path("sub").asText()),
        false,
        statuses,
        List.of(),
        false);
  }

  /**
   * Returns an entry of a Token Status List (its section 6.2). Any other value becomes an entry
   * that is not read.
   */
  private static StatusEntry status(JsonNode status) {
    JsonNode place = status.path("status_list");
    boolean known =
        status.size() == 1
            && place.size() == 2
            && place.path("uri").isTextual()
            && place.path("idx").isIntegralNumber();
    return known
        ? StatusEntry.ofTokenList(place.get("uri").textValue(), place.get("idx").asText())
        : new StatusEntry(Set.of(), List.of(), List.of(), List.of(), List.of());
  }

  @Override
  public Optional<Check> holder(String text, Expected expected, Instant now) {
    try {
      SdJwt sdJwt = SdJwt.parse(text);
      if (sdJwt.keyBinding() != null) {
        checkHolder(sdJwt, expected, now);
        return Optional.of(new Check("holder", Status.OK, null));
      }
      return expected.required() || isOfSomebodyElse(sdJwt.issued().payload(), expected)
          ? Optional.of(holderRefused("holder.missing"))
          : Optional.empty();
    } catch (InvalidProofException e) {
      return Optional.of(holderRefused(e.reason()));
    }
  }

  @Override
  public ObjectNode claims(String text, Budget budget) {
    SdJwt sdJwt = SdJwt.parse(text);
    return Disclosures.in(sdJwt.issued().payload(), sdJwt.disclosures(), budget);
  }

  @Override
  public String holderKeyPem(String text) {
    return PemKeys.write(holderKey(SdJwt.parse(text).issued().payload()));
  }

  /** Says whether the issuer named the key of a holder who is not the presenter. */
  private static boolean isOfSomebodyElse(ObjectNode payload, Expected expected) {
    return expected.presenter() != null
        && payload.has("cnf")
        && !expected.presenter().holds(holderKey(payload));
  }

  private static Check holderRefused(String reason) {
    return new Check("holder", Status.NOK, reason);
  }

  /** Checks the key binding (RFC 9901, section 7.3). */
  private static void checkHolder(SdJwt sdJwt, Expected expected, Instant now) {
    Jws binding = sdJwt.keyBinding();
    if (!binding.type().equals(SdJwt.KEY_BINDING)) {
      throw new InvalidProofException("holder.type");
    }
    binding.verified(holderKey(sdJwt.issued().payload()));
    ObjectNode bindingClaims = binding.payload();
    if (!bindingClaims.path("sd_hash").asText().equals(Disclosures.digest(sdJwt.presented()))) {
      throw new InvalidProofException("holder.other-credential");
    }
    checkText(bindingClaims.path("nonce"), expected.nonce(), "holder.nonce");
    checkText(bindingClaims.path("aud"), expected.audience(), "holder.aud");
    checkHolderDates(bindingClaims, expected.since(), now);
  }

  /**
   * Checks the dates of a key binding. It is a JWT, so it must have a date and may limit its
   * validity (RFC 7519, 4.1).
   */
  private static void checkHolderDates(ObjectNode bindingClaims, Instant since, Instant now) {
    Instant latest = now.plus(CLOCK_SKEW);
    if (!bindingClaims.has("iat") || date(bindingClaims, "iat").isAfter(latest)) {
      throw new InvalidProofException("holder.iat");
    }
    if (since != null && date(bindingClaims, "iat").isBefore(since.minus(CLOCK_SKEW))) {
      throw new InvalidProofException("holder.iat");
    }
    if (bindingClaims.has("nbf") && date(bindingClaims, "nbf").isAfter(latest)) {
      throw new InvalidProofException("holder.nbf");
    }
    if (bindingClaims.has("exp") && !date(bindingClaims, "exp").isAfter(now)) {
      throw new InvalidProofException("holder.exp");
    }
  }

  private static Instant date(ObjectNode claims, String name) {
    return Instant.parse(Jws.date(claims.get(name)));
  }

  private static void checkText(JsonNode value, String expected, String reason) {
    if (!value.isTextual() || expected != null && !value.textValue().equals(expected)) {
      throw new InvalidProofException(reason);
    }
  }

  private static PublicKey holderKey(ObjectNode payload) {
    return HolderKeys.named(payload.path("cnf"));
  }
}
