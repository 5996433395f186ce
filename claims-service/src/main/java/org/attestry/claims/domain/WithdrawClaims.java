package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.AttestationWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;

/** Closes claims for which the registry no longer waits. */
public final class WithdrawClaims {

  private final ClaimStore store;

  public WithdrawClaims(ClaimStore store) {
    this.store = store;
  }

  /** One claim: an attested value changed, or the owner withdrew it. */
  public Future<Void> withdraw(Fact fact, AttestationWithdrawn withdrawn, CallContext context) {
    UUID claim = UUID.fromString(withdrawn.claimId());
    return withdraw(fact, withdrawn.type(), withdrawn.osid(), claim, withdrawn.userId(), context);
  }

  /** All claims of an entity that is gone. */
  public Future<Void> withdrawAll(Fact fact, EntityDeleted deleted, CallContext context) {
    return withdraw(fact, deleted.type(), deleted.osid(), null, deleted.userId(), context);
  }

  private Future<Void> withdraw(
      Fact fact, String type, String osid, UUID only, String by, CallContext context) {
    return store
        .once(
            fact,
            osid,
            writing ->
                writing
                    .withdraw(type, osid, only, by)
                    .compose(closed -> writing.publish(facts(closed, by, context))))
        .mapEmpty();
  }

  private static List<Fact> facts(List<Claim> closed, String by, CallContext context) {
    return closed.stream().map(claim -> Decisions.withdrawn(claim, by, context)).toList();
  }
}
