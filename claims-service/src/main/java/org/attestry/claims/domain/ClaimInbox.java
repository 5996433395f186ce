package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import org.attestry.condition.LookupKey;
import org.attestry.condition.PathValues;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.schema.Condition;

/** Finds and counts the claims that a caller may see. */
public interface ClaimInbox {

  /** The audiences of claims on entities of a type, and of those that its members decide. */
  Future<List<StoredAudience>> audiences(String type);

  /** Audience to the lengths of the keys that its claims are found by. */
  Future<Map<Long, Set<Integer>>> lengths(List<Long> audiences);

  /** Some of the selected claims, newest first; at least one while any is left. */
  Future<Candidates> candidates(Selection selection, ClaimPosition from, int limit);

  /**
   * How many claims are selected.
   *
   * @param most as far as they are counted
   */
  Future<Count> count(Selection selection, ClaimPosition from, int most);

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

  /** The facts of a claim by which the access to it is decided. */
  record Candidate(
      UUID id,
      Instant createdAt,
      long audienceId,
      String entityId,
      String raisedBy,
      SortedMap<String, PathValues> requester,
      List<String> owners) {}

  /**
   * @param more whether others follow, because of the limit or of the bytes of these
   */
  record Candidates(List<Candidate> claims, boolean more) {}

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
}
