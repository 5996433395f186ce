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

/** Stores claims. */
public interface ClaimStore {

  Future<Optional<Claim>> find(UUID id);

  /** Returns claim id to status for the claims that exist. */
  Future<Map<String, ClaimStatus>> statuses(List<UUID> ids);

  /** Returns the next open claims, in the order of their ids. */
  Future<List<OpenClaim>> open(UUID after, Instant createdBefore, int limit);

  /** Stores an attempt until its claim is closed. */
  Future<Void> begin(DecisionAttempt attempt);

  /** Deletes an attempt that the registry has refused. */
  Future<Void> forget(UUID attempt);

  /**
   * Adds a note to an open claim; a note with the same id is added only once.
   *
   * @return the note as stored; fails NOT_FOUND if there is no such claim, CONFLICT if it is closed
   *     or has the most notes that are possible
   */
  Future<ClaimNote> addNote(UUID claim, ClaimNote note);

  /**
   * Finds claims, in the order of the given ids; claims that do not exist are left out.
   *
   * @param mostBytes the most bytes of attested values, additional input and notes of all claims
   *     together; claims beyond the limit are left out, except the first claim
   */
  Future<List<Claim>> find(List<UUID> ids, int mostBytes);

  /**
   * Finds the open claims of an entity whose values are older than a version of the entity. A claim
   * that is being opened is marked instead, so that its values are read again before it is stored.
   */
  Future<List<UUID>> outdated(String osid, long version);

  /**
   * Updates an open claim with the requester's values from a version of the entity, and with the
   * policy from a revision of the type. A version or a policy older than the claim's changes
   * nothing.
   *
   * @return whether the claim is at least as new as the arguments; false if the claim has a newer
   *     policy but older values
   */
  Future<Boolean> refresh(UUID id, Audience audience, AsOf asOf);

  /** Stores the policies of a published type. */
  Future<Void> publish(EntityType type);

  /**
   * Returns the next open claims whose policies a newer revision of their type has changed, oldest
   * first.
   *
   * @param after the last claim of the previous page, or null
   */
  Future<List<OpenClaim>> superseded(UUID after, int limit);

  /**
   * Records that a claim is about to be opened, so that a withdrawal that arrives before the claim
   * is open is detected.
   *
   * @param attempt a unique id of this attempt
   * @return false, with nothing recorded, if the fact has been handled already
   */
  Future<Boolean> beginRaising(Fact fact, UUID attempt, UUID claimId, String osid);

  /**
   * Handles a fact once, in one transaction, which excludes the handling of other facts of the same
   * entity until it ends.
   *
   * @return whether the fact is new
   */
  Future<Boolean> once(Fact fact, String osid, Function<Transaction, Future<Void>> work);

  /**
   * Runs work that no fact caused, in one transaction, which excludes the handling of facts of the
   * same entity until it ends.
   */
  Future<Void> inTransaction(String osid, Function<Transaction, Future<Void>> work);

  /**
   * The versions from which a claim's values and policy were read.
   *
   * @param version the version of the requester's entity
   * @param revision the revision of the entity's type
   */
  record AsOf(long version, long revision) {

    static AsOf of(AttestationView attestation) {
      return new AsOf(attestation.version(), attestation.revision());
    }
  }

  /**
   * The withdrawal of an attestation while its claim was being opened.
   *
   * @param by user id, or null
   */
  record Withdrawal(String by) {}

  /**
   * The closing of a claim, as decided by the registry.
   *
   * @param attempt the attempt that decided the claim, whose note is added to the claim, or null
   * @param by user id, used if the attempt is not stored here, or null
   */
  record Closing(UUID claim, Decision decision, UUID attempt, String by, Instant at) {}

  /**
   * The changes of the entity while a claim was being opened.
   *
   * @param version the newest version of which a fact has arrived, or 0
   */
  record ConcurrentChanges(Optional<Withdrawal> withdrawal, long version) {}

  /**
   * The operations within the transaction of {@link #once}. The work must not send requests to
   * other services, because the transaction holds locks.
   */
  interface Transaction {

    /**
     * Ends the attempt to open a claim, with this transaction.
     *
     * @return the changes since the attempt began; fails UNAVAILABLE if the attempt began so long
     *     ago that its record was deleted
     */
    Future<ConcurrentChanges> endRaising(UUID attempt);

    /** Stores a claim, unless there is a claim with its id. */
    Future<Boolean> insert(Claim claim, AsOf asOf);

    /**
     * Closes a claim, even if it is still being opened. A decision with an attempt is final, and
     * replaces an earlier closing without an attempt.
     *
     * @return the closed claim; empty if nothing changes
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
     * @param only the only claim to close, or null for all claims of the entity
     * @return the claims that were open, without those that are still being opened
     */
    Future<List<Claim>> withdraw(String entity, String entityId, UUID only, String by);

    Future<Void> publish(List<Fact> facts);
  }
}
