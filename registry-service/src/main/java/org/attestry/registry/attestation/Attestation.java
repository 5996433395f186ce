package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.attestation.AttestationTransitions.Move;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.StatusRight;
import org.attestry.runtime.json.Json;

/**
 * One attestation of an entity, as it was last raised. A property that a policy names and that has
 * no attestation counts as DRAFT.
 *
 * <p>An attestation that is granted and raised again is a renewal. What was granted stays in force
 * until the renewal is granted, whether the renewal is open, rejected, withdrawn or expired. A
 * grant whose credential is due is renewed too, and its credential is signed all the same.
 *
 * @param osid the record's id
 * @param policy the policy's name
 * @param property the property, when it was raised by property; null when it was raised by policy
 * @param claimId the claim under which it was last raised; null in state DRAFT, unless the claim
 *     expired
 * @param propertiesOSID property name to the osids that are attested, or null for all
 * @param paths alias to the path of its value in the entity, as the policy declared it at the
 *     raise; null if the paths were not stored
 * @param propertyData alias to value at the time of the raise; empty in state DRAFT
 * @param additionalInput the additional input of the requester, or null
 * @param requester the fields of the entity, beside the attested values, that the policy's
 *     condition read when it was granted; null if it is not granted, or if no later right depends
 *     on them
 * @param attestedData the credential issued on the grant as a JSON string; empty if it was revoked,
 *     null if there never was one
 * @param credentialId that credential's id; null if none is valid
 * @param credentialDue whether it is granted and that credential is yet to be signed
 * @param grantedAt when it was granted, in milliseconds; null if it is not granted, or was granted
 *     before these times were stored
 * @param validUntil when the credential of the grant ends, or was revoked; null for no end
 * @param raisedBy user id, or null
 * @param attempt the request that decided or withdrew it, or null
 * @param grants those that were given while further attestors had to grant
 * @param renews the granted attestation that this one renews; null for none. It is in force, unless
 *     its credential is due and it renews the one in force
 * @param status the last requested change of the status of the credential in force; null for none.
 *     A suspension stays when the attestation ends or is raised again. The status of {@code renews}
 *     is ignored
 */
