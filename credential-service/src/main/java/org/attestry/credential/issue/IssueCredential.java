package org.attestry.credential.issue;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.issue.Signing.Filled;
import org.attestry.credential.key.IssuerSource;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.TemplatePointers;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.SentForm;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.stored.PgNewCredentials;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Ids;

/**
 * Signs a credential of an entity or attestation, and stores it before it returns it. It gets an
 * id, and an entry in the status lists of its issuer unless the template has a {@code
 * credentialStatus}.
 */
public final class IssueCredential {

  private final Signing signing;
  private final KeyRing keys;
  private final PgNewCredentials credentials;
  private final StatusAllocation allocation;
  private final StatusAddresses addresses;
  private final Proofs proofs;
  private final Clock clock;

  public IssueCredential(
      Signing signing,
      KeyRing keys,
      PgNewCredentials credentials,
      StatusAllocation allocation,
      StatusAddresses addresses,
      Proofs proofs,
      Clock clock) {
    this.signing = signing;
    this.keys = keys;
    this.credentials = credentials;
    this.allocation = allocation;
    this.addresses = addresses;
    this.proofs = proofs;
    this.clock = clock;
  }

  /** Fails INVALID with pointers into the template if the filled template cannot be signed. */
  public Future<IssuedCredential> handle(IssueCredentialRequest request, CallContext context) {
    Deadline deadline = context.deadline();
    Budget budget = CallBudget.until(deadline);
    Future<StoredCredential> signed =
        signing
            .filled(request.credentialTemplate(), request.data(), budget, deadline)
            .compose(filled -> new Issue(filled, budget, deadline).sign())
            .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)))
            .map(issued -> stored(request, issued, context));
    return credentials.insert(signed, context);
  }

  /**
   * A signed credential.
   *
   * @param status its entry in the status lists, or null
   * @param disclosable the list of its template, or null
   */
  private record Signed(SignedDocument document, StatusPlace status, List<String> disclosable) {}

  /** One credential that is to be issued. */
  private final class Issue {

    private final Filled filled;
    private final Budget budget;
    private final Deadline deadline;

    Issue(Filled filled, Budget budget, Deadline deadline) {
      this.filled = filled;
      this.budget = budget;
      this.deadline = deadline;
    }

    Future<Signed> sign() {
      return filled.listed() ? entryIfRegistered().compose(this::signWith) : signWith(Entry.NONE);
    }

    /** Returns an entry of the issuer's lists; NONE for an issuer that is not registered yet. */
    private Future<Entry> entryIfRegistered() {
      String issuer = filled.draft().namedIssuer();
      SigningSuite suite = filled.draft().suite(proofs);
      return keys.signingKey(issuer, suite.keyType())
          .compose(key -> allocation.next(issuer, suite.name()).map(at -> new Entry(at, key)))
          .recover(
              cause ->
                  FailureException.isOf(cause, FailureKind.INVALID)
                      ? Future.succeededFuture(Entry.NONE)
                      : Future.failedFuture(cause));
    }

    private Future<Signed> signWith(Entry entry) {
      return unsigned(entry.place())
          .compose(
              unsigned ->
                  key(unsigned, entry).compose(key -> signBy(key, unsigned, entry.place())));
    }

    private Future<Unsigned> unsigned(StatusPlace place) {
      return place == null
          ? signing.read(filled, budget, deadline)
          : signing.read(filled.draft().withStatus(place, addresses), budget, deadline);
    }

    /**
     * Returns the issuer's key. An issuer that the template itself names is registered, because the
     * template is that of a published schema.
     */
    private Future<StoredKey> key(Unsigned unsigned, Entry entry) {
      boolean named = filled.names(unsigned);
      return !named && entry.isOf(unsigned)
          ? Future.succeededFuture(entry.key())
          : Signing.found(IssueCredential.this::key, unsigned, named);
    }

    /**
     * Assigns an entry in the lists of the issuer in the signed statements. Before, this issuer had
     * no key, or the JSON named another one.
     */
    private Future<Signed> signBy(StoredKey key, Unsigned unsigned, StatusPlace place) {
      String issuer = unsigned.terms().issuer();
      return !filled.listed() || place != null && place.issuer().equals(issuer)
          ? signing
              .sign(unsigned, key, complete -> nonce(), deadline)
              .map(one -> new Signed(one, place, filled.disclosable()))
          : allocation
              .next(issuer, unsigned.suite().name())
              .compose(own -> signWith(new Entry(own, null)));
    }

    /**
     * Keeps the signatures of equal documents different, because each is stored once. A status
     * entry does so too.
     */
    private String nonce() {
      return filled.listed() ? null : UUID.randomUUID().toString();
    }
  }

  /**
   * An entry of an issuer's lists.
   *
   * @param place null for none
   * @param key the issuer's, as it was read for this signature; null if it must be read
   */
  private record Entry(StatusPlace place, StoredKey key) {

    static final Entry NONE = new Entry(null, null);

    boolean isOf(Unsigned unsigned) {
      return key != null
          && key.issuer().equals(unsigned.terms().issuer())
          && key.type() == unsigned.suite().keyType();
    }
  }

  private Future<StoredKey> key(Unsigned unsigned, KeyType type, boolean named) {
    String issuer = unsigned.terms().issuer();
    return named ? keys.register(issuer, type, IssuerSource.SCHEMA) : keys.signingKey(issuer, type);
  }

  private StoredCredential stored(
      IssueCredentialRequest request, Signed issued, CallContext context) {
    SignedDocument signed = issued.document();
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
