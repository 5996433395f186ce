package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.IssueCredentialRequest;
import org.attestry.contracts.credential.IssuedCredential;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.credential.domain.Proofs.Unsigned;
import org.attestry.credential.domain.status.StatusAddresses;
import org.attestry.credential.domain.status.StatusAllocation;
import org.attestry.runtime.facts.Ids;
import org.attestry.runtime.json.Json;

/** Signs a credential of an entity or attestation. It is stored before it is returned. */
public final class IssueCredential {

  private final Signing signing;
  private final KeyRing keys;
  private final CredentialStore credentials;
  private final Signing.Statuses statuses;
  private final Clock clock;

  public IssueCredential(
      Signing signing,
      KeyRing keys,
      CredentialStore credentials,
      StatusAllocation allocation,
      StatusAddresses addresses,
      Clock clock) {
    this.signing = signing;
    this.keys = keys;
    this.credentials = credentials;
    this.statuses = new Signing.Statuses(allocation, addresses, keys);
    this.clock = clock;
  }

  /** Fails INVALID with pointers into the template where it, filled, cannot be signed. */
  public Future<IssuedCredential> handle(IssueCredentialRequest request, CallContext call) {
    return signing
        .signStored(
            request.credentialTemplate(), request.data(), statuses, this::key, call.deadline())
        .compose(listed -> store(request, listed, call));
  }

  /** The template is a published schema's: the issuer that it names is registered, no other. */
  private Future<StoredKey> key(Unsigned unsigned, KeyType type, boolean named) {
    String issuer = unsigned.terms().issuer();
    return named ? keys.register(issuer, type, IssuerSource.SCHEMA) : keys.signingKey(issuer, type);
  }

  private Future<IssuedCredential> store(
      IssueCredentialRequest request, Signing.Issued listed, CallContext call) {
    SignedDocument signed = listed.signed();
    StoredCredential stored =
        new StoredCredential(
            call.callId() == null ? Ids.next() : call.callId(),
            signed.unsigned().terms().id(),
            request.entityType(),
            request.entityId(),
            request.attestationName(),
            signed.unsigned().terms().issuer(),
            signed.signedHash(),
            signed.proofHash(),
            ContextDigest.of(signed.credential()),
            Json.write(signed.credential()),
            listed.status(),
            listed.disclosable(),
            clock.instant());
    return credentials.insert(stored, call);
  }
}
