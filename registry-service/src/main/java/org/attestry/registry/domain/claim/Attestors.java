package org.attestry.registry.domain.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.PathValues;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.stored.EntityViews;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/**
 * Who may decide an attestation: holders of the policy's attestor role, by the records of both
 * sides as they are now. Decisions and views use the same rule.
 *
 * @param adminRole the admin role, which is never an attestor, even if a policy names it
 */
public record Attestors(TypeCatalogue types, FindCallerRecords records, String adminRole) {

  /**
   * @param attestorType the type in whose name the caller decides
   * @return fails UNAUTHENTICATED or FORBIDDEN for a caller who may not decide it, UNPROCESSABLE
   *     for one with too many records to compare
   */
  Future<Void> require(
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      AttestationPolicy policy,
      String attestorType,
      CallContext context) {
    Caller caller = context.caller();
    if (!caller.known()) {
      return Future.failedFuture(unauthenticated());
    }
    String role = policy.attestorEntity();
    boolean holds =
        role.equals(attestorType) && !role.equals(adminRole) && caller.roles().contains(role);
    if (!holds) {
      return Future.failedFuture(notTheAttestor());
    }
    if (!mayDecide(policy, entity, attestation, caller)) {
      return Future.failedFuture(ownClaim());
    }
    List<FieldPath> read = ConditionPaths.of(policy.condition(), Side.ATTESTOR);
    return values(role, read, context)
        .compose(
            values ->
                values.filter(v -> satisfies(v, policy, attestation, type, entity)).isPresent()
                    ? Future.succeededFuture()
                    : Future.failedFuture(notTheAttestor()));
  }

  /**
   * The values that conditions read of a caller who has an attestor role. A role with the name of a
   * type needs a record of that type; another role needs none.
   *
   * @param fields what the conditions read
   * @return empty for a caller without a record
   */
  Future<Optional<AttestorValues>> values(
      String role, List<FieldPath> fields, CallContext context) {
    return types
        .find(role)
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(
                        Optional.of(AttestorValues.of(context.caller(), List.of())))
                    : records.all(role, fields, context).map(own -> ofRecords(own, context)));
  }

  private static Optional<AttestorValues> ofRecords(List<JsonNode> own, CallContext context) {
    return own.isEmpty() ? Optional.empty() : Optional.of(AttestorValues.of(context.caller(), own));
  }

  /** Who raised a claim, or owns the entity, decides it only where the policy allows that. */
  static boolean mayDecide(
      AttestationPolicy policy, StoredEntity entity, Attestation attestation, Caller caller) {
    boolean own = entity.ownedBy(caller) || caller.userId().equals(attestation.raisedBy());
    return policy.selfAttestation() || !own;
  }

  private static boolean satisfies(
      AttestorValues values,
      AttestationPolicy policy,
      Attestation attestation,
      PublishedType type,
      StoredEntity entity) {
    return satisfies(values, policy, attestation.propertyData(), EntityViews.full(type, entity));
  }

  /**
   * Whether the policy's condition holds.
   *
   * @param aliases the attested values, by their names in the policy
   * @param requester the entity in full view
   */
  static boolean satisfies(
      AttestorValues values, AttestationPolicy policy, JsonNode aliases, JsonNode requester) {
    return values.satisfy(
        policy.condition(),
        path -> PathValues.in(aliases.has(path.property()) ? aliases : requester, path));
  }

  private static FailureException unauthenticated() {
    return FailureException.of(
        FailureKind.UNAUTHENTICATED,
        "registry.attestation.token-required",
        "This operation needs a bearer token; get one and send it.");
  }

  private static FailureException notTheAttestor() {
    return FailureException.of(
        FailureKind.FORBIDDEN,
        "registry.attestation.forbidden",
        "User is not allowed to perform the operation on this entity");
  }

  private static FailureException ownClaim() {
    return FailureException.of(
        FailureKind.FORBIDDEN,
        "registry.attestation.own",
        "Who raised a claim, or owns the entity, cannot decide it; another attestor can.");
  }
}
