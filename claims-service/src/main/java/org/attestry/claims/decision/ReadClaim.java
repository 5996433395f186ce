package org.attestry.claims.decision;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.claims.claim.Attestor;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.raise.KnownClaims;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.Evaluations;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations.ReadClaimRequest;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.runtime.fair.Workers;

/**
 * Reads a claim, for the admin, the user who raised it, attestors who could decide it, and callers
 * whom the registry allows to read the claims of the entity; not all of them see the attested
 * values. For other callers the reply does not reveal whether the claim exists.
 *
 * @param workers evaluate conditions that take long
 */
public record ReadClaim(KnownClaims claims, BusRegistry registry, Workers workers) {

  public Future<ClaimView> handle(ReadClaimRequest request, CallContext context) {
    return context.caller().known()
        ? find(request.entityName(), request.claimId(), context)
            .compose(claim -> showsValues(claim, context).map(claim::view))
        : readWithoutToken(request, context);
  }

  /**
   * Finds a claim, for a caller with a token.
   *
   * @return the claim; fails UNAUTHENTICATED without a token, NOT_FOUND if the caller may not read
   *     it
   */
  public Future<Claim> find(String type, String claimId, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    return claims
        .find(ClaimFailures.id(claimId), context)
        .map(
            found ->
                found
                    .filter(claim -> claim.isAddressedBy(type))
                    .orElseThrow(ClaimFailures::unknown))
        .compose(claim -> readable(claim, context));
  }

  /**
   * Returns the claim if the caller may read it. For an open claim the registry checks whether the
   * caller may decide it, because the registry has the current values. A closed claim is checked
   * here first, because its entity may have been deleted in the registry.
   */
  private Future<Claim> readable(Claim claim, CallContext context) {
    if (context.caller().admin() || claim.isRaisedBy(context.caller())) {
      return Future.succeededFuture(claim);
    }
    if (claim.status() == ClaimStatus.OPEN) {
      return authorize(claim.entity(), claim.entityId(), claim.id().toString(), context)
          .map(claim)
          .recover(cause -> ifEnded(claim, cause, context));
    }
    return mayDecide(claim, context)
        .compose(
            may ->
                may
                    ? Future.succeededFuture()
                    : authorize(claim.entity(), claim.entityId(), null, context))
        .map(claim);
  }

  /**
   * Returns the claim to one of its attestors if its attestation has ended and the fact that closes
   * the claim has not arrived yet: the registry then refuses the attestor.
   */
  private Future<Claim> ifEnded(Claim open, Throwable refusal, CallContext context) {
    boolean attests = context.caller().roles().contains(open.audience().attestorEntity());
    return attests && FailureException.isOf(refusal, FailureKind.NOT_FOUND)
        ? claims
            .settled(open, context)
            .compose(
                claim ->
                    claim.status() == ClaimStatus.OPEN
                        ? Future.failedFuture(refusal)
                        : readable(claim, context))
        : Future.failedFuture(refusal);
  }

  /** Whether the caller, who may read the claim, also sees the attested values. */
  Future<Boolean> showsValues(Claim claim, CallContext context) {
    return claim.status() == ClaimStatus.OPEN
        ? mayDecide(claim, context).map(may -> claim.showsValues(context.caller(), may))
        : Future.succeededFuture(claim.showsValues(context.caller(), false));
  }

  /**
   * Whether the caller may decide the claim as an attestor; false, without a check, for owners and
   * the admin, who can read the claim anyway.
   */
  private Future<Boolean> mayDecide(Claim claim, CallContext context) {
    String type = claim.audience().attestorEntity();
    if (claim.isOwnedBy(context.caller()) || !context.caller().roles().contains(type)) {
      return Future.succeededFuture(false);
    }
    List<FieldPath> fields = ConditionPaths.of(claim.audience().condition(), Side.ATTESTOR);
    return registry
        .findCallerRecords(type, fields, context)
        .compose(
            records ->
                new Evaluations(workers, context.deadline())
                    .run(
                        budget ->
                            Attestor.of(context.caller(), type, records)
                                .filter(
                                    a -> a.belongsTo(claim.audience(), claim.raisedBy(), budget))
                                .isPresent()));
  }

  /**
   * Reads a claim for callers without a token. The registry authorizes the request whether or not
   * the claim exists, so that on a type that they may not read the reply does not depend on which
   * claims exist. Attested values stay hidden.
   */
  private Future<ClaimView> readWithoutToken(ReadClaimRequest request, CallContext context) {
    UUID id = ClaimFailures.id(request.claimId());
    return claims
        .find(id, context)
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
