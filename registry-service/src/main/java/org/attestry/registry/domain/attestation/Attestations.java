package org.attestry.registry.domain.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.attestation.Attestation.State;
import org.attestry.registry.domain.document.Changes;
import org.attestry.registry.domain.document.NestedOsids;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Ids;

/**
 * The state machine of seed 3.1, and what follows a decision. Each method answers the attestations
 * after a step; the list that it is given stays as it is.
 */
public final class Attestations {

  private Attestations() {}

  /** Refuses a second raise of a property while one is open: CONFLICT, naming the claim. */
  public static void requireNotOpen(List<Attestation> all, String property) {
    refuseIfOpen(find(all, a -> property.equals(a.property())));
  }

  /** Raises the attestation of a property. */
  public static List<Attestation> raiseProperty(
      List<Attestation> all,
      AttestationPolicy policy,
      String property,
      ObjectNode body,
      String raisedBy) {
    Optional<Attestation> former = find(all, a -> property.equals(a.property()));
    refuseIfOpen(former);
    Attestation raised =
        new Attestation(
            former.map(Attestation::osid).orElseGet(Attestations::newId),
            policy.name(),
            property,
            State.ATTESTATION_REQUESTED,
            newId(),
            null,
            AttestedValues.ofProperty(policy, property, body),
            null,
            null,
            null,
            Instant.now(),
            raisedBy);
    return replaced(all, former, raised);
  }

  /** Raises an attestation by policy; one of the same items that is not open is raised again. */
  public static List<Attestation> raisePolicy(
      List<Attestation> all,
      AttestationPolicy policy,
      JsonNode propertiesOSID,
      JsonNode additionalInput,
      ObjectNode body,
      String raisedBy) {
    Optional<Attestation> former = find(all, a -> isOfItems(a, policy.name(), propertiesOSID));
    refuseIfOpen(former);
    Attestation raised =
        new Attestation(
            former.map(Attestation::osid).orElseGet(Attestations::newId),
            policy.name(),
            null,
            State.ATTESTATION_REQUESTED,
            newId(),
            propertiesOSID,
            AttestedValues.ofPolicy(policy, propertiesOSID, body),
            additionalInput,
            null,
            null,
            Instant.now(),
            raisedBy);
    return replaced(all, former, raised);
  }

  /**
   * Raises an attestation by policy and grants it in the same step, without a claim that anybody
   * would decide.
   *
   * @param credential issued over what is attested, or null
   */
  public static List<Attestation> grantByItself(
      List<Attestation> all, Attestation raised, String credential, String credentialId) {
    Optional<Attestation> former =
        find(all, a -> isOfItems(a, raised.policy(), raised.propertiesOSID()));
    return replaced(all, former, raised.decided(State.PUBLISHED, credential, credentialId));
  }

  /** What an automated policy would grant now; its claim is null. */
  public static Attestation automated(
      List<Attestation> all,
      AttestationPolicy policy,
      JsonNode propertiesOSID,
      JsonNode additionalInput,
      ObjectNode body,
      String raisedBy) {
    Optional<Attestation> former = find(all, a -> isOfItems(a, policy.name(), propertiesOSID));
    return new Attestation(
        former.map(Attestation::osid).orElseGet(Attestations::newId),
        policy.name(),
        null,
        State.ATTESTATION_REQUESTED,
        null,
        propertiesOSID,
        AttestedValues.ofPolicy(policy, propertiesOSID, body),
        additionalInput,
        null,
        null,
        Instant.now(),
        raisedBy);
  }

  /** Whether a policy has granted all that it attests, and nothing of it has changed since. */
  public static boolean isPublished(List<Attestation> all, AttestationPolicy policy) {
    return find(all, a -> isOfItems(a, policy.name(), null))
        .filter(a -> a.state() == State.PUBLISHED)
        .isPresent();
  }

  /** The attestation of these items by policy, which has been raised. */
  public static Attestation ofItems(
      List<Attestation> all, AttestationPolicy policy, JsonNode propertiesOSID) {
    return find(all, a -> isOfItems(a, policy.name(), propertiesOSID)).orElseThrow();
  }

  /** The attestation that waits for a decision on the claim. */
  public static Optional<Attestation> open(List<Attestation> all, String claimId) {
    return find(all, a -> a.open() && a.isOf(claimId));
  }

  /**
   * Grants.
   *
   * @param credential issued over what is attested, or null
   */
  public static List<Attestation> grant(
      List<Attestation> all, Attestation open, String credential, String credentialId) {
    return replaced(
        all, Optional.of(open), open.decided(State.PUBLISHED, credential, credentialId));
  }

  public static List<Attestation> reject(List<Attestation> all, Attestation open) {
    return replaced(all, Optional.of(open), open.decided(State.REJECTED, null, null));
  }

  /** Back to DRAFT, because the owner no longer asks for it. */
  public static List<Attestation> withdraw(List<Attestation> all, Attestation open) {
    return replaced(all, Optional.of(open), open.withdrawn());
  }

  /** After a change of the entity: what attests a value that is no longer so goes back to DRAFT. */
  public static List<Attestation> afterChange(
      List<Attestation> all, PublishedType type, ObjectNode body) {
    List<Attestation> kept = new ArrayList<>();
    for (Attestation attestation : all) {
      if (stillHolds(attestation, type, body)) {
        kept.add(attestation);
      } else if (attestation.property() == null) {
        kept.add(attestation.withdrawn());
      }
    }
    return kept;
  }

  private static boolean stillHolds(Attestation attestation, PublishedType type, ObjectNode body) {
    if (attestation.state() == State.DRAFT) {
      return true;
    }
    Optional<AttestationPolicy> policy = type.policy(attestation.policy());
    if (policy.isEmpty()) {
      return true;
    }
    ObjectNode now = AttestedValues.again(attestation, policy.get(), body);
    return now != null
        && Changes.same(
            NestedOsids.withoutIn(now), NestedOsids.withoutIn(attestation.propertyData()));
  }

  private static boolean isOfItems(
      Attestation attestation, String policy, JsonNode propertiesOSID) {
    return attestation.property() == null
        && attestation.policy().equals(policy)
        && AttestedValues.items(attestation.propertiesOSID())
            .equals(AttestedValues.items(propertiesOSID));
  }

  private static void refuseIfOpen(Optional<Attestation> former) {
    if (former.isPresent() && former.get().open()) {
      throw Failure.of(
              FailureKind.CONFLICT,
              "registry.attestation.open",
              "The claim %s waits for a decision on this already."
                  .formatted(former.get().claimId()))
          .exception();
    }
  }

  private static Optional<Attestation> find(List<Attestation> all, Predicate<Attestation> wanted) {
    return all.stream().filter(wanted).findFirst();
  }

  private static List<Attestation> replaced(
      List<Attestation> all, Optional<Attestation> former, Attestation by) {
    List<Attestation> after = new ArrayList<>(all);
    if (former.isPresent()) {
      after.set(after.indexOf(former.get()), by);
    } else {
      after.add(by);
    }
    return List.copyOf(after);
  }

  private static String newId() {
    return Ids.next().toString();
  }
}
