package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ReadClaimRequest;

/**
 * Reads one claim: for an attestor who could decide it, and for whom the registry lets read the
 * claims of the entity. To everybody else a claim that is there looks like one that is not.
 */
public final class ReadClaim {

  private final ClaimStore store;
  private final AttestationRegistry registry;
  private final Attestors attestors;

  public ReadClaim(ClaimStore store, AttestationRegistry registry) {
    this.store = store;
    this.registry = registry;
    this.attestors = new Attestors(registry);
  }

  public Future<ClaimView> handle(ReadClaimRequest request, CallContext context) {
    return context.caller().known()
        ? readWithToken(request, context)
        : readWithoutToken(request, context);
  }

  private Future<ClaimView> readWithToken(ReadClaimRequest request, CallContext context) {
    UUID id = ClaimFailures.id(request.claimId());
    return store
        .find(id)
        .map(
            found ->
                found
                    .filter(claim -> claim.isAddressedBy(request.entityName()))
                    .orElseThrow(ClaimFailures::unknown))
        .compose(claim -> requireReader(claim, context).map(allowed -> claim.view()));
  }

  /** Who may decide an open claim is for the registry to say, which has all values as they are. */
  private Future<Void> requireReader(Claim claim, CallContext context) {
    if (claim.status() == ClaimStatus.OPEN) {
      return authorize(claim.entity(), claim.entityId(), claim.id().toString(), context);
    }
    return attestors
        .mayDecide(claim, context)
        .compose(
            may ->
                may
                    ? Future.succeededFuture()
                    : authorize(claim.entity(), claim.entityId(), null, context));
  }

  /**
   * Without a token the registry is asked in any case, so that a type that is not open answers
   * alike whatever claims there are. Attested values stay hidden.
   */
  private Future<ClaimView> readWithoutToken(ReadClaimRequest request, CallContext context) {
    UUID id = ClaimFailures.id(request.claimId());
    return store
        .find(id)
        .map(found -> found.filter(claim -> claim.entity().equals(request.entityName())))
        .compose(
            found ->
                authorize(
                        request.entityName(),
                        found.map(Claim::entityId).orElse(id.toString()),
                        null,
                        context)
                    .map(allowed -> found.orElseThrow(ClaimFailures::unknown).publicView()));
  }

  private Future<Void> authorize(String type, String osid, String claimId, CallContext context) {
    return registry
        .authorizeReading(type, osid, claimId, context)
        .recover(cause -> Future.failedFuture(asShown(cause, context)));
  }

  private static Throwable asShown(Throwable cause, CallContext context) {
    FailureKind kind =
        cause instanceof FailureException failed ? failed.failure().kind() : FailureKind.INTERNAL;
    return switch (kind) {
      case NOT_FOUND, FORBIDDEN, GONE, INVALID -> ClaimFailures.unknown();
      case UNAUTHENTICATED ->
          context.caller().known() ? ClaimFailures.unknown() : ClaimFailures.unauthenticated();
      default -> cause;
    };
  }
}
