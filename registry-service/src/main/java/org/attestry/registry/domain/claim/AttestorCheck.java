package org.attestry.registry.domain.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.PathValues;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.stored.EntityViews;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/** Whether a caller may decide an attestation, by the records of both sides as they are now. */
public final class AttestorCheck {

  private final TypeCatalogue types;
  private final FindCallerRecords records;
  private final String adminRole;

  /**
   * @param adminRole which is never an attestor, also where a policy names it
   */
  public AttestorCheck(TypeCatalogue types, FindCallerRecords records, String adminRole) {
    this.types = types;
    this.records = records;
    this.adminRole = adminRole;
  }

  /**
   * @param attestorType the type in whose name the caller decides
   * @return fails UNAUTHENTICATED or FORBIDDEN for who may not, UNPROCESSABLE for who has too many
   *     records to compare
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
    if (!policy.selfAttestation() && isOwn(entity, attestation, caller)) {
      return Future.failedFuture(ownClaim());
    }
    return values(policy, context)
        .compose(
            values ->
                satisfies(values, type, entity, attestation, policy)
                    ? Future.succeededFuture()
                    : Future.failedFuture(notTheAttestor()));
  }

  private static boolean isOwn(StoredEntity entity, Attestation attestation, Caller caller) {
    return entity.ownedBy(caller) || caller.userId().equals(attestation.raisedBy());
  }

  /** Who attests in the name of a type owns a record of it; a role without a type has none. */
  private Future<AttestorValues> values(AttestationPolicy policy, CallContext context) {
    String role = policy.attestorEntity();
    return types
        .find(role)
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(AttestorValues.of(context.caller(), List.of()))
                    : records
                        .all(role, ConditionPaths.of(policy.condition(), Side.ATTESTOR), context)
                        .map(own -> ofRecords(own, context.caller())));
  }

  private static AttestorValues ofRecords(List<JsonNode> own, Caller caller) {
    if (own.isEmpty()) {
      throw notTheAttestor();
    }
    return AttestorValues.of(caller, own);
  }

  private static boolean satisfies(
      AttestorValues values,
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      AttestationPolicy policy) {
    JsonNode aliases = attestation.propertyData();
    JsonNode requester = EntityViews.full(type, entity);
    return values.satisfy(
        policy.condition(),
        path -> PathValues.in(aliases.has(path.property()) ? aliases : requester, path));
  }

  private static FailureException unauthenticated() {
    return Failure.of(
            FailureKind.UNAUTHENTICATED,
            "registry.attestation.token-required",
            "This operation needs a bearer token; get one and send it.")
        .exception();
  }

  private static FailureException notTheAttestor() {
    return Failure.of(
            FailureKind.FORBIDDEN,
            "registry.attestation.forbidden",
            "User is not allowed to perform the operation on this entity")
        .exception();
  }

  private static FailureException ownClaim() {
    return Failure.of(
            FailureKind.FORBIDDEN,
            "registry.attestation.own",
            "Who raised a claim, or owns the entity, cannot decide it; ask another attestor.")
        .exception();
  }
}
