package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.condition.ConditionPaths;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations.ReadClaimRequest;
import org.attestry.contracts.schema.Condition.Side;

/**
 * Reads one claim, for the admin, who raised it, an attestor who could decide it, and callers who
 * may read the claims of the entity, as the registry says; not all of them see its values. To
 * others a claim that exists looks like one that does not.
 */
public record ReadClaim(ClaimStore store, AttestationRegistry registry) {

  public Future<ClaimView> handle(ReadClaimRequest request, CallContext context) {
    return context.caller().known()
        ? find(request.entityName(), request.claimId(), context)
            .compose(claim -> showsValues(claim, context).map(claim::view))
        : readWithoutToken(request, context);
  }

  /**
   * The claim, for a caller with a token.
   *
   * @return fails UNAUTHENTICATED without a token, NOT_FOUND for who may not read it
   */
  Future<Claim> find(String type, String claimId, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    return store
        .find(ClaimFailures.id(claimId))
        .map(
            found ->
                found
                    .filter(claim -> claim.isAddressedBy(type))
                    .orElseThrow(ClaimFailures::unknown))
        .compose(claim -> requireReader(claim, context).map(claim));
  }

  /**
   * The registry says who may decide an open claim, for it has the present values. Of a deleted
   * entity it knows nothing.
   */
  private Future<Void> requireReader(Claim claim, CallContext context) {
    if (context.caller().admin() || claim.isRaisedBy(context.caller())) {
      return Future.succeededFuture();
    }
    if (claim.status() == ClaimStatus.OPEN) {
      return authorize(claim.entity(), claim.entityId(), claim.id().toString(), context);
    }
    return mayDecide(claim, context)
        .compose(
            may ->
                may
                    ? Future.succeededFuture()
                    : authorize(claim.entity(), claim.entityId(), null, context));
  }

  /** Whether the caller, who may read the claim, sees the attested values too. */
  Future<Boolean> showsValues(Claim claim, CallContext context) {
    return claim.status() == ClaimStatus.OPEN
        ? mayDecide(claim, context).map(may -> claim.showsValues(context.caller(), may))
        : Future.succeededFuture(claim.showsValues(context.caller(), false));
  }

  /** Owners and the admin need not be attestors to read it. */
  private Future<Boolean> mayDecide(Claim claim, CallContext context) {
    String type = claim.audience().attestorEntity();
    if (claim.isOwnedBy(context.caller()) || !context.caller().roles().contains(type)) {
      return Future.succeededFuture(false);
    }
    List<FieldPath> fields = ConditionPaths.of(claim.audience().condition(), Side.ATTESTOR);
    return registry
        .findCallerRecords(type, fields, context)
        .map(
            records ->
                Attestor.of(context.caller(), type, records)
                    .filter(a -> a.belongsTo(claim.audience(), claim.raisedBy()))
                    .isPresent());
  }

  /**
   * Without a token the registry authorizes in any case, so that the reply on a type that is not
   * open does not depend on which claims exist. Attested values stay hidden.
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
