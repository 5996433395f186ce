package org.attestry.registry.domain;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.ConditionPaths;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.condition.AttestorValues;

/**
 * Finds out which claims wait for a caller who is shown entities of others: whoever decides a claim
 * sees its private properties where they stand. Costs a query for the caller's own records, and
 * only for an attestor, and only where something private waits.
 */
final class FindOpenClaims {

  private final FindCallerRecords records;

  FindOpenClaims(FindCallerRecords records) {
    this.records = records;
  }

  Future<OpenClaims> in(PublishedType type, List<StoredEntity> entities, CallContext context) {
    Map<String, AttestorValues> attestors = new HashMap<>();
    List<Future<?>> found = new ArrayList<>();
    for (String role : awaited(type, entities, context.caller())) {
      found.add(
          records
              .all(role, read(type, role), context)
              .onSuccess(own -> attestors.put(role, AttestorValues.of(context.caller(), own))));
    }
    return found.isEmpty()
        ? Future.succeededFuture(new OpenClaims(type, Map.of()))
        : Future.all(found).map(all -> new OpenClaims(type, attestors));
  }

  /** What the conditions on the holders of a role read of them. */
  private static List<FieldPath> read(PublishedType type, String role) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.attestorEntity().equals(role))
        .flatMap(policy -> ConditionPaths.of(policy.condition(), Side.ATTESTOR).stream())
        .distinct()
        .toList();
  }

  /** The caller's roles for which something private of these entities may wait. */
  private static Set<String> awaited(
      PublishedType type, List<StoredEntity> entities, Caller caller) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> !caller.admin() && caller.roles().contains(policy.attestorEntity()))
        .filter(policy -> type.hidden().privateFields().stream().anyMatch(policy::attests))
        .filter(policy -> entities.stream().anyMatch(entity -> awaits(policy, entity, caller)))
        .map(AttestationPolicy::attestorEntity)
        .collect(Collectors.toSet());
  }

  private static boolean awaits(AttestationPolicy policy, StoredEntity entity, Caller caller) {
    return !entity.ownedBy(caller)
        && entity.attestations().stream()
            .filter(Attestation::open)
            .anyMatch(attestation -> attestation.policy().equals(policy.name()));
  }
}
