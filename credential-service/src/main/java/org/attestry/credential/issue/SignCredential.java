package org.attestry.credential.issue;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedCredential;
import org.attestry.credential.context.GeneratedContexts;
import org.attestry.credential.issuer.Signers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.SentForm;

/** Signs a filled template and keeps no copy (interface 7.1, {@code /utils/sign}). */
public record SignCredential(
    Signing signing, KeyRing keys, GeneratedContexts generated, Signers signers, SignSdJwt sdJwts) {

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN without a signer role, INVALID with pointers
   * into the request if template or data cannot be signed or the issuer is not registered.
   */
  public Future<SignedCredential> handle(SignCredentialRequest request, CallContext context) {
    Caller caller = context.caller();
    signers.check(caller);
    return request.credential() == null
        ? sdJwts
            .isNamedBy(request.credentialTemplate(), context.deadline())
            .compose(sdJwt -> sdJwt ? sdJwts.sign(request, context) : sign(request, context))
        : sign(request, context);
  }

  private Future<SignedCredential> sign(SignCredentialRequest request, CallContext context) {
    Signing.KeyOfIssuer key = (unsigned, type, named) -> key(unsigned, type, context.caller());
    Future<SignedDocument> signed =
        request.credential() == null
            ? signing.sign(request.credentialTemplate(), request.data(), key, context.deadline())
            : signing.signGiven(request.credential(), key, context.deadline());
    return signed.map(done -> new SignedCredential(SentForm.written(done.credential())));
  }

  /** Finds the key; for an admin it also stores the generated context. */
  private Future<StoredKey> key(Unsigned unsigned, KeyType type, Caller caller) {
    Future<StoredKey> key = signers.key(unsigned.terms().issuer(), type, caller, keys);
    return caller.admin()
        ? key.compose(found -> generated.store(unsigned.context()).map(found))
        : key;
  }
}
