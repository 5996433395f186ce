package org.attestry.gateway;

import static org.attestry.contracts.claims.ClaimsOperations.READ_CLAIM;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.registry.TypeOperations.COUNT_ENTITIES;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.management.RememberedCheck;

/** Health checks: whether the services that the gateway requires reply to requests. */
final class ServiceChecks {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final BusClient bus;
  private volatile String known;

  ServiceChecks(Vertx vertx, BusClient bus) {
    this.vertx = vertx;
    this.bus = bus;
  }

  void register(Health health) {
    health.check("schema", RememberedCheck.every(FRESH, vertx, this::findsTypes));
    health.check("registry", RememberedCheck.every(FRESH, vertx, this::countsEntities));
    new MemberChecks(vertx, health)
        .uses("claims", READ_CLAIM)
        .uses("credential", VERIFY_CREDENTIAL);
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
}
