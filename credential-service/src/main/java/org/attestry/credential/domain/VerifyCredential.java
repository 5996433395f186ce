package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.VerificationView;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerificationView.Status;
import org.attestry.contracts.credential.VerifyCredentialRequest;
import org.attestry.credential.domain.CredentialStore.Standing;
import org.attestry.credential.domain.Proofs.Verdict;
import org.attestry.credential.domain.Proofs.Verification;
import org.attestry.runtime.json.Json;

/**
 * Says what a signed credential is worth: whether its proof holds, its issuer is one of ours and
 * signed with a key of its own, it has not expired, and it is not revoked. What cannot be told is
 * not verified.
 */
public final class VerifyCredential {

  private static final int LONGEST_METHOD = 1_000;

  /** A document that names more contexts is refused before any of them is read. */
  private static final int MOST_ADDRESSES = 16;

  private static final Pattern COMPACT =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*(~[A-Za-z0-9_.~-]*)?");
  private static final String UNREAD = "document.unread";
  private static final String MALFORMED = "date.malformed";
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final KeyRing keys;
  private final Proofs proofs;
  private final CryptoWorkers compute;
  private final ContextStore contexts;
  private final CredentialStore credentials;
  private final Clock clock;

  public VerifyCredential(
      KeyRing keys,
      Proofs proofs,
      CryptoWorkers compute,
      ContextStore contexts,
      CredentialStore credentials,
      Clock clock) {
    this.keys = keys;
    this.proofs = proofs;
    this.compute = compute;
    this.contexts = contexts;
    this.credentials = credentials;
    this.clock = clock;
  }

  /** Fails INVALID only for what is no JSON object; everything else is in the view. */
  public Future<VerificationView> verifyCredential(
      VerifyCredentialRequest request, CallContext call) {
    return compute
        .run(call.deadline(), () -> credential(request.signedCredentials()))
        .compose(
            signed ->
                signed
                    .map(credential -> verify(credential, call.deadline()))
                    .orElseGet(() -> Future.succeededFuture(compact())));
  }

  /** Empty for one that is signed as a JWT (RFC 7519) or an SD-JWT. */
  private static Optional<ObjectNode> credential(JsonBytes signed) {
    JsonNode parsed = signed == null ? NullNode.getInstance() : Json.parse(signed);
    if (parsed.isTextual() && COMPACT.matcher(parsed.textValue()).matches()) {
      return Optional.empty();
    }
    JsonNode credential =
        parsed.isTextual() ? Json.parse(JsonBytes.of(parsed.textValue())) : parsed;
    if (credential instanceof ObjectNode object) {
      return Optional.of(object);
    }
    throw Failure.invalid(
            "credential.verify.invalid",
            "/signedCredentials",
            "type",
            "signedCredentials must be a signed credential, a JSON object.")
        .exception();
  }

  private VerificationView compact() {
    return conclude(
        unknown("proof", "form.unsupported:jwt"),
        issuer(null, null, null),
        revocation(null, null),
        expiry(null));
  }

  private Future<VerificationView> verify(ObjectNode signed, Deadline deadline) {
    ObjectNode credential = signed.deepCopy();
    JsonNode proof = credential.remove("proof");
    if (proof != null && proof.isArray() && proof.size() == 1) {
      proof = proof.get(0);
    }
    ObjectNode only = proof instanceof ObjectNode object ? object : null;
    Optional<Check> refused = only == null ? Optional.of(without(proof)) : unsupported(only);
    return key(refused.isPresent() ? "" : only.path("verificationMethod").asText())
        .compose(key -> verify(credential, only, key.orElse(null), refused, deadline));
  }

  private static Check without(JsonNode proof) {
    return proof != null && proof.isArray() && !proof.isEmpty()
        ? unknown("proof", "form.unsupported:proofs")
        : nok("proof", proof == null ? "proof.missing" : "proof.not-one");
  }

  private Optional<Check> unsupported(ObjectNode proof) {
    return proofs.unsupported(proof).map(reason -> unknown("proof", reason));
  }

  private Future<Optional<VerificationKey>> key(String verificationMethod) {
    return verificationMethod.isEmpty() || verificationMethod.length() > LONGEST_METHOD
        ? Future.succeededFuture(Optional.empty())
        : keys.verificationKey(verificationMethod);
  }

