package org.attestry.registry.domain.idempotency;

import io.vertx.core.Future;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Operation;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/**
 * Requests about a published type that may come under an {@code Idempotency-Key}: whoever may not
 * make one is told so, and no key is held for it.
 */
public record TypeRequests(TypeCatalogue types, IdempotentRequests requests) {

  /**
   * The answer of the work, or the one that the same request had before.
   *
   * @param type its name
   * @param allow throws for a caller who may not ask for this
   */
  public <Q, R> Future<R> once(
      Operation<Q, R> operation,
      String type,
      Q request,
      CallContext context,
      BiConsumer<TypeConfig, Caller> allow,
      BiFunction<PublishedType, RequestAttempt, Future<R>> work) {
    return types
        .require(type)
        .compose(
            published -> {
              allow.accept(published.config(), context.caller());
              return requests.once(
                  operation, request, context, attempt -> work.apply(published, attempt));
            });
  }
}
