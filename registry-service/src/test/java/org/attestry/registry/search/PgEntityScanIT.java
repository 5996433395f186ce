package org.attestry.registry.search;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.registry.search.PgEntityScan.OpenAttestation;
import org.attestry.registry.search.PgEntityScan.Page;
import org.attestry.registry.search.PgEntityScan.WaitingPage;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;

/** Scans of large entities: a page of them must not fill the memory. */
class PgEntityScanIT {

  private static final int LIMIT = 100;
  private static final Caller ANNA = Callers.user("anna");
  private static final String LARGE = "{\"name\": \"%s\"}".formatted("X".repeat(200_000));

  @Test
  void pagesEndAtAMegabyteAndMissNothing() {
    try (RunningRegistry registry = RunningRegistry.start()) {
      TestType large = TestType.named("Large").policy("identity", null, "$.name");
      registry.publish(large);
      List<UUID> ids = new ArrayList<>();
      List<String> claims = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        EntityReceipt entity = registry.create("Large", LARGE, ANNA);
        ids.add(UUID.fromString(entity.osid()));
        claims.add(raise(registry, entity));
      }
      Database database = Database.open(registry.vertx, registry.config.postgres());
      PgEntityScan scan =
          new PgEntityScan(
              database, new PgSearchQueue(registry.vertx, database, new SimpleMeterRegistry()));
      PublishedType type = new PublishedType(large.build(), 1);

      assertEquals(
          List.of(ids.subList(0, 2), ids.subList(2, 4), ids.subList(4, 6)), all(scan, type));
      assertEquals(
          List.of(claims.subList(0, 2), claims.subList(2, 4), claims.subList(4, 6)),
          allWaiting(scan, type));
      await(database.close());
    }
  }

  private static String raise(RunningRegistry registry, EntityReceipt entity) {
    RaiseAttestationRequest request =
        new RaiseAttestationRequest("Large", entity.osid(), "identity", null, null);
    return registry.request(AttestationOperations.RAISE_ATTESTATION, request, ANNA).claimId();
  }

  /** The ids of each page. */
  private static List<List<UUID>> all(PgEntityScan scan, PublishedType type) {
    List<List<UUID>> pages = new ArrayList<>();
    UUID after = null;
    do {
      Page page = await(scan.next(type, after, LIMIT));
      pages.add(page.entities().stream().map(entity -> entity.id()).toList());
      after = page.more() ? pages.getLast().getLast() : null;
    } while (after != null);
    return pages;
  }

  /** The claims of each page. */
  private static List<List<String>> allWaiting(PgEntityScan scan, PublishedType type) {
    List<List<String>> pages = new ArrayList<>();
    UUID after = null;
    do {
      WaitingPage page = await(scan.waiting(type, after, LIMIT));
      pages.add(page.attestations().stream().map(OpenAttestation::claimId).toList());
      after = page.more() ? page.attestations().getLast().id() : null;
    } while (after != null);
    return pages;
  }
}
