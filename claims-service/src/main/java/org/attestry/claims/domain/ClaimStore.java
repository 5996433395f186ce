package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.schema.EntityType;

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

  /**
   * Adds a note to an open claim; one of the same id only once.
   *
   * @return the note as stored; fails NOT_FOUND without the claim, CONFLICT when it is closed or
   *     has as many notes as it may have
   */
  Future<ClaimNote> addNote(UUID claim, ClaimNote note);

  /**
   * Claims in the order of their ids here; without those that are gone.
   *
   * @param mostBytes of attested values, input and notes together; those beyond it are left out,
   *     but not the first
   */
  Future<List<Claim>> find(List<UUID> ids, int mostBytes);

  /**
   * The open claims of an entity whose values are older than a version of it. One that is being
   * opened is marked, so that it is refreshed when it is open.
   */
  Future<List<UUID>> outdated(String osid, long version);

  /**
   * Gives an open claim the requester's values of a version of the entity, under the policy of a
   * revision of the type. A version or a policy older than the claim's changes nothing.
   *
   * @return whether the claim is as new as the arguments; false where it has a newer policy, and
   *     values that are older
   */
  Future<Boolean> refresh(UUID id, Audience audience, AsOf asOf);

  /** Keeps the policies of a published type. */
  Future<Void> publish(EntityType type);

  /**
   * The next open claims under policies that a newer revision of their type has changed, oldest
   * first.
   *
   * @param after the last claim of the page before, or null
   */
  Future<List<OpenClaim>> superseded(UUID after, int limit);

  /**
   * Records that a claim is about to be opened, so that a withdrawal that comes before it is open
   * is seen.
   *
   * @param attempt an id of this attempt alone
   * @return false, with nothing recorded, when the fact has been acted on
   */
  Future<Boolean> beginRaising(Fact fact, UUID attempt, UUID claimId, String osid);

  /**
   * Acts on a fact once: in one transaction, with the entity's other facts kept out until it is
   * done.
   *
   * @return whether the fact is new
   */
  Future<Boolean> once(Fact fact, String osid, Function<Transaction, Future<Void>> work);

  /**
   * What a claim's values and policy were read from.
   *
   * @param version of the requester's entity
   * @param revision of its type
   */
  record AsOf(long version, long revision) {

    static AsOf of(AttestationView attestation) {
      return new AsOf(attestation.version(), attestation.revision());
    }
  }

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
   * What happened to the entity while a claim was being opened.
   *
   * @param version the newest version of the entity that is known of, or 0
   */
  record ConcurrentChanges(Optional<Withdrawal> withdrawal, long version) {}

  /** What the work of {@link #once} may do: no requests to other services, for it holds locks. */
  interface Transaction {

    /**
     * The attempt to open a claim ends with this transaction.
     *
     * @return what came since it began; fails UNAVAILABLE when it began so long ago that this is no
     *     longer known
     */
    Future<ConcurrentChanges> endRaising(UUID attempt);

    /** Stores a claim, unless there is one of its id. */
    Future<Boolean> insert(Claim claim, AsOf asOf);

    /**
     * Closes one claim, also one that is still being opened. A decision with an attempt is final,
     * and replaces an earlier withdrawal without one.
     *
     * @return the closed claim; empty when nothing changes
     */
    Future<Optional<Claim>> close(Closing closing);

    /**
     * Adds a grant to a claim, with the token and the note of the attempt that granted, as far as
     * the attempt is known.
     */
    Future<Void> addGrant(UUID claim, UUID attempt, ClaimGrant grant);

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
