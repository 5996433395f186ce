package org.attestry.registry.publication;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.index.Duplicates;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.registry.validation.EntityValidator;
import org.attestry.registry.validation.Violations;
import org.attestry.runtime.json.JsonPointers;

/** Collects the result of a check of stored entities against a definition. Not thread-safe. */
final class EntityCheckReport {

  private static final int MOST_IDS = 3;
  private static final int MOST_VIOLATIONS = 10;

  private final PublishedType type;
  private final long stored;
  private final Set<UUID> ids = new LinkedHashSet<>();
  private final Map<String, Violation> violations = new LinkedHashMap<>();
  private long checked;
  private long breaking;

  /**
   * @param type the type with the new definition
   * @param stored the number of stored entities
   */
  EntityCheckReport(PublishedType type, long stored) {
    this.type = type;
    this.stored = stored;
  }

  static CheckedEntities none(String type) {
    return new CheckedEntities(type, 0, 0, 0, List.of(), List.of());
  }

  void duplicates(List<FieldPath> fields, Duplicates found) {
    if (found.count() == 0) {
      return;
    }
    breaking += found.count();
    found.ids().forEach(this::name);
    for (FieldPath field : fields) {
      String message = "%d entities have the same value.".formatted(found.count());
      add(new Violation(JsonPointers.of(field), "unique", message));
    }
  }

  /**
   * Checks one more entity.
   *
   * @throws FailureException of kind TIMEOUT when the deadline passes; the report is then unchanged
   */
  void check(StoredEntity entity, Deadline deadline) {
    Violations found = violations(entity, deadline);
    checked++;
    entity.attestations().stream()
        .filter(attestation -> !isAttestable(attestation))
        .map(EntityCheckReport::withoutPolicy)
        .forEach(found::add);
    if (!found.isEmpty()) {
      breaking++;
      name(entity.id());
      found.listed().forEach(this::add);
    }
  }

  /**
   * Returns the violations of an entity. An entity that is too complex to check is a violation too,
   * because it could not be stored again.
   */
  private Violations violations(StoredEntity entity, Deadline deadline) {
    try {
      return EntityChecks.violations(type, entity.body(), entity.complete(), deadline);
    } catch (FailureException refused) {
      if (!EntityValidator.isTooComplex(refused)) {
        throw refused;
      }
      Violations tooComplex = new Violations();
      tooComplex.add(new Violation("", "too-complex", refused.failure().message()));
      return tooComplex;
    }
  }

  private boolean isAttestable(Attestation attestation) {
    return attestation.shownState() == Attestation.State.DRAFT
        || type.policy(attestation.policy())
            .filter(policy -> covers(policy, attestation.property()))
            .isPresent();
  }

  private static boolean covers(AttestationPolicy policy, String property) {
    return property == null || policy.attestedProperties().contains(property);
  }

  private static Violation withoutPolicy(Attestation attestation) {
    return new Violation(
        "/" + JsonPointers.escape(attestation.policy()),
        "attestationPolicies",
        "It is attested, or about to be, under this policy.");
  }

  private void name(UUID id) {
    if (ids.size() < MOST_IDS) {
      ids.add(id);
    }
  }

  private void add(Violation found) {
    String pointer = found.pointer().replaceAll("/\\d+(?=/|$)", "/*");
    if (violations.size() < MOST_VIOLATIONS) {
      violations.putIfAbsent(
          pointer + " " + found.rule(), new Violation(pointer, found.rule(), found.message()));
    }
  }

  CheckedEntities result() {
    return new CheckedEntities(
        type.name(),
        Math.max(stored, checked),
        checked,
        breaking,
        ids.stream().map(UUID::toString).toList(),
        List.copyOf(violations.values()));
  }
}
