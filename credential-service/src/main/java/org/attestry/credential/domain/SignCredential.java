package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.SignCredentialRequest;
import org.attestry.contracts.credential.SignedCredential;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.runtime.json.Json;

/** Signs a filled template and keeps no copy (interface 7.1, {@code /utils/sign}). */
public final class SignCredential {

  private final Signing signing;
  private final ContextStore contexts;
  private final Signers signers;
  private final KeyRing keys;
  private final Clock clock;

  public SignCredential(
      Signing signing, KeyRing keys, ContextStore contexts, Signers signers, Clock clock) {
    this.signing = signing;
    this.keys = keys;
    this.contexts = contexts;
    this.signers = signers;
    this.clock = clock;
  }

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN without a signer role, INVALID with pointers
   * into the request where template or data cannot be signed or the issuer is not registered.
   */
  public Future<SignedCredential> signCredential(SignCredentialRequest request, CallContext call) {
    Caller caller = call.caller();
    signers.check(caller);
    return signing
        .sign(
            request.credentialTemplate(),
            request.data(),
            (filled, issuers) -> CredentialDraft.of(filled, issuers, clock.instant()),
            (issuer, fromTemplate) -> signers.key(issuer, caller, keys),
            call.deadline())
        .compose(signed -> remember(signed, caller).map(done -> reply(signed.credential())));
  }

  /** Keeps what the credential cannot be verified without. */
  private Future<Void> remember(SignedDocument signed, Caller caller) {
    Future<Void> stored = Future.succeededFuture();
    if (signed.context() != null) {
      stored =
          signers.trusts(caller)
              ? contexts.insert(signed.context())
              : contexts.require(signed.context());
    }
    Future<Void> kept = stored;
    return ContextDigest.hasInline(signed.credential())
        ? kept.compose(
            done -> contexts.pin(signed.proofHash(), ContextDigest.of(signed.credential())))
        : kept;
  }

  private static SignedCredential reply(ObjectNode credential) {
    return new SignedCredential(Json.write(credential));
  }
}
