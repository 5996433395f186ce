package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.FindRevokedRequest;
import org.attestry.contracts.credential.RevokedCredentialsView;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.credential.domain.CredentialStore.Withdrawal;

/** Revokes credentials that the registry withdraws, and shows what was revoked. */
public final class RevokeCredentials {

  private static final Pattern OSID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  private final CredentialStore credentials;

  public RevokeCredentials(CredentialStore credentials) {
    this.credentials = credentials;
  }

  public Future<Void> afterCredentialWithdrawn(
      Fact fact, CredentialWithdrawn withdrawn, CallContext call) {
    if (withdrawn.credentialId() == null) {
      return Future.failedFuture(
          Failure.invalid(
                  "credential.withdrawn.invalid",
                  "/credentialId",
                  "required",
                  "A withdrawal must name its credential.")
              .exception());
    }
    boolean replaced = withdrawn.reason() == CredentialWithdrawn.Reason.REPLACED;
    Withdrawal one =
        new Withdrawal(withdrawn.osid(), withdrawn.credentialId(), replaced, withdrawn.userId());
    return credentials.revoke(fact.id(), one, call).mapEmpty();
  }

  public Future<Void> afterEntityDeleted(Fact fact, EntityDeleted deleted, CallContext call) {
    Withdrawal all = new Withdrawal(deleted.osid(), null, false, deleted.userId());
    return credentials.revoke(fact.id(), all, call).mapEmpty();
  }

  /** Fails UNAUTHENTICATED without a token, FORBIDDEN for everybody but an admin. */
  public Future<RevokedCredentialsView> findRevoked(FindRevokedRequest request, CallContext call) {
    if (!call.caller().known()) {
      return Future.failedFuture(
          Failure.of(
                  FailureKind.UNAUTHENTICATED,
                  "credential.revoked.unauthenticated",
                  "This operation needs a bearer token; get one and send it.")
              .exception());
    }
    if (!call.caller().admin()) {
      return Future.failedFuture(
          Failure.of(
                  FailureKind.FORBIDDEN,
                  "credential.revoked.forbidden",
                  "Only an admin sees revoked credentials.")
              .exception());
    }
    if (request.entityId() == null || !OSID.matcher(request.entityId()).matches()) {
      return Future.succeededFuture(new RevokedCredentialsView(List.of()));
    }
    return credentials.findRevoked(request.entityId()).map(RevokedCredentialsView::new);
  }
}
