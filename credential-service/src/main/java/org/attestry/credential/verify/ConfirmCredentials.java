package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.PgCredentialStore.Unconfirmed;
import org.attestry.credential.stored.PgCredentialStore.Withdrawal;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.identifier.Ids;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up each credential in the registry once, some time after its issue, and revokes it if no
 * entity has it: it was issued for a write that was not committed, because a process ended in
 * between.
 */
public record ConfirmCredentials(PgCredentialStore credentials, BusHeldCredentials registry) {

  private static final Logger LOG = LoggerFactory.getLogger(ConfirmCredentials.class);
  private static final int PAGE = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Confirms or revokes all credentials that were issued before a moment, page by page. */
  public Future<Void> run(Instant issuedBefore) {
    return AsyncLoop.repeat(
        () ->
            credentials
                .unconfirmed(issuedBefore, PAGE)
                .compose(page -> settle(page).map(page.size() == PAGE)));
  }

  private Future<Void> settle(List<Unconfirmed> page) {
    CallContext context =
        new CallContext(Caller.NOBODY, "confirm-" + UUID.randomUUID(), Deadline.in(TIMEOUT), null);
    return page.isEmpty()
        ? Future.succeededFuture()
        : registry
            .held(page.stream().map(Unconfirmed::issued).toList(), context)
            .compose(held -> revokeOthers(page, held, context))
            .compose(done -> credentials.confirm(page.stream().map(Unconfirmed::id).toList()));
  }

  private Future<Void> revokeOthers(
      List<Unconfirmed> page, HeldCredentials held, CallContext context) {
    List<Issued> others =
        page.stream().map(Unconfirmed::issued).filter(one -> !held.holds(one)).toList();
    return AsyncLoop.each(others, one -> revoke(one, context));
  }

  private Future<Void> revoke(Issued one, CallContext context) {
    Withdrawal withdrawal =
        new Withdrawal(one.osid(), one.credentialId(), one.digest(), true, null);
    return credentials
        .revoke(Ids.next(), withdrawal, context)
        .onSuccess(
            revoked -> {
              if (revoked > 0) {
                LOG.atWarn()
                    .addKeyValue("credential", one.credentialId())
                    .addKeyValue("entity", one.osid())
                    .log("a credential that no entity has is revoked");
              }
            })
        .mapEmpty();
  }
}
