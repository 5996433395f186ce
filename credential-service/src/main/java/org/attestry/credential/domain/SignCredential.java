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
        .compose(
            signed -> withContext(signed, call).compose(credential -> pinned(credential, signed)))
        .map(credential -> new SignedCredential(Json.write(credential)));
  }

  /**
   * Only an admin's request stores a generated context. In a credential that another caller asks
   * for the context stands itself, unless it is stored already.
   */
  private Future<ObjectNode> withContext(SignedDocument signed, CallContext call) {
    if (signed.context() == null) {
      return Future.succeededFuture(signed.credential());
    }
    if (call.caller().admin()) {
      return contexts.insert(signed.context()).map(signed.credential());
    }
    return contexts
        .contains(signed.context())
        .compose(
            stored ->
                stored
                    ? Future.succeededFuture(signed.credential())
                    : signing.embedContext(signed, call.deadline()));
  }

  /** The credential, once the contexts that stand in it are known as those that were signed. */
  private Future<ObjectNode> pinned(ObjectNode credential, SignedDocument signed) {
    return ContextDigest.hasInline(credential)
        ? contexts.pin(signed.proofHash(), ContextDigest.of(credential)).map(credential)
        : Future.succeededFuture(credential);
  }
}