  /**
   * @param refused what is said of a proof that is not tried
   */
  private Future<VerificationView> verify(
      ObjectNode credential,
      ObjectNode proof,
      VerificationKey key,
      Optional<Check> refused,
      Deadline deadline) {
    return contexts
        .findAll(addresses(credential))
        .compose(
            known ->
                compute.run(
                    deadline,
                    () -> proofs.verify(credential, proof, known, key, CallBudget.until(deadline))))
        .compose(
            verification ->
                standing(verification, key)
                    .map(
                        standing -> {
                          SignedTerms terms = verification.terms();
                          return conclude(
                              refused.orElseGet(
                                  () -> proof(credential, verification.verdict(), standing, key)),
                              issuer(terms, key, standing),
                              revocation(terms, standing),
                              expiry(terms));
                        }));
  }

  /** What is known of a credential whose proof holds; null for another. */
  private Future<Standing> standing(Verification verification, VerificationKey key) {
    if (verification.verdict() instanceof Verdict.Valid valid) {
      String id = verification.terms().id();
      return credentials.find(
          id == null ? "" : id, valid.signedHash(), valid.proofHash(), key.verificationMethod());
    }
    return Future.succeededFuture();
  }

  /** If the proof holds: were the contexts that give it its meaning exchanged? */
  private static Check proof(
      ObjectNode credential, Verdict verdict, Standing standing, VerificationKey key) {
    return switch (verdict) {
      case Verdict.Invalid invalid -> nok("proof", invalid.reason());
      case Verdict.Undecided undecided -> unknown("proof", undecided.reason());
      case Verdict.Valid valid -> contexts(credential, standing.contextDigest(), key);
    };
  }

  private static Check contexts(ObjectNode credential, String signedUnder, VerificationKey key) {
    if (signedUnder == null) {
      return !ContextDigest.hasInline(credential)
              || key.contextDigests().contains(ContextDigest.of(credential))
          ? ok("proof")
          : unknown("proof", "context.not-pinned");
    }
    return signedUnder.equals(ContextDigest.of(credential))
        ? ok("proof")
        : nok("proof", "context.exchanged");
  }

  /** We know what was revoked here; what a status entry leads to is not read. */
  private static Check revocation(SignedTerms terms, Standing standing) {
    if (standing == null) {
      return unknown("revocation", "proof.not-verified");
    }
    if (standing.revoked()) {
      return nok("revocation", "revoked");
    }
    return terms.status() ? unknown("revocation", "status.unknown") : ok("revocation");
  }

  private static Check issuer(SignedTerms terms, VerificationKey key, Standing standing) {
    if (key == null) {
      return unknown("issuer", "issuer.unknown");
    }
    if (key.state() == KeyState.REVOKED || standing != null && standing.keyRevoked()) {
      return nok("issuer", "key.revoked");
    }
    if (terms == null) {
      return unknown("issuer", UNREAD);
    }
    return key.issuer().equals(terms.issuer()) ? ok("issuer") : nok("issuer", "issuer.mismatch");
  }

  private static VerificationView conclude(Check... checks) {
    boolean verified = Stream.of(checks).allMatch(check -> check.status() == Status.OK);
    return new VerificationView(verified, List.of(checks));
  }

  private Check expiry(SignedTerms terms) {
    if (terms == null) {
      return unknown("expiry", UNREAD);
    }
    if (terms.repeated()) {
      return nok("expiry", "date.repeated");
    }
    Instant now = clock.instant();
    for (String end : terms.ends()) {
      Instant until = CredentialDraft.instant(end);
      if (until == null || until.isBefore(now)) {
        return nok("expiry", until == null ? MALFORMED : "expired");
      }
    }
    for (String start : terms.starts()) {
      Instant from = CredentialDraft.instant(start);
      if (from == null || from.isAfter(now.plus(CLOCK_SKEW))) {
        return nok("expiry", from == null ? MALFORMED : "not-yet-valid");
      }
    }
    return ok("expiry");
  }

  private static List<String> addresses(ObjectNode credential) {
    Set<String> addresses = new LinkedHashSet<>();
    ContextAddresses.visit(
        credential.path("@context"),
        (place, address) -> {
          if (addresses.size() < MOST_ADDRESSES) {
            addresses.add(address);
          }
        });
    return List.copyOf(addresses);
  }

  private static Check ok(String check) {
    return new Check(check, Status.OK, null);
  }

  private static Check nok(String check, String reason) {
    return new Check(check, Status.NOK, reason);
  }

  private static Check unknown(String check, String reason) {
    return new Check(check, Status.UNKNOWN, reason);
  }
}
