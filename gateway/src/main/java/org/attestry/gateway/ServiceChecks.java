package org.attestry.gateway;

import static org.attestry.contracts.registry.TypeOperations.COUNT_ENTITIES;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.management.Health;

/** Health checks: whether the services that the gateway requires reply to requests. */
final class ServiceChecks {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final BusClient bus;
  private volatile String known;

  ServiceChecks(BusClient bus) {
    this.bus = bus;
  }

  void register(Health health) {
    health.check("schema", new Remembered(this::findsTypes, System::nanoTime));
    health.check("registry", new Remembered(this::countsEntities, System::nanoTime));
  }

  /**
   * Sends the last fingerprint, so that unchanged types, megabytes in a large registry, are not
   * returned again.
   */
  private Future<Boolean> findsTypes() {
    return bus.request(FIND_TYPES, new FindTypesRequest(known), context())
        .onSuccess(found -> known = found.fingerprint())
        .map(replied -> true)
        .otherwise(cause -> false);
  }

  private Future<Boolean> countsEntities() {
    return bus.request(COUNT_ENTITIES, new CountEntitiesRequest(List.of()), context())
        .map(replied -> true)
        .otherwise(cause -> false);
  }

  private static CallContext context() {
    String id = "health-" + UUID.randomUUID();
    return new CallContext(Caller.NOBODY, id, Deadline.in(TIMEOUT), null);
  }

  /** Checks at most once a second and shares the result. */
  static final class Remembered implements Supplier<Future<Boolean>> {
    private final Supplier<Future<Boolean>> check;
    private final LongSupplier nanoTime;
    private Future<Boolean> last;
    private long checkedAt;

    Remembered(Supplier<Future<Boolean>> check, LongSupplier nanoTime) {
      this.check = check;
      this.nanoTime = nanoTime;
    }

    @Override
    public synchronized Future<Boolean> get() {
      long now = nanoTime.getAsLong();
      if (last == null || now - checkedAt > FRESH_NANOS) {
        checkedAt = now;
        last = check.get();
      }
      return last;
    }
  }
}
