package org.attestry.claims.inbox;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.claims.claim.Attestor;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.inbox.PgInbox.Candidate;
import org.attestry.claims.inbox.PgInbox.StoredAudience;
import org.attestry.contracts.Caller;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.runtime.fair.Budget;

/**
 * The caller of a list of claims.
 *
 * @param type the type in the path, the requester's or the attestor's
 * @param own the osids of the caller's own entities of the type
 * @param attestor the caller as an attestor of the type
 * @param audiences id to audience, for the audiences of the listed claims
 */
record ClaimViewer(
    Caller caller,
    String type,
    Set<String> own,
    Optional<Attestor> attestor,
    Map<Long, StoredAudience> audiences) {

  ClaimViewer(
      Caller caller,
      String type,
      Set<String> own,
      Optional<Attestor> attestor,
      List<StoredAudience> audiences) {
    this(
        caller,
        type,
        own,
        attestor,
        audiences.stream().collect(Collectors.toMap(StoredAudience::id, Function.identity())));
  }

  static ClaimViewer admin(Caller caller, String type, List<StoredAudience> audiences) {
    return new ClaimViewer(caller, type, Set.of(), Optional.empty(), audiences);
  }

  /** How a caller is related to a claim in a list. */
  enum Sight {
    /** The list does not show the claim. */
    HIDDEN,
    /** The list shows the claim; whether the caller may decide it was not evaluated. */
    SHOWN,
    /** The list shows the claim, which the caller may decide. */
    DECIDES
  }

  Sight sight(Candidate claim, Budget budget) {
    budget.spend();
    StoredAudience audience = audiences.get(claim.audienceId());
    if (audience == null) {
      return Sight.HIDDEN;
    }
    if (caller.admin() || (audience.entity().equals(type) && isOwn(claim))) {
      return Sight.SHOWN;
    }
    return mayDecide(audience(claim), claim.raisedBy(), budget) ? Sight.DECIDES : Sight.HIDDEN;
  }

  Audience audience(Candidate claim) {
    return audiences.get(claim.audienceId()).of(claim);
  }

  /**
   * Whether the caller sees the attested values.
   *
   * @param decided the audience in which the caller may decide the claim by {@link #sight}, or
   *     null; the condition is evaluated again only if the audience has changed since
   */
  boolean seesValues(Claim claim, Audience decided, Budget budget) {
    budget.spend();
    if (own.contains(claim.entityId()) || claim.isOwnedBy(caller)) {
      return true;
    }
    boolean decides =
        claim.status() == ClaimStatus.OPEN
            && (claim.audience().equals(decided)
                || mayDecide(claim.audience(), claim.raisedBy(), budget));
    return claim.showsValues(caller, decides);
  }

  private boolean mayDecide(Audience audience, String raisedBy, Budget budget) {
    return attestor.filter(one -> one.belongsTo(audience, raisedBy, budget)).isPresent();
  }

  private boolean isOwn(Candidate claim) {
    return own.contains(claim.entityId()) || caller.userId().equals(claim.raisedBy());
  }
}
