package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.condition.LookupKey;
import org.attestry.condition.PathValues;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.claims.ListClaimsRequest;
import org.attestry.contracts.claims.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.schema.Condition;

/** Where claims are kept. */
public interface ClaimStore {

  Future<Optional<Claim>> find(UUID id);

  /** Claim id to status, of those that there are. */
  Future<Map<String, ClaimStatus>> statuses(List<UUID> ids);

  /** The next open claims, in the order of their ids. */
  Future<List<OpenClaim>> open(UUID after, Instant createdBefore, int limit);

  /** Keeps an attempt until its claim is closed. */
  Future<Void> begin(DecisionAttempt attempt);

  /** An attempt that the registry has refused. */
  Future<Void> forget(UUID attempt);

  /** Claims in the order of their ids here; without those that are gone. */
  Future<List<Claim>> find(List<UUID> ids);

  /** The audiences of claims on entities of a type, and of those that its members decide. */
  Future<List<StoredAudience>> audiences(String type);

  /** Audience to the lengths of the keys that its claims are found by. */
  Future<Map<Long, Set<Integer>>> lengths(List<Long> audiences);

  /** Some of the claims that are selected, newest first. */
  Future<List<Candidate>> candidates(Selection selection, ClaimPosition from, int limit);

  /**
   * How many claims are selected.
   *
   * @param most as far as they are counted
   */
  Future<Count> count(Selection selection, ClaimPosition from, int most);

  /**
   * The open claims of an entity whose values are older than a version of it. One that is being
   * opened is marked, so that it is looked at again.
   */
  Future<List<UUID>> outdated(String osid, long version);

  /**
   * Gives an open claim the requester's values of a version of the entity; older ones than it has
   * change nothing.
   */
  Future<Void> refresh(UUID id, Audience audience, long version);

  /**
   * Notes that a claim is about to be opened, so that a withdrawal that comes meanwhile is seen.
   *
   * @param attempt an id of this attempt alone
   * @return false, with nothing noted, when the fact has been acted on
   */
  Future<Boolean> beginRaising(Fact fact, UUID attempt, UUID claimId, String osid);

  /**
   * Acts on a fact once: in one transaction, with the entity's other facts kept out until it is
   * done.
   *
   * @return whether the fact is new
   */
  Future<Boolean> once(Fact fact, String osid, Function<Writing, Future<Void>> work);

  /**
   * A policy as it stood when claims were raised under it.
   *
   * @param entity the requester's type
   * @param name the policy's
   */
  record StoredAudience(
      long id,
      String entity,
      String name,
      String attestorEntity,
      Condition condition,
      boolean selfAttestation) {

    boolean attestedBy(String type) {
      return attestorEntity.equals(type);
    }

    boolean isMeant(ListClaimsRequest request) {
      return (request.entity() == null || request.entity().equals(entity))
          && (request.attestationName() == null || request.attestationName().equals(name));
    }

    Audience of(Candidate claim) {
      return new Audience(
          attestorEntity, condition, selfAttestation, claim.requester(), claim.owners());
    }
  }

  /** What must be known of a claim to say who may see it. */
  record Candidate(
      UUID id,
      Instant createdAt,
      long audienceId,
      String entityId,
      String raisedBy,
      SortedMap<String, PathValues> requester,
      List<String> owners) {}

  /**
   * The claims of an audience under a key.
   *
   * @param exact whether the caller may decide each of them
   */
  record Lookup(long audienceId, LookupKey key, boolean exact) {}

  /** All claims of an audience, in the same way. */
  record Whole(long audienceId, boolean exact) {}

  /**
   * Where claims stand.
   *
   * @param lookups of an attestor
   * @param whole audiences of an attestor or admin
   * @param entities whose claims are wanted
   * @param raisedBy whose claims are wanted, or null
   * @param owned audiences that claims of {@code entities} and {@code raisedBy} are of
   * @param notOf whose own claims do not count as an attestor's, or null
   * @param exact whether claims of {@code entities} are all to be seen
   */
  record Selection(
      List<Lookup> lookups,
      List<Whole> whole,
      Set<String> entities,
      String raisedBy,
      List<Long> owned,
      List<ClaimStatus> statuses,
      String notOf,
      boolean exact) {}

  /**
   * How many claims there are.
   *
   * @param exact whether there are neither more nor fewer
   */
  record Count(long total, boolean exact) {}

  /**
   * A withdrawal of what a claim that was being opened is about.
   *
   * @param by user id, or null
   */
  record Withdrawal(String by) {}

  /**
   * How the registry has closed a claim.
   *
   * @param attempt the request that decided it, whose note becomes the claim's, or null
   * @param by user id, where the attempt is not known here, or null
   */
  record Closing(UUID claim, Decision decision, UUID attempt, String by, Instant at) {}

  /**
   * What came while a claim was being opened.
   *
   * @param version the newest version of the entity that is known of, or 0
   */
  record Meanwhile(Optional<Withdrawal> withdrawal, long version) {}

  /** What the work of {@link #once} may do; it asks no other service, for others wait for it. */
  interface Writing {

    /**
     * The attempt to open a claim ends with this transaction.
     *
     * @return what came since it began; fails UNAVAILABLE when it began so long ago that this is no
     *     longer known
     */
    Future<Meanwhile> endRaising(UUID attempt);

    /**
     * Stores a claim; one that is there already stays as it is.
     *
     * @param version the version of the entity that the requester's values are of
     */
    Future<Boolean> insert(Claim claim, long version);

    /**
     * Closes one claim, also one that is being opened. What an attempt has decided stays so; it
     * replaces a withdrawal without one that came before it.
     *
     * @return the claim as it is closed; empty when nothing changes
     */
    Future<Optional<Claim>> close(Closing closing);

    /**
     * Closes the entity's open claims as WITHDRAWN, also those that are being opened.
     *
     * @param only the one claim that is meant, or null for all of the entity
     * @return the claims that were open; none that are still being opened
     */
    Future<List<Claim>> withdraw(String entity, String entityId, UUID only, String by);

    Future<Void> publish(List<Fact> facts);
  }
}
