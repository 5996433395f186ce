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
  private final GeneratedContexts generated;
  private final ContextStore contexts;
  private final Signers signers;
  private final KeyRing keys;
  private final Clock clock;

  public SignCredential(
      Signing signing,
      KeyRing keys,
      GeneratedContexts generated,
      ContextStore contexts,
      Signers signers,
      Clock clock) {
    this.signing = signing;
    this.generated = generated;
    this.keys = keys;
    this.contexts = contexts;
    this.signers = signers;
    this.clock = clock;
  }

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN without a signer role, INVALID with pointers
   * into the request where template or data cannot be signed or the issuer is not registered.
   */
  public Future<SignedCredential> handle(SignCredentialRequest request, CallContext call) {
    Caller caller = call.caller();
    signers.check(caller);
    return signing
        .sign(
            request.credentialTemplate(),
            request.data(),
            (filled, issuers) -> CredentialDraft.of(filled, issuers, clock.instant()),
            (issuer, fromTemplate) -> signers.key(issuer, caller, keys),
            call.deadline())
        .compose(
            signed ->
                stored(signed, caller)
                    .compose(done -> generated.complete(signed, call.deadline()))
                    .compose(credential -> pinned(credential, signed)))
        .map(credential -> new SignedCredential(Json.write(credential)));
  }

  private Future<Void> stored(SignedDocument signed, Caller caller) {
    return caller.admin() ? generated.store(signed.context()) : Future.succeededFuture();
  }

  /** The credential, once it is known under which contexts in it it was signed. */
  private Future<ObjectNode> pinned(ObjectNode credential, SignedDocument signed) {
    return ContextDigest.hasInline(credential)
        ? contexts.pin(signed.proofHash(), ContextDigest.of(credential)).map(credential)
        : Future.succeededFuture(credential);
  }
}
