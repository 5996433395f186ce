package org.attestry.registry.stored;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AddedGrant;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.contracts.registry.RegistryFacts.EntityAdopted;
import org.attestry.contracts.registry.RegistryFacts.EntityChanged;
import org.attestry.contracts.registry.RegistryFacts.EntityCreated;
import org.attestry.contracts.registry.RegistryFacts.OwnershipEnded;
import org.attestry.registry.access.View;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestation.Grant;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.attestation.ClaimOutcome;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;

/** Derives the facts of a change from the entity before and after it. */
public final class EntityFacts {

  private final PublishedType type;
  private final CallContext context;
  private final List<Fact> facts = new ArrayList<>();

  private EntityFacts(PublishedType type, CallContext context) {
    this.type = type;
    this.context = context;
  }

  public static List<Fact> ofNew(PublishedType type, StoredEntity entity, CallContext context) {
    EntityFacts collected = new EntityFacts(type, context);
    collected.add(
        RegistryFacts.ENTITY_CREATED,
        entity,
        new EntityCreated(
            type.name(),
            entity.osid(),
            entity.version(),
            Json.write(EntityViews.of(type, entity, View.PUBLIC))));
    return collected.facts;
  }

  /**
   * Returns the facts of a record that is adopted.
   *
   * @param before as it was adopted before, or null
   */
  public static List<Fact> ofAdopted(
      PublishedType type, StoredEntity before, StoredEntity after, CallContext context) {
    EntityFacts collected = new EntityFacts(type, context);
    collected.adopted(after);
    if (after.deleted()) {
      collected.deleted(after);
    } else if (before != null) {
      collected.credentials(before, after, CredentialWithdrawn.Reason.REPLACED);
    }
    return collected.facts;
  }

  /**
   * @param reason why a credential of the entity ends, if the change ends or replaces it
   */
  public static List<Fact> ofChange(
      PublishedType type,
      StoredEntity before,
      StoredEntity after,
      CredentialWithdrawn.Reason reason,
      CallContext context) {
    EntityFacts collected = new EntityFacts(type, context);
    if (after.deleted()) {
      collected.deleted(after);
    } else {
      collected.changed(after);
      collected.owners(before, after);
      collected.attestations(before, after);
      collected.credentials(before, after, reason);
    }
    return collected.facts;
  }

  /** Returns the facts that withdraw credentials issued for a version that was not stored. */
  public static List<Fact> ofUnused(
      PublishedType type, StoredEntity stored, StoredEntity unused, CallContext context) {
    EntityFacts collected = new EntityFacts(type, context);
    Set<HeldCredential> used = HeldCredential.allOf(stored);
    HeldCredential.allOf(unused).stream()
        .filter(one -> !used.contains(one))
        .forEach(one -> collected.withdrawn(unused, one, CredentialWithdrawn.Reason.REPLACED));
    return collected.facts;
  }

  private void adopted(StoredEntity after) {
    add(
        RegistryFacts.ENTITY_ADOPTED,
        after,
        new EntityAdopted(
            type.name(),
            after.osid(),
            after.version(),
            after.adopted().from(),
            Json.write(EntityViews.of(type, after, View.PUBLIC)),
            after.deleted(),
            after.attestations().stream().anyMatch(Attestation::open)));
  }

  private void deleted(StoredEntity after) {
    add(
        RegistryFacts.ENTITY_DELETED,
        after,
        new EntityDeleted(type.name(), after.osid(), after.version(), userId()));
  }

  private void changed(StoredEntity after) {
    add(
        RegistryFacts.ENTITY_CHANGED,
        after,
        new EntityChanged(
            type.name(),
            after.osid(),
            after.version(),
            Json.write(EntityViews.of(type, after, View.PUBLIC)),
            after.attestations().stream().anyMatch(Attestation::open)));
  }

  private void owners(StoredEntity before, StoredEntity after) {
    if (!after.owners().containsAll(before.owners())) {
      add(
          RegistryFacts.OWNERSHIP_ENDED,
          after,
          new OwnershipEnded(type.name(), after.osid(), userId()));
    }
  }

  private void attestations(StoredEntity before, StoredEntity after) {
    Set<String> claimsBefore = claims(before);
    for (Attestation was : before.attestations()) {
      if (was.open()) {
        new ClaimOutcome(type.name(), after.osid(), was.claimId())
            .fact(after.attestations(), withdrawnBy(was, after), context)
            .ifPresent(facts::add);
        grants(was, after);
      }
    }
    for (Attestation is : after.attestations()) {
      if (is.open() && !claimsBefore.contains(is.claimId())) {
        add(
            RegistryFacts.ATTESTATION_RAISED,
            after,
            new AttestationRaised(is.claimId(), type.name(), after.osid()));
      }
    }
  }

  /** The grants that were added while the attestation still waits for others. */
  private void grants(Attestation was, StoredEntity after) {
    Attestation is = Attestations.open(after.attestations(), was.claimId()).orElse(was);
    for (Grant grant : is.grants().subList(was.grants().size(), is.grants().size())) {
      add(
          RegistryFacts.GRANT_ADDED,
          after,
          new AddedGrant(was.claimId(), type.name(), after.osid(), grant.attempt(), grant.by()));
    }
  }

  private static UUID withdrawnBy(Attestation was, StoredEntity after) {
    return after.attestations().stream()
        .filter(is -> is.osid().equals(was.osid()))
        .map(Attestation::attempt)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private void credentials(
      StoredEntity before, StoredEntity after, CredentialWithdrawn.Reason reason) {
    if (!before.credential().isSame(after.credential())) {
      HeldCredential.ofContent(before).ifPresent(was -> withdrawn(after, was, reason));
    }
    Set<HeldCredential> held = HeldCredential.allOf(after);
    CredentialWithdrawn.Reason ended =
        reason == CredentialWithdrawn.Reason.REVOKED
            ? reason
            : CredentialWithdrawn.Reason.ATTESTATION_ENDED;
    before.attestations().stream()
        .flatMap(was -> HeldCredential.of(was).stream())
        .filter(was -> !held.contains(was))
        .forEach(was -> withdrawn(after, was, ended));
  }

  private void withdrawn(
      StoredEntity entity, HeldCredential credential, CredentialWithdrawn.Reason reason) {
    add(
        RegistryFacts.CREDENTIAL_WITHDRAWN,
        entity,
        new CredentialWithdrawn(
            type.name(), entity.osid(), credential.id(), credential.digest(), userId(), reason));
  }

  private <T> void add(FactType<T> fact, StoredEntity entity, T data) {
    facts.add(Facts.of(fact, entity.osid(), data, context));
  }

  private String userId() {
    return context.caller().userId();
  }

  private static Set<String> claims(StoredEntity entity) {
    Set<String> claims = new HashSet<>();
    entity.attestations().stream()
        .map(Attestation::claimId)
        .filter(Objects::nonNull)
        .forEach(claims::add);
    return claims;
  }
}
