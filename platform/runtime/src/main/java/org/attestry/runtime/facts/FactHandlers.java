package org.attestry.runtime.facts;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.runtime.json.Json;

/**
 * What a service does about facts: the one table behind both ways on which they come, {@link
 * FactConsumer} from Kafka and {@link Fact#deliveryTo} over the bus.
 */
public final class FactHandlers {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Map<String, FactHandler<Fact>> byType = new HashMap<>();
  private final Set<String> topics = new HashSet<>();

  /** Acts on facts of a type. */
  public <T> FactHandlers on(FactType<T> type, FactHandler<T> handler) {
    topics.add(type.topic());
    byType.put(
        type.name(),
        (fact, data, context) ->
            handler.handle(fact, Json.read(fact.data(), type.data()), context));
    return this;
  }

  /** The topics that the handled facts come from. */
  public Set<String> topics() {
    return Set.copyOf(topics);
  }

  /** A fact from Kafka; one of a type that nothing is done about is passed over. */
  Future<Void> handle(Fact fact) {
    return handle(
        fact,
        new CallContext(
            Caller.NOBODY, fact.id().toString(), Deadline.in(PATIENCE), fact.traceparent()));
  }

  /**
   * A fact handed over the bus, in the form that {@link org.attestry.runtime.bus.BusServer} binds.
   */
  public Future<Done> accept(Fact fact, CallContext context) {
    return handle(fact, context.asNobody()).map(Done.DONE);
  }

  private Future<Void> handle(Fact fact, CallContext context) {
    FactHandler<Fact> handler = byType.get(fact.type());
    if (handler == null) {
      return Future.succeededFuture();
    }
    try {
      return handler.handle(fact, fact, context);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }
}
