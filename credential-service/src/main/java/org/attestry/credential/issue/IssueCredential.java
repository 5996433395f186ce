package org.attestry.credential.issue;

import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.key.IssuerSource;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.SentForm;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.credential.stored.PgNewCredentials;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.identifier.Ids;

/** Signs a credential of an entity or attestation, and stores it before it returns it. */
public final class IssueCredential {

  private final Signing signing;
  private final KeyRing keys;
  private final PgNewCredentials credentials;
  private final Signing.Statuses statuses;
  private final Clock clock;

  public IssueCredential(
      Signing signing,
      KeyRing keys,
      PgNewCredentials credentials,
      StatusAllocation allocation,
      StatusAddresses addresses,
      Clock clock) {
    this.signing = signing;
    this.keys = keys;
    this.credentials = credentials;
    this.statuses = new Signing.Statuses(allocation, addresses, keys);
    this.clock = clock;
  }

  /** Fails INVALID with pointers into the template if the filled template cannot be signed. */
  public Future<IssuedCredential> handle(IssueCredentialRequest request, CallContext context) {
    Future<StoredCredential> signed =
        signing
            .signStored(
                request.credentialTemplate(),
                request.data(),
                statuses,
                this::key,
                context.deadline())
            .map(issued -> stored(request, issued, context));
    return credentials.insert(signed, context);
  }

  /**
   * Returns the issuer's key. An issuer that the template itself names is registered, because the
   * template is that of a published schema.
   */
  private Future<StoredKey> key(Unsigned unsigned, KeyType type, boolean named) {
    String issuer = unsigned.terms().issuer();
    return named ? keys.register(issuer, type, IssuerSource.SCHEMA) : keys.signingKey(issuer, type);
  }

  private StoredCredential stored(
      IssueCredentialRequest request, Signing.Issued issued, CallContext context) {
    SignedDocument signed = issued.signed();
    return new StoredCredential(
        context.callId() == null ? Ids.next() : context.callId(),
        signed.unsigned().terms().id(),
        request.entityType(),
        request.entityId(),
        request.attestationName(),
        signed.unsigned().terms().issuer(),
        signed.signedHash(),
        signed.proofHash(),
        ContextDigest.of(signed.credential()),
        SentForm.written(signed.credential()),
        issued.status(),
        issued.disclosable(),
        clock.instant(),
        request.suspension());
  }
}
