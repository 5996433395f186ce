package org.attestry.gateway;

import static org.attestry.contracts.registry.RegistryOperations.COUNT_ENTITIES;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.registry.CountEntitiesRequest;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.management.Health;

/** Whether the services without which the gateway is of no use answer. */
final class ServiceChecks {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final BusClient bus;
  private volatile String known;

  ServiceChecks(BusClient bus) {
    this.bus = bus;
  }

  void register(Health health) {
    health.check("schema", new Remembered(this::findsTypes));
    health.check("registry", new Remembered(this::countsEntities));
  }

  /** Asks only for what is new, because the types of a big registry are megabytes. */
  private Future<Boolean> findsTypes() {
    return bus.request(FIND_TYPES, new FindTypesRequest(known), context())
        .onSuccess(found -> known = found.fingerprint())
        .map(answered -> true)
        .otherwise(cause -> false);
  }

  private Future<Boolean> countsEntities() {
    return bus.request(COUNT_ENTITIES, new CountEntitiesRequest(List.of()), context())
        .map(answered -> true)
        .otherwise(cause -> false);
  }

  private static CallContext context() {
    String id = "health-" + UUID.randomUUID();
    return new CallContext(Caller.NOBODY, id, Deadline.in(TIMEOUT), null);
  }

  /** Asks at most once a second, however often it is asked. */
  private static final class Remembered implements Supplier<Future<Boolean>> {
    private final Supplier<Future<Boolean>> question;
    private Future<Boolean> last;
    private long asked;

    Remembered(Supplier<Future<Boolean>> question) {
      this.question = question;
    }

    @Override
    public synchronized Future<Boolean> get() {
      if (last == null || System.nanoTime() - asked > FRESH_NANOS) {
        asked = System.nanoTime();
        last = question.get();
      }
      return last;
    }
  }
}
