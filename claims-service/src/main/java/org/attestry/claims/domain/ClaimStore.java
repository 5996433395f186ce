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
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.claims.OpenClaimsPage.OpenClaim;

/** Where claims are kept. */
public interface ClaimStore {

  Future<Optional<Claim>> find(UUID id);

  /** Claim id to status, of those that there are. */
  Future<Map<String, ClaimStatus>> statuses(List<UUID> ids);

  /** The next open claims, in the order of their ids. */
  Future<List<OpenClaim>> open(UUID after, Instant createdBefore, int limit);

  /** Keeps an attempt until its claim is closed. */
  Future<Void> begin(Attempt attempt);

  /** An attempt that the registry has refused. */
  Future<Void> forget(UUID attempt);

  /**
   * The next audiences of an attestor type, by id.
   *
   * @param after the last id of the step before, 0 for the first
   */
  Future<SortedMap<Long, Audience>> audiences(String attestorEntity, long after, int limit);

  /** A page of the claims that are selected, newest first, and how many there are in all. */
  Future<Page> list(Selection selection, int limit, long offset);

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
   * Which claims are wanted.
   *
   * @param type the type in the path, the requester's or the attestor's
   * @param status null for both
   * @param audiences ids of the audiences that the caller belongs to
   * @param raisedBy the caller, whose own claims are wanted too
   * @param all whether all claims of the type are wanted
   */
  record Selection(
      String type, ClaimStatus status, Set<Long> audiences, String raisedBy, boolean all) {}

  /**
   * Some claims.
   *
   * @param total how many there are in all
   */
  record Page(List<Claim> claims, long total) {}

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

  /** What the work of {@link #once} may do; it asks no other service, for others wait for it. */
  interface Writing {

    /**
     * The attempt to open a claim ends with this transaction.
     *
     * @return the withdrawal that came since it began; fails UNAVAILABLE when it began so long ago
     *     that this is no longer known
     */
    Future<Optional<Withdrawal>> endRaising(UUID attempt);

    /** Stores a claim; one that is there already stays as it is. */
    Future<Boolean> insert(Claim claim);

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
