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
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;

/**
 * Gives a request about a type one effect. The work commits its reply together with its effect
 * ({@link org.attestry.registry.domain.stored.TransactionalStep.ReplyStored}).
 */
public record IdempotentRequests(TypeCatalogue types, KeyedRequests requests) {

  /**
   * Does the work, or replies as the same request was replied to before. A caller who may not make
   * the request is refused before a key is held for it.
   *
   * @param type the name of the type that the request is about
   * @param allow throws for a caller who may not make the request
   * @return fails as {@link KeyedRequests#once}
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
