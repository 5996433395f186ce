package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.registry.domain.stored.EntityFacts;
import org.attestry.registry.domain.stored.EntityIds;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.work.AsyncLoop;

/** Finds which of some credentials are still held by an entity. */
public record FindHeldCredentials(TypeCatalogue types, EntityStore store) {

  public Future<HeldCredentials> handle(FindHeldCredentialsRequest request, CallContext context) {
    if (request.issued().size() > FindHeldCredentialsRequest.MOST) {
      String message = "Ask for up to %d at once.".formatted(FindHeldCredentialsRequest.MOST);
      throw Failure.invalid("registry.credentials.many", "/issued", "maxItems", message)
          .exception();
    }
    Set<String> held = new HashSet<>();
    return AsyncLoop.each(request.issued(), one -> find(one).map(entity -> add(one, entity, held)))
        .map(all -> new HeldCredentials(held));
  }

  private Future<StoredEntity> find(Issued one) {
    return types
        .find(one.type())
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture()
                    : store.find(type, EntityIds.parse(one.osid())));
  }

  private static Void add(Issued one, StoredEntity entity, Set<String> held) {
    if (entity != null
        && !entity.deleted()
        && EntityFacts.credentialIds(entity).contains(one.credentialId())) {
      held.add(one.credentialId());
    }
    return null;
  }
}
