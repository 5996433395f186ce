package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation.Grant;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.attestation.AttestationTransitions.Move;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.StatusRight;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.identifier.Ids;

/**
 * The attestations of an entity after each step of {@link AttestationTransitions}. The list that is
 * passed to a method is not changed.
 */
public final class Attestations {

  /** The most records of one policy in an entity. */
  private static final int MOST_RECORDS = 1_000;

  private Attestations() {}

  /** Fails with CONFLICT, naming the claim, while an attestation of the property is open. */
  public static void requireNotOpen(List<Attestation> all, String property) {
    raised(find(all, a -> property.equals(a.property())));
  }

  /**
   * Raises the attestation of a property.
   *
   * @throws FailureException CONFLICT while it waits for a decision, or while a credential of
   *     another policy is in force or suspended: a property has those of one policy at a time
   */
  public static List<Attestation> raiseProperty(
      List<Attestation> all,
      AttestationPolicy policy,
      String property,
      ObjectNode body,
      String raisedBy) {
    Optional<Attestation> former = find(all, a -> property.equals(a.property()));
    former.ifPresent(one -> requireNoOther(policy, one));
    return replaced(
        all,
        new Attestation(
            former.map(Attestation::osid).orElseGet(Attestations::newId),
            policy.name(),
            property,
            raised(former),
            newId(),
            null,
            AttestedValues.paths(policy, property),
            AttestedValues.ofProperty(policy, property, body),
            null,
            null,
            null,
            null,
            false,
            Instant.now(),
            null,
            null,
            raisedBy,
            null,
            List.of(),
            granted(former),
            status(former)));
  }

  /**
   * Raises an attestation by policy. An existing attestation of the same items is raised again if
   * it is not open; a grant stays in force.
   */
  public static List<Attestation> raisePolicy(
      List<Attestation> all,
      AttestationPolicy policy,
      JsonNode propertiesOSID,
      JsonNode additionalInput,
      ObjectNode body,
      String raisedBy) {
    return replaced(
        all, raised(all, policy, newId(), propertiesOSID, additionalInput, body, raisedBy));
  }

  /**
   * Returns a raised attestation by policy, which is not yet in the list.
   *
   * @param claimId null for an automated policy, which grants without a claim
   */
  public static Attestation raised(
      List<Attestation> all,
      AttestationPolicy policy,
      String claimId,
      JsonNode propertiesOSID,
      JsonNode additionalInput,
      ObjectNode body,
      String raisedBy) {
    Optional<Attestation> former = find(all, a -> isOfItems(a, policy.name(), propertiesOSID));
    if (isFull(all, policy, propertiesOSID)) {
      throw full(policy);
    }
    return new Attestation(
        former.map(Attestation::osid).orElseGet(Attestations::newId),
        policy.name(),
        null,
        raised(former),
        claimId,
        propertiesOSID,
        AttestedValues.paths(policy, null),
        AttestedValues.ofPolicy(policy, propertiesOSID, body),
        additionalInput,
        null,
        null,
        null,
        false,
        Instant.now(),
        null,
        null,
        raisedBy,
        null,
        List.of(),
        granted(former),
        status(former));
  }

  /**
   * Whether a policy has granted everything that it attests and no attested value has changed
   * since, or whether a claim is still open that was raised before the policy became automated.
   */
  public static boolean isPublishedOrOpen(List<Attestation> all, AttestationPolicy policy) {
    return isPublished(all, policy, null)
        || find(all, a -> isOfItems(a, policy.name(), null)).filter(Attestation::open).isPresent();
  }

  /**
   * Whether a policy has granted these items, and neither their values nor the paths that the
   * policy attests have changed since.
   *
   * @param propertiesOSID null for everything that the policy attests
   */
  public static boolean isPublished(
      List<Attestation> all, AttestationPolicy policy, JsonNode propertiesOSID) {
    return find(all, a -> isOfItems(a, policy.name(), propertiesOSID))
        .flatMap(Attestation::inForce)
        .filter(a -> AttestedValues.isAsIn(policy, a))
        .isPresent();
  }

  /** Whether a policy has granted these items, and the credential was not revoked since. */
  public static boolean isValid(
      List<Attestation> all, AttestationPolicy policy, JsonNode propertiesOSID) {
    return isPublished(all, policy, propertiesOSID)
        && !find(all, a -> isOfItems(a, policy.name(), propertiesOSID))
            .orElseThrow()
            .credentialRevoked();
  }

