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
import org.attestry.contracts.Fact.ReadFactRequest;
import org.attestry.contracts.FactType;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.outbox.Facts;

/**
 * The handlers of a service by type of fact, for facts from Kafka ({@link FactConsumer}) and over
 * the bus ({@link Fact#deliveryTo}). If a fact arrives without its data, the data is read from the
 * service that published the fact.
 */
public final class FactHandlers {

  /** The deadline of one attempt to handle a fact from Kafka. */
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final BusClient bus;
  private final Duration deadline;
  private final Map<String, FactHandler<Fact>> byType = new HashMap<>();
  private final Set<String> topics = new HashSet<>();

  /**
   * @param bus reads the data of facts that arrive without data
   */
  public FactHandlers(BusClient bus) {
    this(bus, DEADLINE);
  }

  FactHandlers(BusClient bus, Duration deadline) {
    this.bus = bus;
    this.deadline = deadline;
  }

  /** Sets the handler of a type of fact. */
  public <T> FactHandlers on(FactType<T> type, FactHandler<T> handler) {
    topics.add(type.topic());
    byType.put(
        type.name(),
        (given, same, context) ->
            whole(type, given, context)
                .compose(fact -> handler.handle(fact, Facts.data(fact, type), context)));
    return this;
  }

  /** Returns the topics of the handled facts. */
  public Set<String> topics() {
    return Set.copyOf(topics);
  }

  Duration deadline() {
    return deadline;
  }

  boolean handles(String type) {
    return byType.containsKey(type);
  }

  /** Handles a fact from Kafka; types without a handler are ignored. */
  Future<Void> handle(Fact fact) {
    return handle(
        fact,
        new CallContext(
                Caller.NOBODY, fact.id().toString(), Deadline.in(deadline), fact.traceparent())
            .actingOn(fact.id()));
  }

  /**
   * Handles a fact that was delivered over the bus; to be bound to a {@link
   * org.attestry.runtime.bus.BusServer}.
   */
  public Future<Done> accept(Fact fact, CallContext context) {
    return handle(fact, context.actingOn(fact.id())).map(Done.DONE);
  }

  private Future<Void> handle(Fact fact, CallContext context) {
    FactHandler<Fact> handler = byType.get(fact.type());
    if (handler == null) {
      return Future.succeededFuture();
    }
    try {
      return handler.handle(fact, fact, context);
    } catch (RuntimeException | StackOverflowError e) {
      return Future.failedFuture(e);
    }
  }

  private Future<Fact> whole(FactType<?> type, Fact fact, CallContext context) {
    return fact.data() != null
        ? Future.succeededFuture(fact)
        : bus.request(Fact.readingFrom(type.service()), new ReadFactRequest(fact.id()), context);
  }
}
