package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.ConditionPaths;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;

/**
 * Finds which attestations of other users' entities a caller could decide. Such a caller sees the
 * private properties of open claims, may read the files on them, and sees attestations that are not
 * public. The caller's own records are queried only for attestors, and only if the result can
 * change the view.
 */
public record DecidableClaims(Attestors attestors) {

  /** Returns the claims that change the caller's view of these entities. */
  public Future<OpenClaims> in(
      PublishedType type, List<StoredEntity> entities, CallContext context) {
    return find(type, entities, one -> changesView(type, one), context);
  }

  /** Whether the caller could decide an open claim over a property of the entity. */
  public Future<Boolean> isWaitingOver(
      PublishedType type, StoredEntity entity, String property, CallContext context) {
    return isWaiting(type, entity, one -> isOver(property, type, one), context);
  }

  /** Whether the claim is open and the caller could decide it. */
  public Future<Boolean> isWaiting(
      PublishedType type, StoredEntity entity, String claimId, CallContext context) {
    return claimId == null
        ? Future.succeededFuture(false)
        : isWaiting(type, entity, one -> one.open() && one.isOf(claimId), context);
  }

  private Future<Boolean> isWaiting(
      PublishedType type, StoredEntity entity, Predicate<Attestation> meant, CallContext context) {
    return find(type, List.of(entity), meant, context)
        .map(open -> open.in(entity).stream().anyMatch(meant));
  }

  private Future<OpenClaims> find(
      PublishedType type,
      List<StoredEntity> entities,
      Predicate<Attestation> matters,
      CallContext context) {
    Map<String, AttestorValues> held = new HashMap<>();
    List<Future<?>> lookups = new ArrayList<>();
    for (String role : awaited(type, entities, matters, context.caller())) {
      lookups.add(
          attestors
              .values(role, read(type, role), context)
              .onSuccess(found -> found.ifPresent(values -> held.put(role, values))));
    }
    return lookups.isEmpty()
        ? Future.succeededFuture(OpenClaims.none(type))
        : Future.all(lookups).compose(all -> evaluate(type, entities, held, context));
  }

  /** Evaluates the conditions for the entities of others; owners see their entities in full. */
  private Future<OpenClaims> evaluate(
      PublishedType type,
      List<StoredEntity> entities,
      Map<String, AttestorValues> held,
      CallContext context) {
    Caller caller = context.caller();
    List<StoredEntity> ofOthers =
        entities.stream().filter(entity -> !entity.ownedBy(caller)).toList();
    Map<UUID, List<Attestation>> decidable = new HashMap<>();
    return attestors
        .evaluations(context)
        .run(
            budget -> {
              DecidableAttestations rule = new DecidableAttestations(type, caller, held, budget);
              ofOthers.forEach(
                  entity -> decidable.computeIfAbsent(entity.id(), id -> rule.in(entity)));
              return new OpenClaims(type, decidable);
            });
  }

  /**
   * Returns the fields of the attestor's records that the conditions of all policies with this
   * attestor role read.
   */
  private static List<FieldPath> read(PublishedType type, String role) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.attestorEntity().equals(role))
        .flatMap(policy -> ConditionPaths.of(policy.condition(), Side.ATTESTOR).stream())
        .distinct()
        .toList();
  }

  /** Returns the caller's attestor roles that can change the result for these entities. */
  private static Set<String> awaited(
      PublishedType type,
      List<StoredEntity> entities,
      Predicate<Attestation> matters,
      Caller caller) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> !caller.admin() && caller.roles().contains(policy.attestorEntity()))
        .filter(
            policy ->
                entities.stream()
                    .filter(entity -> !entity.ownedBy(caller))
                    .flatMap(entity -> entity.attestations().stream())
                    .filter(one -> one.policy().equals(policy.name()))
                    .anyMatch(matters))
        .map(AttestationPolicy::attestorEntity)
        .collect(Collectors.toSet());
  }

  private static boolean changesView(PublishedType type, Attestation attestation) {
    return EntityViews.isWithheld(attestation)
        || (attestation.open() && EntityViews.touches(type, attestation, type.hidden().all()));
  }

  private static boolean isOver(String property, PublishedType type, Attestation attestation) {
    return attestation.open()
        && AttestedValues.paths(attestation, type).stream()
            .flatMap(paths -> paths.values().stream())
            .anyMatch(path -> path.property().equals(property));
  }
}