  /** Returns the attestation of these items by policy, which must exist. */
  public static Attestation ofItems(
      List<Attestation> all, AttestationPolicy policy, JsonNode propertiesOSID) {
    return find(all, a -> isOfItems(a, policy.name(), propertiesOSID)).orElseThrow();
  }

  /**
   * Returns an attestation by its name.
   *
   * @param attestationId the record's osid, or the name of its property
   */
  public static Optional<Attestation> named(
      List<Attestation> all, String policy, String attestationId) {
    return find(
        all,
        a ->
            a.policy().equals(policy)
                && attestationId.equals(a.property() == null ? a.osid() : a.property()));
  }

  /** Returns the attestation whose credential in force has this id. */
  public static Optional<Attestation> holding(List<Attestation> all, String credentialId) {
    return find(
        all, a -> a.inForce().filter(one -> credentialId.equals(one.credentialId())).isPresent());
  }

  /** Returns the attestation that waits for a decision on the claim. */
  public static Optional<Attestation> open(List<Attestation> all, String claimId) {
    return find(all, a -> a.open() && a.isOf(claimId));
  }

  /**
   * Returns the attestation that the request decided or withdrew, unless it has been raised again
   * since and is not in force.
   */
  public static Optional<Attestation> decidedBy(List<Attestation> all, UUID attempt) {
    return findWithRenewed(all, a -> a.isBy(attempt));
  }

  /** Returns the attestation of a claim, in any state. */
  public static Optional<Attestation> ofClaim(List<Attestation> all, String claimId) {
    return findWithRenewed(all, a -> a.isOf(claimId));
  }

