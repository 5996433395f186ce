package org.attestry.credential.offer;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * Checks by a request to the registry that an offer is still valid: the record has exactly this
 * credential, and the owners for whom the offer was made.
 */
public record OfferStanding(OfferedCredentials credentials) {

  public Future<Boolean> stands(Offer offer, CallContext context) {
    Issued issued =
        new Issued(offer.entityType(), offer.entityId(), offer.credentialId(), offer.digest());
    return credentials
        .owners(issued, context.asNobody())
        .map(now -> now.held() && OfferedCredentials.hash(now.owners()).equals(offer.ownersHash()));
  }
}
