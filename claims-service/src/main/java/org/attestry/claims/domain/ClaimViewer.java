package org.attestry.claims.domain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.claims.domain.ClaimInbox.Candidate;
import org.attestry.claims.domain.ClaimInbox.StoredAudience;
import org.attestry.contracts.Caller;

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

  boolean sees(Candidate claim) {
    StoredAudience audience = audiences.get(claim.audienceId());
    return audience != null
        && (caller.admin()
            || (audience.entity().equals(type) && isOwn(claim))
            || mayDecide(audience.of(claim), claim.raisedBy()));
  }

  boolean seesValues(Claim claim) {
    return own.contains(claim.entityId())
        || claim.showsValues(caller, mayDecide(claim.audience(), claim.raisedBy()));
  }

  private boolean mayDecide(Audience audience, String raisedBy) {
    return attestor.filter(one -> one.belongsTo(audience, raisedBy)).isPresent();
  }

  private boolean isOwn(Candidate claim) {
    return own.contains(claim.entityId()) || caller.userId().equals(claim.raisedBy());
  }
}
