package org.attestry.registry.stored;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.bus.BusClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers committed facts to the services whose effect a client expects right after the change. A
 * fact that cannot be delivered now is consumed from Kafka later.
 */
public record FactNotifier(BusClient bus) {

  private static final Logger LOG = LoggerFactory.getLogger(FactNotifier.class);

  /** Short, because Kafka delivers the same facts. */
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private static final Map<String, List<String>> AWAITED =
      Map.ofEntries(
          Map.entry(RegistryFacts.ATTESTATION_RAISED.name(), List.of("claims")),
          Map.entry(RegistryFacts.GRANT_ADDED.name(), List.of("claims")),
          Map.entry(RegistryFacts.ATTESTATION_GRANTED.name(), List.of("claims")),
          Map.entry(RegistryFacts.ATTESTATION_REJECTED.name(), List.of("claims")),
          Map.entry(RegistryFacts.ATTESTATION_WITHDRAWN.name(), List.of("claims")),
          Map.entry(RegistryFacts.ATTESTATION_EXPIRED.name(), List.of("claims")),
          Map.entry(RegistryFacts.CREDENTIAL_WITHDRAWN.name(), List.of("credential")),
          Map.entry(RegistryFacts.CREDENTIAL_SUSPENDED.name(), List.of("credential")),
          Map.entry(RegistryFacts.CREDENTIAL_REINSTATED.name(), List.of("credential")),
          Map.entry(RegistryFacts.OWNERSHIP_ENDED.name(), List.of("credential")),
          Map.entry(RegistryFacts.ENTITY_DELETED.name(), List.of("claims", "credential", "file")));

  /** Always succeeds; failed deliveries are logged. */
  public Future<Void> notify(List<Fact> facts, CallContext context) {
    return Future.join(deliver(facts, context)).otherwiseEmpty().mapEmpty();
  }

  /** Fails if one of the services does not confirm its fact. */
  public Future<Void> notifyOrFail(List<Fact> facts, CallContext context) {
    return Future.all(deliver(facts, context)).mapEmpty();
  }

  private List<Future<Done>> deliver(List<Fact> facts, CallContext context) {
    List<Future<Done>> deliveries = new ArrayList<>();
    for (Fact fact : facts) {
      for (String service : AWAITED.getOrDefault(fact.type(), List.of())) {
        deliveries.add(
            bus.request(Fact.deliveryTo(service).within(TIMEOUT), fact, context)
                .onFailure(cause -> logLate(service, fact, context, cause)));
      }
    }
    return deliveries;
  }

  private static void logLate(String service, Fact fact, CallContext context, Throwable cause) {
    LOG.atWarn()
        .addKeyValue("fact", fact.id())
        .addKeyValue("type", fact.type())
        .addKeyValue("to", service)
        .addKeyValue("requestId", context.requestId())
        .addKeyValue("reason", cause.getMessage())
        .log("a fact goes through Kafka alone");
  }
}
