package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations.FindOwnCredentialsRequest;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.registry.catalogue.TypeCatalogue;

/** Finds the caller's own records that have a credential, or are to get one. */
public record FindOwnCredentials(TypeCatalogue types, PgOwnCredentials own) {

  public Future<OwnCredentials> handle(FindOwnCredentialsRequest request, CallContext context) {
    String userId = context.caller().userId();
    return !context.caller().known()
        ? Future.succeededFuture(new OwnCredentials(List.of()))
        : types
            .require(request.type())
            .compose(type -> own.of(userId, type, request.policy(), context.deadline()))
            .map(OwnCredentials::new);
  }
}
