package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.draft.SdJwts.Presenter;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.stored.PgCredentialStore.Standing;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.AsyncLoop;
import org.attestry.runtime.work.Budget;

/**
 * Verifies a signed credential: its proof holds, its issuer is registered here or trusted and
 * signed with a key of its own, it has not expired, and it is neither revoked nor suspended. What
 * cannot be decided is not verified.
 */
public record VerifyCredential(
    VerificationKeys keys,
    Proofs proofs,
    CryptoWorkers compute,
    KnownContexts contexts,
    KnownStatus status,
    VerifySdJwt sdJwts,
    Clock clock) {

  private static final int MOST_PROOFS = 8;

  /** A JWT (RFC 7519). */
  private static final Pattern JWT =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*");

  /** Fails INVALID for what is neither a JSON object nor a text; everything else is in the view. */
  public Future<VerificationView> handle(VerifyCredentialRequest request, CallContext context) {
    Expected expected = Expected.of(request.nonce(), request.audience());
    Deadline deadline = context.deadline();
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(
            deadline,
            () -> verification(parsed(request.signedCredentials()), expected, budget, deadline))
        .compose(Supplier::get);
  }

  /**
   * The verification of a credential in whichever form it was sent. Finding the form takes CPU
   * time: call it through {@link CryptoWorkers}.
   *
   * @param sent a JSON object or a text
   * @param budget also for the status lists that it names
   * @throws FailureException of kind INVALID where a key binding is required of another form
   */
  Supplier<Future<VerificationView>> verification(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    Optional<String> sdJwt = sdJwts.in(sent);
    if (sdJwt.isPresent()) {
      return () -> sdJwts.verify(sdJwt.get(), expected, budget, deadline);
    }
    if (expected.required()) {
      throw noHolder();
    }
    Supplier<Future<VerifiedDocument>> reading = reading(sent, expected, budget, deadline);
    return () -> reading.get().map(VerifiedDocument::view);
  }

  /** The verification of a credential that is no SD-JWT, and what it says; as the other. */
  Supplier<Future<VerifiedDocument>> reading(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    Opened opened = opened(sent);
    if (opened.credential() == null) {
      VerificationView unread = CredentialChecks.unread(opened.refusal());
      return () -> Future.succeededFuture(VerifiedDocument.unread(sent, unread));
    }
    Parts parts = parts(opened.credential());
    JsonBytes document = Json.write(parts.credential());
    return () ->
        examine(parts, budget, deadline)
            .map(
                examined ->
                    new VerifiedDocument(
                        sent,
                        examined.with(document).view(expected.presenter()),
                        parts.credential(),
                        examined.terms()));
  }

  private static FailureException noHolder() {
    return FailureException.invalid(
        "credential.verify.invalid",
        "/nonce",
        "form",
        "Only an SD-JWT has a key binding: leave out nonce and audience.");
  }

  /** A credential as it was sent, or out of its envelope. */
  private Opened opened(JsonNode sent) {
    return proofs
        .opened(sent)
        .orElseGet(
            () ->
                sent instanceof ObjectNode credential
                    ? new Opened(credential, null)
                    : new Opened(null, unsupported(sent.textValue())));
  }

  /** An object, also one that was sent as a text, or another text. */
  private static JsonNode parsed(JsonBytes signed) {
    JsonNode parsed = signed == null ? NullNode.getInstance() : Json.parse(signed);
    if (parsed.isObject()) {
      return parsed;
    }
    if (parsed.isTextual()) {
      return objectIn(parsed.textValue()).orElse(parsed);
    }
    throw FailureException.invalid(
        "credential.verify.invalid",
        "/signedCredentials",
        "type",
        "signedCredentials must be a signed credential, a JSON object.");
  }

  private static Optional<JsonNode> objectIn(String text) {
    try {
      return Optional.of(Json.parse(JsonBytes.of(text))).filter(JsonNode::isObject);
    } catch (FailureException e) {
      return Optional.empty();
    }
  }

  private static Check unsupported(String text) {
    String form = JWT.matcher(text).matches() ? "jwt" : "text";
    return CredentialChecks.unknown("proof", "form.unsupported:" + form);
  }

  /**
   * A credential as it was verified.
   *
   * @param proofs what is known of each; none where it was not tried
   */
  record Examined(List<CredentialChecks> proofs, VerificationView view) {

    /**
     * @param presenter who presents it; null if it is by itself
     */
    VerificationView view(Presenter presenter) {
      return presenter == null
          ? view
          : CredentialChecks.with(view, CredentialChecks.holder(proofs, presenter));
    }

    /** With the document that was verified. */
    Examined with(JsonBytes document) {
      String type = proofs.isEmpty() ? null : proofs.getFirst().entityType();
      return new Examined(
          proofs, new VerificationView(view.verified(), view.checks(), document, type));
    }

    /** Null if it could not be read. */
    SignedTerms terms() {
      return proofs.isEmpty() ? null : proofs.getFirst().verification().terms();
    }
  }

  private Examined examined(List<CredentialChecks> proofs) {
    return new Examined(proofs, CredentialChecks.of(proofs, clock.instant()));
  }

  /** Whether the keys that it was verified with are still what its proofs name. */
  Future<Boolean> hasSameKeys(Examined earlier, Deadline deadline) {
    List<Future<FoundKey>> now =
        earlier.proofs().stream().map(one -> keys.find(method(one.found()), deadline)).toList();
    List<FoundKey> then = earlier.proofs().stream().map(CredentialChecks::found).toList();
    return Future.all(now).map(found -> found.<FoundKey>list().equals(then));
  }

  private static String method(FoundKey found) {
    return found.key() == null ? "" : found.key().verificationMethod();
  }

  /** The same credential as it is now: what no signature covers is read again. */
  Future<Examined> again(Examined earlier, Budget budget, Deadline deadline) {
    List<CredentialChecks> checks = new ArrayList<>();
    return AsyncLoop.each(
            earlier.proofs(),
            one ->
                checked(
                        one.credential(),
                        one.found(),
                        one.refused(),
                        one.verification(),
                        budget,
                        deadline)
                    .onSuccess(checks::add))
        .map(done -> examined(checks));
  }

  /**
   * @param budget also for the status lists that it names
   */
  Future<Examined> examine(ObjectNode signed, Budget budget, Deadline deadline) {
    return compute
        .run(deadline, () -> parts(signed))
        .compose(parts -> examine(parts, budget, deadline));
  }

  /**
   * A credential, its proofs, and the addresses of its contexts.
   *
   * @param proofs null for none
   */
  private record Parts(ObjectNode credential, List<JsonNode> proofs, Set<String> contexts) {}

  /** Takes CPU time: hostile documents are large. */
  private Parts parts(ObjectNode signed) {
    ObjectNode credential = signed.deepCopy();
    JsonNode proof = credential.remove("proof");
    List<JsonNode> proofs = new ArrayList<>();
    if (proof != null && proof.isArray() && !proof.isEmpty() && proof.size() <= MOST_PROOFS) {
      proof.forEach(proofs::add);
    } else {
      proofs.add(proof);
    }
    return new Parts(credential, proofs, contexts.addressesIn(credential));
  }

  private Future<Examined> examine(Parts parts, Budget budget, Deadline deadline) {
    List<CredentialChecks> checks = new ArrayList<>();
    return contexts
        .find(parts.contexts())
        .compose(
            known ->
                AsyncLoop.each(
                    parts.proofs(),
                    one ->
                        verify(parts.credential(), one, known, budget, deadline)
                            .onSuccess(checks::add)))
        .map(done -> examined(checks));
  }

  private Future<CredentialChecks> verify(
      ObjectNode credential,
      JsonNode proof,
      Map<String, JsonNode> known,
      Budget budget,
      Deadline deadline) {
    ObjectNode only = proof instanceof ObjectNode object ? object : null;
    Optional<Check> refused = only == null ? Optional.of(without(proof)) : unsupported(only);
    return keys.find(refused.isPresent() ? "" : only.path("verificationMethod").asText(), deadline)
        .compose(
            found ->
                compute
                    .run(
                        deadline, () -> proofs.verify(credential, only, known, found.key(), budget))
                    .compose(
                        verification ->
                            checked(credential, found, refused, verification, budget, deadline)));
  }

  private static Check without(JsonNode proof) {
    return proof != null && proof.size() > MOST_PROOFS
        ? CredentialChecks.unknown("proof", "form.unsupported:proofs")
        : CredentialChecks.nok("proof", proof == null ? "proof.missing" : "proof.not-one");
  }

  private Optional<Check> unsupported(ObjectNode proof) {
    return proofs.unsupported(proof).map(reason -> CredentialChecks.unknown("proof", reason));
  }

  private Future<CredentialChecks> checked(
      ObjectNode credential,
      FoundKey found,
      Optional<Check> refused,
      Verification verification,
      Budget budget,
      Deadline deadline) {
    String id = verification.terms() == null ? null : verification.terms().id();
    return status
        .find(id == null ? "" : id, verification, found, budget, deadline)
        .compose(
            known ->
                contextsKnown(credential, verification, found, known.standing())
                    .map(
                        contextsKnown ->
                            new CredentialChecks(
                                credential,
                                refused,
                                verification,
                                found,
                                known.standing(),
                                known.checks(),
                                contextsKnown)));
  }

  /** Looked up only where neither the proof nor what is stored here names its contexts. */
  private Future<Boolean> contextsKnown(
      ObjectNode credential, Verification verification, FoundKey found, Standing standing) {
    return verification.verdict() instanceof Verdict.Valid valid
            && !valid.proof().coversJson()
            && CredentialChecks.contextDigest(valid.proof(), standing) == null
        ? contexts.areOf(found.key().issuer(), credential)
        : Future.succeededFuture(false);
  }
}
