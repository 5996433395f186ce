package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.IssuerOperations.DisableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.EnableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.IssuerDetails;
import org.attestry.contracts.credential.IssuerOperations.IssuersView;
import org.attestry.contracts.credential.IssuerOperations.ListIssuersRequest;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.Page;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.RegisteredIssuer;

/**
 * Lists, disables and enables issuers, for admins.
 *
 * @param preferred the type of the key that is shown if an issuer has several
 */
public record AdministerIssuers(PgKeyStore store, KeyRing keys, KeyType preferred, Clock clock) {

  public Future<IssuersView> listIssuers(ListIssuersRequest request, CallContext context) {
    Admins.require(context, "issuer");
    Page.require(request.limit(), request.offset(), "credential.issuer.invalid");
    return store
        .listIssuers(preferred, request.limit(), request.offset())
        .map(page -> page.map(AdministerIssuers::view))
        .map(page -> new IssuersView(page.total(), page.rows()));
  }

  /**
   * Disables an issuer. After the reply no replica signs for it; its earlier signatures still
   * verify. Fails NOT_FOUND for an issuer that is not registered.
   */
  public Future<IssuerDetails> disableIssuer(DisableIssuerRequest request, CallContext context) {
    Admins.require(context, "issuer");
    return setDisabled(request.issuer(), clock.instant());
  }

  /** Fails NOT_FOUND for an issuer that is not registered. */
  public Future<IssuerDetails> enableIssuer(EnableIssuerRequest request, CallContext context) {
    Admins.require(context, "issuer");
    return setDisabled(request.issuer(), null);
  }

  private Future<IssuerDetails> setDisabled(String issuer, Instant since) {
    if (!Issuers.isIri(issuer)) {
      return Future.failedFuture(unknown());
    }
    return store
        .setDisabled(issuer, since)
        .eventually(keys::leasesEnded)
        .compose(
            registered ->
                registered ? store.showIssuer(issuer, preferred) : Future.failedFuture(unknown()))
        .map(found -> view(found.orElseThrow(AdministerIssuers::unknown)));
  }

  private static IssuerDetails view(RegisteredIssuer issuer) {
    return new IssuerDetails(
        issuer.did(),
        issuer.namedBy().name(),
        issuer.active() == null ? null : issuer.active().verificationMethod(),
        issuer.createdAt(),
        issuer.disabledAt());
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.issuer.not-found", "There is no such issuer here; list the issuers.");
  }
}
