package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.credential.status.ForeignLists;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Verifies a signed credential: its proof holds, its issuer is registered here or trusted and
 * signed with a key of its own, it has not expired, and it is neither revoked nor suspended. What
 * cannot be decided is not verified.
 */
public record VerifyCredential(
    ExamineCredential examine,
    ForeignLists lists,
    VerificationKeys keys,
    Proofs proofs,
    SdJwts sdJwts,
    CryptoWorkers compute,
    Clock clock) {

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
        .compose(Supplier::get)
        .compose(
            verified ->
                request.wantsDocument()
                    ? compute.run(deadline, () -> verified.viewWith(written(verified, budget)))
                    : Future.succeededFuture(verified.view()));
  }

  /** Null for what could not be read. */
  private JsonBytes written(Verified verified, Budget budget) {
    Optional<ObjectNode> document =
        verified.document() == null
            ? sdJwt(verified.sent()).flatMap(text -> sdJwts.document(text, budget))
            : Optional.ofNullable(verified.document());
    return document.map(Json::write).orElse(null);
  }

  /**
   * The verification of a credential in whichever form it was sent. Finding the form takes CPU
   * time: call it through {@link CryptoWorkers}.
   *
   * @param sent a JSON object or a text
   * @param budget also for the status lists that it names
   * @throws FailureException of kind INVALID where a key binding is required of another form
   */
  Supplier<Future<Verified>> verification(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    Optional<String> sdJwt = sdJwt(sent);
    if (sdJwt.isPresent()) {
      return () ->
          sdJwt(sdJwt.get(), expected, budget, deadline).map(verified -> verified.of(sent, null));
    }
    if (expected.required()) {
      throw noHolder();
    }
    return document(sent, expected, budget, deadline);
  }

  /** The same of a credential that is no SD-JWT. */
  Supplier<Future<Verified>> document(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    Opened opened = opened(sent);
    if (opened.credential() == null) {
      return () -> Future.succeededFuture(Verified.unread(sent, opened.refusal()));
    }
    ExamineCredential.Parts parts = examine.parts(opened.credential());
    return () ->
        examine
            .document(parts, lists, budget, deadline)
            .map(
                verified ->
                    verified
                        .of(sent, parts.credential())
                        .with(CredentialChecks.holder(verified.proofs(), expected.presenter())));
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

  /** The SD-JWT that was sent as text or in an envelope; empty for any other JSON. */
  Optional<String> sdJwt(JsonNode sent) {
    return sent.isTextual()
        ? Optional.of(sent.textValue()).filter(sdJwts::isOne)
        : sdJwts.inEnvelope(sent);
  }

  /**
   * Verifies an SD-JWT and its key binding (RFC 9901, section 7.3); its claims are not read.
   *
   * @param budget also for the status list that it names
   */
  Future<Verified> sdJwt(String text, Expected expected, Budget budget, Deadline deadline) {
    return examine
        .jwt(sdJwts, text, lists, budget, deadline)
        .compose(verified -> holder(text, expected, deadline).map(verified::with));
  }

  private Future<Optional<Check>> holder(String text, Expected expected, Deadline deadline) {
    return compute
        .run(deadline, () -> sdJwts.holder(text, expected, clock.instant()))
        .compose(
            holder ->
                holder.filter(check -> check.status() == Status.OK).isPresent()
                    ? unlessRevoked(holder.get(), text, deadline).map(Optional::of)
                    : Future.succeededFuture(holder));
  }

  private Future<Check> unlessRevoked(Check holds, String text, Deadline deadline) {
    return compute
        .run(deadline, () -> sdJwts.holderKeyPem(text))
        .compose(keys::isRevoked)
        .map(
            revoked ->
                revoked
                    ? CredentialChecks.nok(holds.check(), CredentialChecks.KEY_REVOKED)
                    : holds);
  }
}