  private static Optional<Attestation> findWithRenewed(
      List<Attestation> all, Predicate<Attestation> wanted) {
    for (Attestation last : all) {
      for (Attestation one = last; one != null; one = one.renews()) {
        if (wanted.test(one)) {
          return Optional.of(one);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns an open attestation with the suspension under which its grant issues a credential: its
   * own while a credential of it is in force, else the highest in force of the policy's records in
   * the entity, so that a suspended holder gets no valid credential through other items.
   */
  public static Attestation underSuspension(List<Attestation> all, Attestation open) {
    if (open.inForce().filter(Attestation::holdsCredential).isPresent()) {
      return open;
    }
    Instant now = Instant.now();
    return Stream.concat(Stream.of(open), all.stream().filter(a -> hasSuspensionFor(a, open)))
        .flatMap(a -> CredentialStatus.suspension(a.status(), now).stream())
        .max(CredentialStatus.BY_RANK)
        .map(open::withStatus)
        .orElse(open);
  }

  /**
   * Whether a suspension of one attestation applies to the grant of the other. It does not if the
   * grant is for other items with other values than those for which the credential was suspended.
   */
  private static boolean hasSuspensionFor(Attestation one, Attestation open) {
    return mayShareValues(one, open)
        && CredentialStatus.kept(one.status()) != null
        && (open.claimId() == null
            || one.inForce()
                .filter(held -> held.isGrantedBefore(one.status().at()))
                .filter(held -> AttestedValues.isOfOtherItems(held, open))
                .isEmpty());
  }

  /** Whether both have one policy, and neither was raised for a property. */
  private static boolean mayShareValues(Attestation one, Attestation other) {
    return one.policy().equals(other.policy())
        && (one.property() == null || other.property() == null);
  }

  /**
   * Grants an attestation.
   *
   * @param attempt the id of the granting request, or null for an automated policy
   * @param credential the credential over the attested values, or null
   * @param due whether the credential is yet to be issued
   */
  public static List<Attestation> grant(
      List<Attestation> all,
      Attestation open,
      UUID attempt,
      String credential,
      String credentialId,
      boolean due) {
    return replaced(all, open.decided(Move.GRANT, attempt, credential, credentialId, due));
  }

  /**
   * Adds a grant after which the attestation still waits for the grants of other attestors.
   *
   * @param userId the attestor
   */
  public static List<Attestation> addGrant(
      List<Attestation> all, Attestation open, String userId, UUID attempt) {
    return replaced(all, open.with(new Grant(userId, attempt)));
  }

  /**
   * Raises the policy that follows on a grant, unless its attestation is open, the entity has all
   * the records that it may have of it, or nothing that it attests has a value. What was granted is
   * its additional input.
   */
  public static List<Attestation> raiseNext(
      List<Attestation> all, AttestationPolicy next, Attestation granted, ObjectNode body) {
    boolean possible =
        !isFull(all, next, null)
            && find(all, a -> isOfItems(a, next.name(), null) && a.open()).isEmpty();
    return possible && AttestedValues.hasSome(next, null, body)
        ? raisePolicy(all, next, null, granted.propertyData(), body, granted.raisedBy())
        : all;
  }

  /** Returns the granted attestation whose credential is due, as {@link Attestation#due}. */
  public static Optional<Attestation> due(List<Attestation> all, String osid) {
    return find(all, a -> a.osid().equals(osid)).flatMap(Attestation::due);
  }

  /**
   * Adds to an attestation the credential that was due.
   *
   * @param credential null if the attestation's policy no longer has a template
   */
  public static List<Attestation> sign(
      List<Attestation> all, Attestation due, String credential, String credentialId) {
    Attestation now = find(all, a -> a.osid().equals(due.osid())).orElseThrow();
    return replaced(all, now.signed(credential, credentialId));
  }

  /**
   * Revokes the credential in force. A revocation by a higher right than the owner's also withdraws
   * the open claims over the same values, because an attestor who does not know of it would grant
   * them again.
   */
  public static List<Attestation> revoke(
      List<Attestation> all, Attestation granted, CredentialStatus revocation) {
    List<Attestation> after =
        revocation.right() == StatusRight.OWNER ? all : withoutClaimsOver(all, granted);
    Attestation now = find(after, a -> a.osid().equals(granted.osid())).orElseThrow();
    return replaced(after, now.revoked(revocation));
  }

  private static List<Attestation> withoutClaimsOver(List<Attestation> all, Attestation granted) {
    Attestation held = granted.inForce().orElse(granted);
    return all.stream()
        .map(a -> a.open() && isOver(held, a) ? a.ended(Move.WITHDRAW, null) : a)
        .toList();
  }

  /** Whether an open claim renews the attestation in force, or may attest some of its values. */
  private static boolean isOver(Attestation held, Attestation open) {
    return held.osid().equals(open.osid())
        || (mayShareValues(held, open) && !AttestedValues.isOfOtherItems(held, open));
  }

  /** Suspends or reinstates the credential in force. */
  public static List<Attestation> change(
      List<Attestation> all, Attestation granted, CredentialStatus status) {
    return replaced(all, granted.withStatus(status));
  }

  public static List<Attestation> reject(List<Attestation> all, Attestation open, UUID attempt) {
    return replaced(all, open.decided(Move.REJECT, attempt, null, null, false));
  }

  /**
   * Moves an attestation back to DRAFT.
   *
   * @param attempt the id of the withdrawing request, or null
   */
  public static List<Attestation> withdraw(List<Attestation> all, Attestation open, UUID attempt) {
    return replaced(all, open.ended(Move.WITHDRAW, attempt));
  }

  /** Back to DRAFT, because nobody has decided it in time. */
  public static List<Attestation> expire(List<Attestation> all, Attestation open) {
    return replaced(all, open.ended(Move.EXPIRE, null));
  }

  /** Returns the attestations after the deletion of the entity: none is granted or open. */
  public static List<Attestation> afterDeletion(List<Attestation> all) {
    return all.stream().map(a -> a.ended(Move.DELETE, null)).toList();
  }

  /**
   * Returns the attestations after a change of the entity. An attestation of changed values becomes
   * DRAFT if it was raised by policy. If it was raised by property, it is removed unless its
   * credential is suspended. A renewal and the attestation that it renews may have different
   * values.
   */
  public static List<Attestation> afterChange(
      List<Attestation> all, PublishedType type, ObjectNode body) {
    CurrentValues now = new CurrentValues(body);
    List<Attestation> kept = new ArrayList<>();
    for (Attestation attestation : all) {
      boolean holds = stillHolds(attestation, type, now);
      Attestation renewing = attestation.renewing(stillGranted(attestation.renews(), type, now));
      Attestation after = holds ? renewing : renewing.ended(Move.CHANGE, null);
      boolean suspended = CredentialStatus.suspension(after.status(), Instant.now()).isPresent();
      if (holds || after.property() == null || after.renews() != null || suspended) {
        kept.add(after);
      }
    }
    return kept;
  }

  /**
   * Returns the renewed attestation, or the one that it renews itself if its values have changed;
   * null if the values of all have changed.
   */
  private static Attestation stillGranted(
      Attestation renewed, PublishedType type, CurrentValues now) {
    if (renewed == null) {
      return null;
    }
    Attestation former = stillGranted(renewed.renews(), type, now);
    return stillHolds(renewed, type, now) ? renewed.renewing(former) : former;
  }

  private static boolean stillHolds(
      Attestation attestation, PublishedType type, CurrentValues now) {
    return attestation.state() == State.DRAFT
        || AttestedValues.paths(attestation, type)
            .map(paths -> AttestedValues.areStill(attestation, paths, now))
            .orElse(true);
  }

  private static boolean isOfItems(
      Attestation attestation, String policy, JsonNode propertiesOSID) {
    return attestation.property() == null
        && attestation.policy().equals(policy)
        && AttestedValues.items(attestation.propertiesOSID())
            .equals(AttestedValues.items(propertiesOSID));
  }

  /**
   * Whether the entity has all the records that it may have of a policy, and none of these items.
   *
   * @param propertiesOSID null for everything that the policy attests
   */
  public static boolean isFull(
      List<Attestation> all, AttestationPolicy policy, JsonNode propertiesOSID) {
    return all.stream()
                .filter(a -> a.property() == null && a.policy().equals(policy.name()))
                .count()
            >= MOST_RECORDS
        && find(all, a -> isOfItems(a, policy.name(), propertiesOSID)).isEmpty();
  }

  private static FailureException full(AttestationPolicy policy) {
    return FailureException.conflict(
        "registry.attestation.full",
        "The entity has %d records of the policy '%s', which is the most; raise one of them again."
            .formatted(MOST_RECORDS, policy.name()));
  }

  /**
   * Fails if the attestors of another policy have a right to the credential of a property, which
   * they would lose to those of this one.
   */
  private static void requireNoOther(AttestationPolicy policy, Attestation former) {
    Attestation granted = former.inForce().orElse(former);
    boolean held =
        granted.holdsCredential()
            || former.holdsCredential()
            || CredentialStatus.suspension(former.status(), Instant.now()).isPresent();
    if (held && !granted.policy().equals(policy.name())) {
      throw FailureException.conflict(
          "registry.attestation.other-policy",
          ("A credential of the policy '%s' over this property is valid or suspended; send the"
                  + " policy '%s' by POST /api/v1/send, which has records of its own, or have that"
                  + " credential revoked first.")
              .formatted(granted.policy(), policy.name()));
    }
  }

  /**
   * Returns the attestation that a new claim renews: the last one that was granted, unless its
   * credential was revoked.
   */
  private static Attestation granted(Optional<Attestation> former) {
    return former
        .map(one -> one.state() == State.PUBLISHED ? one : one.renews())
        .filter(one -> !one.credentialRevoked())
        .orElse(null);
  }

  /**
   * Returns the status of a raised attestation: that of the credential which stays in force, or a
   * suspension that has not ended.
   */
  private static CredentialStatus status(Optional<Attestation> former) {
    CredentialStatus status = former.map(Attestation::status).orElse(null);
    return granted(former) != null
        ? status
        : CredentialStatus.suspension(status, Instant.now()).orElse(null);
  }

  /** Returns the state after a raise; the state before the first one is DRAFT. */
  private static State raised(Optional<Attestation> former) {
    return AttestationTransitions.require(
        former.map(Attestation::state).orElse(State.DRAFT),
        former.map(Attestation::claimId).orElse(null),
        Move.RAISE);
  }

  private static Optional<Attestation> find(List<Attestation> all, Predicate<Attestation> wanted) {
    return all.stream().filter(wanted).findFirst();
  }

  /**
   * Returns the list with an attestation, which replaces the one with the same osid or is appended.
   */
  private static List<Attestation> replaced(List<Attestation> all, Attestation by) {
    List<Attestation> after = new ArrayList<>(all);
    after.replaceAll(one -> one.osid().equals(by.osid()) ? by : one);
    if (!after.contains(by)) {
      after.add(by);
    }
    return List.copyOf(after);
  }

  private static String newId() {
    return Ids.next().toString();
  }
}
