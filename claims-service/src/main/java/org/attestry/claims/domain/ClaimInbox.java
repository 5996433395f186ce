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
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.schema.Condition;

/** Finds and counts the claims that a caller may see. */
public interface ClaimInbox {

  /**
   * Returns the audiences of claims about entities of a type, and of claims that members of the
   * type decide.
   */
  Future<List<StoredAudience>> audiences(String type);

  /**
   * Returns, for each audience, the lengths of the texts in the keys by which its claims are found.
   */
  Future<Map<Long, Set<Integer>>> lengths(List<Long> audiences);

  /** Returns some of the selected claims, newest first; at least one if any is left. */
  Future<Candidates> candidates(Selection selection, ClaimPosition from, int limit);

  /**
   * Counts the selected claims.
   *
   * @param most the number at which counting stops
   */
  Future<Count> count(Selection selection, ClaimPosition from, int most);

  /**
   * A version of a policy under which claims were raised.
   *
   * @param entity the requester's type
   * @param name the policy's name
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

  /**
   * The data of a claim by which the access to it is decided.
   *
   * @param decision null for an open claim
   */
  record Candidate(
      UUID id,
      Instant createdAt,
      long audienceId,
      String entityId,
      String raisedBy,
      SortedMap<String, PathValues> requester,
      List<String> owners,
      Decision decision) {}

  /**
   * @param more whether others follow, because of the limit or of the size of these
   */
  record Candidates(List<Candidate> claims, boolean more) {}

  /**
   * Selects the claims of an audience with a lookup key.
   *
   * @param exact whether the caller may decide each of these claims
   */
  record Lookup(long audienceId, LookupKey key, boolean exact) {}

  /** Selects all claims of an audience, with {@code exact} as in {@link Lookup}. */
  record Whole(long audienceId, boolean exact) {}

  /**
   * The index ranges in which the claims of a list are.
   *
   * @param lookups the lookups of an attestor
   * @param whole the audiences of an attestor or admin of which all claims are selected
   * @param entities the entities whose claims are selected
   * @param raisedBy the user whose raised claims are selected, or null
   * @param owned the audiences to which the claims of {@code entities} and {@code raisedBy} are
   *     restricted
   * @param notOf the user whose own claims are not counted among those that the user may decide as
   *     an attestor, or null
   * @param exact whether the caller sees all claims of {@code entities}
   * @param decision only claims that were closed in this way; null for any. No index has it: the
   *     candidates have other claims, too, and counts do not
   */
  record Selection(
      List<Lookup> lookups,
      List<Whole> whole,
      Set<String> entities,
      String raisedBy,
      List<Long> owned,
      List<ClaimStatus> statuses,
      String notOf,
      boolean exact,
      Decision decision) {

    boolean isMeant(Candidate claim) {
      return decision == null || decision == claim.decision();
    }
  }

  /**
   * The number of claims.
   *
   * @param exact whether the number is exact; otherwise there may be more or fewer
   */
  record Count(long total, boolean exact) {}
}
