package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.attestry.registry.catalogue.PgTypeStore;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.BusClaims;
import org.attestry.registry.claim.ExpireClaims;
import org.attestry.registry.claim.ReconcileClaims;
import org.attestry.registry.credential.CredentialModule;
import org.attestry.registry.credential.SignDue;
import org.attestry.registry.events.CredentialSigning;
import org.attestry.registry.events.IndexBuilding;
import org.attestry.registry.owners.RepairOwnership;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.async.PollPause;
import org.attestry.runtime.service.Shutdown;

/**
 * The periodic work that no request triggers: reading types that other replicas changed, building
 * indexes, repairing ownership, deleting old requests and imports, comparing claims, and signing
 * due credentials.
 */
final class BackgroundJobs {

  private static final Duration READ_TYPES_EVERY = Duration.ofMillis(500);
  private static final Duration READ_IDLE_TYPES_EVERY = Duration.ofSeconds(5);
  private static final Duration REPAIR_EVERY = Duration.ofSeconds(2);
  private static final Duration FORGET_REQUESTS_EVERY = Duration.ofMinutes(10);
  private static final Duration EXPIRE_CLAIMS_EVERY = Duration.ofMinutes(1);
  private static final Duration FORGET_IMPORTS_EVERY = Duration.ofHours(1);

  private static final String TYPES_CHANGED = "registry.typesChanged";

  private final Vertx vertx;
  private final TypeCatalogue types;
  private final PgTypeStore store;
  private final IndexBuilding indexing;
  private final CredentialSigning signing;
  private final SignDue due;
  private final PeriodicJob comparingClaims;
  private final List<PeriodicJob> jobs;
  private MessageConsumer<String> consumer;
  private long typesRead;

  BackgroundJobs(Shared shared) {
    Resources resources = shared.resources();
    Stores stores = shared.stores();
    RegistryLimits limits = shared.config().limits();
    this.vertx = shared.vertx();
    this.types = shared.types();
    this.store = stores.types();
    this.indexing = resources.indexing();
    this.signing = resources.signing();
    this.due = CredentialModule.signDue(shared);
    ReconcileClaims claims =
        new ReconcileClaims(
            types,
            stores.entities(),
            stores.scan(),
            shared.changes(),
            shared.notifier(),
            new BusClaims(shared.client()));
    ExpireClaims expiry = new ExpireClaims(types, stores.scan(), shared.changes());
    RepairOwnership ownership =
        new RepairOwnership(
            resources.directory(),
            stores.provisions(),
            stores.accountNotes(),
            types,
            stores.entities());
    Duration compared = limits.claimsCompared();
    this.comparingClaims =
        new PeriodicJob(
            vertx, "compare claims", compared, () -> claims.run(Instant.now().minus(compared)));
    this.jobs = jobs(stores, ownership, expiry, compared, limits.importsKept());
  }

  private List<PeriodicJob> jobs(
      Stores stores,
      RepairOwnership ownership,
      ExpireClaims expiry,
      Duration compared,
      Duration importsKept) {
    return List.of(
        PeriodicJob.polling(
            vertx,
            "read changed types",
            new PollPause(READ_TYPES_EVERY, READ_IDLE_TYPES_EVERY),
            this::readTypes),
        new PeriodicJob(vertx, "repair ownership", REPAIR_EVERY, ownership::repair),
        new PeriodicJob(
            vertx,
            "expire claims",
            shorter(compared, EXPIRE_CLAIMS_EVERY),
            () -> expiry.run(Instant.now())),
        new PeriodicJob(
            vertx, "delete old requests", FORGET_REQUESTS_EVERY, stores.requests()::deleteOld),
        new PeriodicJob(
            vertx,
            "delete old imports",
            FORGET_IMPORTS_EVERY,
            () -> forget(stores, Instant.now().minus(importsKept))));
  }

  private static Future<Void> forget(Stores stores, Instant before) {
    return stores
        .imports()
        .forgetBefore(before)
        .compose(done -> stores.revocations().forgetBefore(before));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Makes all replicas read the changed types at once; a replica that misses the message reads them
   * on its next timer.
   */
  void notifyOfTypes() {
    vertx.eventBus().publish(TYPES_CHANGED, "");
  }

  /**
   * Returns whether types changed. A failure counts as a change, and is not reported here: the
   * requests that need the types report it.
   */
  private Future<Boolean> readTypes() {
    return types
        .refresh()
        .map(
            done -> {
              boolean changed = types.revision() != typesRead;
              typesRead = types.revision();
              return changed;
            })
        .otherwise(true);
  }

  void start() {
    consumer = vertx.eventBus().consumer(TYPES_CHANGED, message -> types.refresh());
    indexing.start(store);
    signing.start(due);
    comparingClaims.startSoon();
    jobs.forEach(PeriodicJob::start);
  }

  Future<Void> close() {
    Shutdown shutdown =
        new Shutdown()
            .then(comparingClaims::close)
            .then(consumer::unregister)
            .then(indexing::close)
            .then(signing::close);
    jobs.forEach(job -> shutdown.then(job::close));
    return shutdown.run();
  }
}
