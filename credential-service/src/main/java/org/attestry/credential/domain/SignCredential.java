package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.SignCredentialRequest;
import org.attestry.contracts.credential.SignedCredential;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.runtime.json.Json;

/** Signs a filled template and keeps no copy (seed 4.4, {@code /utils/sign}). */
public final class SignCredential {

  private final Signing signing;
  private final ContextStore contexts;
  private final List<String> signerRoles;
  private final Clock clock;

  /**
   * @param signerRoles who may sign beside the admin; empty for everybody with a token
   */
  public SignCredential(
      Signing signing, ContextStore contexts, List<String> signerRoles, Clock clock) {
    this.signing = signing;
    this.contexts = contexts;
    this.signerRoles = List.copyOf(signerRoles);
    this.clock = clock;
  }

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN without a signer role, INVALID with pointers
   * into the request where template or data cannot be signed.
   */
  public Future<SignedCredential> signCredential(SignCredentialRequest request, CallContext call) {
    if (!call.caller().known()) {
      return refused(
          FailureKind.UNAUTHENTICATED, "credential.sign.unauthenticated", "Send a token.");
    }
    if (!maySign(call.caller())) {
      return refused(
          FailureKind.FORBIDDEN, "credential.sign.forbidden", "Your roles do not include signing.");
    }
    return signing
        .sign(
            request.credentialTemplate(),
            request.data(),
            (filled, issuers) -> CredentialDraft.of(filled, issuers, clock.instant()),
            call.deadline())
        .compose(signed -> remember(signed).map(done -> reply(signed.credential())));
  }

  private boolean maySign(Caller caller) {
    return signerRoles.isEmpty() || caller.admin() || caller.holdsOneOf(signerRoles);
  }

  private Future<Void> remember(SignedDocument signed) {
    Future<Void> stored =
        signed.context() == null ? Future.succeededFuture() : contexts.insert(signed.context());
    return ContextDigest.hasInline(signed.credential())
        ? stored.compose(
            done -> contexts.pin(signed.proofHash(), ContextDigest.of(signed.credential())))
        : stored;
  }

  private static SignedCredential reply(ObjectNode credential) {
    return new SignedCredential(Json.write(credential));
  }

  private static Future<SignedCredential> refused(FailureKind kind, String code, String message) {
    return Future.failedFuture(Failure.of(kind, code, message).exception());
  }
}
