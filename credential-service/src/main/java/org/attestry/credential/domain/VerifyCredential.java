package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final KeyRing keys;
  private final Proofs proofs;
  private final Compute compute;
  private final ContextStore contexts;
  private final CredentialStore credentials;
  private final Clock clock;

  public VerifyCredential(
      KeyRing keys,
      Proofs proofs,
      Compute compute,
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
        .compose(signed -> verify(signed, call.deadline()));
  }

  private static ObjectNode credential(JsonBytes signed) {
    JsonNode parsed = signed == null ? NullNode.getInstance() : Json.parse(signed);
    JsonNode credential =
        parsed.isTextual() ? Json.parse(JsonBytes.of(parsed.textValue())) : parsed;
    if (credential instanceof ObjectNode object) {
      return object;
    }
    throw Failure.invalid(
            "credential.verify.invalid",
            "/signedCredentials",
            "type",
            "signedCredentials must be a signed credential, a JSON object.")
        .exception();
  }

  private Future<VerificationView> verify(ObjectNode signed, Deadline deadline) {
    ObjectNode credential = signed.deepCopy();
    JsonNode proof = credential.remove("proof");
    if (proof != null && proof.isArray() && proof.size() == 1) {
      proof = proof.get(0);
    }
    List<Check> checks = new ArrayList<>();
    if (!(proof instanceof ObjectNode only)) {
      checks.add(nok("proof", proof == null ? "proof.missing" : "proof.not-one"));
      checks.add(unknown("revocation", "proof.missing"));
      return Future.succeededFuture(conclude(credential, checks));
    }
    return key(only.path("verificationMethod").asText())
        .compose(key -> verify(credential, only, key, checks, deadline))
        .map(done -> conclude(credential, checks));
  }

  private Future<Optional<VerificationKey>> key(String verificationMethod) {
    return verificationMethod.isEmpty() || verificationMethod.length() > LONGEST_METHOD
        ? Future.succeededFuture(Optional.empty())
        : keys.verificationKey(verificationMethod);
  }

  private Future<Void> verify(
      ObjectNode credential,
      ObjectNode proof,
      Optional<VerificationKey> key,
      List<Check> checks,
      Deadline deadline) {
    if (key.isEmpty()) {
      checks.add(unknown("proof", "key.unknown"));
      checks.add(unknown("issuer", "issuer.unknown"));
      checks.add(unknown("revocation", "key.unknown"));
      return Future.succeededFuture();
    }
    checks.add(issuer(credential, key.get()));
    return contexts
        .findAll(addresses(credential))
        .compose(
            known ->
                compute.run(
                    deadline,
                    () ->
                        proofs.verify(
                            credential, proof, known, key.get(), CallBudget.until(deadline))))
        .compose(verdict -> judge(credential, verdict, checks));
  }

  private Future<Void> judge(ObjectNode credential, Verdict verdict, List<Check> checks) {
    return switch (verdict) {
      case Verdict.Invalid invalid -> {
        checks.add(nok("proof", invalid.reason()));
        checks.add(unknown("revocation", "proof.invalid"));
        yield Future.succeededFuture();
      }
      case Verdict.Undecided undecided -> {
        checks.add(unknown("proof", undecided.reason()));
        checks.add(unknown("revocation", "proof.undecided"));
        yield Future.succeededFuture();
      }
      case Verdict.Valid valid ->
          credentials
              .find(credential.path("id").asText(), valid.signedHash(), valid.proofHash())
              .map(
                  standing -> {
                    checks.add(proof(credential, standing));
                    checks.add(revocation(credential, standing));
                    return null;
                  });
    };
  }

  /** The proof holds; were the contexts that give it its meaning exchanged? */
  private static Check proof(ObjectNode credential, Standing standing) {
    if (standing.contextDigest() == null) {
      return ContextDigest.hasInline(credential)
          ? unknown("proof", "context.not-pinned")
          : ok("proof");
    }
    return standing.contextDigest().equals(ContextDigest.of(credential))
        ? ok("proof")
        : nok("proof", "context.exchanged");
  }

  /** We know what was revoked here; what a status entry leads to is not read. */
  private static Check revocation(ObjectNode credential, Standing standing) {
    if (standing.revoked()) {
      return nok("revocation", "revoked");
    }
    return credential.hasNonNull("credentialStatus")
        ? unknown("revocation", "status.unknown")
        : ok("revocation");
  }

  private static Check issuer(ObjectNode credential, VerificationKey key) {
    if (key.state() == KeyState.REVOKED) {
      return nok("issuer", "key.revoked");
    }
    return key.issuer().equals(CredentialDraft.issuerOf(credential))
        ? ok("issuer")
        : nok("issuer", "issuer.mismatch");
  }

  private VerificationView conclude(ObjectNode credential, List<Check> checks) {
    if (checks.stream().noneMatch(check -> check.check().equals("issuer"))) {
      checks.add(unknown("issuer", "proof.missing"));
    }
    checks.add(expiry(credential));
    boolean verified = checks.stream().allMatch(check -> check.status() == Status.OK);
    return new VerificationView(verified, checks);
  }

  private Check expiry(ObjectNode credential) {
    Instant now = clock.instant();
    for (String end : List.of("expirationDate", "validUntil")) {
      Instant until = CredentialDraft.instant(credential.path(end));
      if (credential.has(end) && (until == null || until.isBefore(now))) {
        return nok("expiry", until == null ? "date.malformed" : "expired");
      }
    }
    for (String start : List.of("issuanceDate", "validFrom")) {
      Instant from = CredentialDraft.instant(credential.path(start));
      if (credential.has(start) && (from == null || from.isAfter(now.plus(CLOCK_SKEW)))) {
        return nok("expiry", from == null ? "date.malformed" : "not-yet-valid");
      }
    }
    return ok("expiry");
  }

  private static List<String> addresses(ObjectNode credential) {
    List<String> addresses = new ArrayList<>();
    JsonNode contexts = credential.path("@context");
    if (contexts.isTextual()) {
      addresses.add(contexts.textValue());
    }
    for (JsonNode context : contexts) {
      if (context.isTextual() && addresses.size() < MOST_ADDRESSES) {
        addresses.add(context.textValue());
      }
    }
    return addresses;
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