public record Attestation(
    String osid,
    String policy,
    String property,
    State state,
    String claimId,
    JsonNode propertiesOSID,
    Map<String, FieldPath> paths,
    JsonNode propertyData,
    JsonNode additionalInput,
    JsonNode requester,
    String attestedData,
    String credentialId,
    boolean credentialDue,
    Instant createdAt,
    Instant grantedAt,
    Instant validUntil,
    String raisedBy,
    UUID attempt,
    List<Grant> grants,
    Attestation renews,
    CredentialStatus status) {

  /**
   * The grant of one of several attestors.
   *
   * @param by user id
   * @param attempt the request that granted
   */
  public record Grant(String by, UUID attempt) {}

  public Attestation {
    grants = grants == null ? List.of() : List.copyOf(grants);
  }

  /** The states of interface 6.2. */
  public enum State {
    DRAFT,
    ATTESTATION_REQUESTED,
    PUBLISHED,
    REJECTED
  }

  public boolean open() {
    return state == State.ATTESTATION_REQUESTED;
  }

  /** Returns the attestation that is in force: this one, one that it renews, or none. */
  public Optional<Attestation> inForce() {
    return renews != null
        ? renews.inForce()
        : Optional.of(this).filter(one -> one.state == State.PUBLISHED);
  }

  /**
   * Returns the granted attestation whose credential is due, with the status that the credential
   * takes over: this one, the one that it renews, or none.
   */
  public Optional<Attestation> due() {
    return credentialDue
        ? Optional.of(this)
        : Optional.ofNullable(renews).flatMap(Attestation::due).map(one -> one.withStatus(status));
  }

  /** Whether the attestation in force has no credential yet, because its first one is due. */
  public boolean isUnsigned() {
    return inForce().filter(Attestation::credentialDue).isPresent();
  }

  /** Returns the state that clients see: PUBLISHED while an attestation is in force. */
  public State shownState() {
    return inForce().map(Attestation::state).orElse(state);
  }

  /** Returns the claim that clients see: the last one, or that of the attestation in force. */
  public String shownClaimId() {
    return claimId == null && renews != null ? renews.claimId : claimId;
  }

  /** Whether the credential that its grant issued was revoked. */
  public boolean credentialRevoked() {
    return attestedData != null && attestedData.isEmpty();
  }

  /** Whether its grant issued, or will issue, a credential that was not revoked. */
  boolean holdsCredential() {
    return due().isPresent() || (attestedData != null && !attestedData.isEmpty());
  }

  /** Whether it was granted at that time already. */
  boolean isGrantedBefore(Instant time) {
    return grantedAt != null && !grantedAt.isAfter(time);
  }

  public boolean isOf(String claim) {
    return claim.equals(claimId);
  }

  /** Whether the request decided or withdrew it, or was one of its grants. */
  public boolean isBy(UUID decidingAttempt) {
    return decidingAttempt.equals(attempt)
        || grants.stream().anyMatch(grant -> decidingAttempt.equals(grant.attempt()));
  }

  public boolean isGrantedBy(String userId) {
    return grants.stream().anyMatch(grant -> grant.by().equals(userId));
  }

  /** Returns the attestation with a grant, which still waits for others. */
  Attestation with(Grant grant) {
    List<Grant> more = new ArrayList<>(grants);
    more.add(grant);
    return with(
        state,
        claimId,
        propertyData,
        additionalInput,
        attestedData,
        credentialId,
        credentialDue,
        grantedAt,
        validUntil,
        attempt,
        more,
        renews,
        status);
  }

  /**
   * Returns the attestation with the decision. If a grant is signed later, the attestation in force
   * stays so until then. A credential that is due by an earlier grant is no longer signed.
   *
   * @throws org.attestry.contracts.FailureException CONFLICT unless the attestation waits for a
   *     decision
   */
  Attestation decided(Move move, UUID by, String credential, String credentialId, boolean due) {
    return with(
        AttestationTransitions.require(state, claimId, move),
        claimId,
        propertyData,
        additionalInput,
        credential,
        credentialId,
        due,
        move == Move.GRANT ? now() : null,
        CredentialEnd.of(credential),
        by,
        grants,
        move == Move.GRANT ? renewedByGrant(due) : renews,
        move == Move.GRANT && !due ? CredentialStatus.kept(status) : status);
  }

  private Attestation renewedByGrant(boolean due) {
    if (!due) {
      return null;
    }
    return renews != null && renews.credentialDue ? renews.renews : renews;
  }

  /** Returns the attestation with the credential that was due, of this one or the renewed one. */
  Attestation signed(String credential, String credentialId) {
    if (!credentialDue) {
      return renewing(renews.signed(credential, credentialId))
          .withStatus(CredentialStatus.kept(status));
    }
    return with(
        state,
        claimId,
        propertyData,
        additionalInput,
        credential,
        credentialId,
        false,
        grantedAt,
        CredentialEnd.of(credential),
        attempt,
        grants,
        null,
        CredentialStatus.kept(status));
  }

  /**
   * Returns the attestation without values, input, credential and grants: after a withdrawal, a
   * change of a value, a deletion or its expiry. It keeps its claim only after its expiry. The
   * attestation that it renews stays in force unless the entity is deleted.
   */
  Attestation ended(Move move, UUID by) {
    return with(
            AttestationTransitions.require(state, claimId, move),
            move == Move.EXPIRE ? claimId : null,
            Json.object(),
            null,
            null,
            null,
            false,
            null,
            null,
            by,
            List.of(),
            move == Move.DELETE ? null : renews,
            renews == null ? CredentialStatus.kept(status) : status)
        .withRequester(null);
  }

  /**
   * Returns the attestation with its credential in force revoked. A granted renewal that is not
   * signed yet is revoked too.
   */
  Attestation revoked(CredentialStatus revocation) {
    return renews == null || credentialDue
        ? with(
            state,
            claimId,
            propertyData,
            additionalInput,
            "",
            null,
            false,
            grantedAt,
            revokedUntil(),
            attempt,
            grants,
            null,
            revocation)
        : renewing(renews.revoked(null)).withStatus(revocation);
  }

  /** Returns the attestation with another status of the credential in force. */
  Attestation withStatus(CredentialStatus changed) {
    return with(
        state,
        claimId,
        propertyData,
        additionalInput,
        attestedData,
        credentialId,
        credentialDue,
        grantedAt,
        validUntil,
        attempt,
        grants,
        renews,
        changed);
  }

  /**
   * Returns the attestation with the credential of its grant.
   *
   * @param credential empty if it is revoked
   * @param id null if it is revoked
   */
  public Attestation withCredential(String credential, String id) {
    return with(
        state,
        claimId,
        propertyData,
        additionalInput,
        credential,
        id,
        credentialDue,
        grantedAt,
        validUntil,
        attempt,
        grants,
        renews,
        status);
  }

  /**
   * Returns the attestation as it counts for the size of its entity: without what a rejection, and
   * a change of the status by others than its owner, write. No owner can prevent these by filling
   * the entity.
   */
  public Attestation counted() {
    boolean byOwner = status != null && status.right() == StatusRight.OWNER;
    return with(
        state,
        claimId,
        propertyData,
        additionalInput,
        credentialRevoked() ? null : attestedData,
        credentialId,
        false,
        grantedAt,
        null,
        null,
        grants,
        renews == null ? null : renews.counted(),
        byOwner ? status : null);
  }

  /** Returns now, or the earlier end that the credential had. */
  private Instant revokedUntil() {
    Instant now = now();
    return validUntil != null && validUntil.isBefore(now) ? validUntil : now;
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the attestation with the one that it renews, or with null. */
  Attestation renewing(Attestation inForce) {
    return with(
        state,
        claimId,
        propertyData,
        additionalInput,
        attestedData,
        credentialId,
        credentialDue,
        grantedAt,
        validUntil,
        attempt,
        grants,
        inForce,
        status);
  }

  /**
   * Returns the attestation with the fields of the entity that the condition of its policy reads,
   * or with null.
   */
  public Attestation withRequester(JsonNode fields) {
    return new Attestation(
        osid,
        policy,
        property,
        state,
        claimId,
        propertiesOSID,
        paths,
        propertyData,
        additionalInput,
        fields,
        attestedData,
        credentialId,
        credentialDue,
        createdAt,
        grantedAt,
        validUntil,
        raisedBy,
        attempt,
        grants,
        renews,
        status);
  }

  private Attestation with(
      State now,
      String claim,
      JsonNode data,
      JsonNode input,
      String credential,
      String credentialOf,
      boolean due,
      Instant granted,
      Instant until,
      UUID by,
      List<Grant> given,
      Attestation inForce,
      CredentialStatus changed) {
    return new Attestation(
        osid,
        policy,
        property,
        now,
        claim,
        propertiesOSID,
        paths,
        data,
        input,
        requester,
        credential,
        credentialOf,
        due,
        createdAt,
        granted,
        until,
        raisedBy,
        by,
        given,
        inForce,
        changed);
  }
}
