package org.attestry.credential.offer;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * Whether what was offered is still so, as the registry has it now: the record has this very
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
