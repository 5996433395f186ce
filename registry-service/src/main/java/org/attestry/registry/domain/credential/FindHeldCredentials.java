package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.registry.domain.stored.EntityFacts;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.work.AsyncLoop;

/** Finds which of some credentials are still held by an entity. */
public record FindHeldCredentials(TypeCatalogue types, EntityStore store) {

  public Future<HeldCredentials> handle(FindHeldCredentialsRequest request, CallContext context) {
    if (request.issued().size() > FindHeldCredentialsRequest.MOST) {
      String message =
          "Name up to %d credentials at once.".formatted(FindHeldCredentialsRequest.MOST);
      throw Failure.invalid("registry.credentials.many", "/issued", "maxItems", message)
          .exception();
    }
    Set<String> held = new HashSet<>();
    return AsyncLoop.each(
            request.issued(),
            one ->
                store
                    .findActive(types, one.type(), one.osid())
                    .onSuccess(
                        entity -> {
                          if (EntityFacts.credentialIds(entity).contains(one.credentialId())) {
                            held.add(one.credentialId());
                          }
                        }))
        .map(all -> new HeldCredentials(held));
  }
}
