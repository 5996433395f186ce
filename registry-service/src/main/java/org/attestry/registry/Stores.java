package org.attestry.registry;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import org.attestry.registry.adoption.PgAdoptions;
import org.attestry.registry.catalogue.PgTypeStore;
import org.attestry.registry.claim.PgOwnCredentials;
import org.attestry.registry.claim.PgRaisedClaims;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.imports.PgImportStore;
import org.attestry.registry.index.PgPartitions;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.owners.PgAccountNotes;
import org.attestry.registry.owners.PgProvisionStore;
import org.attestry.registry.revoke.PgRevocationStore;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.search.PgEntitySearch;
import org.attestry.registry.stored.AfterWrites;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.registry.stored.StoreLimits;
import org.attestry.runtime.idempotency.RequestTable;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;

/** The classes with the SQL of the service. */
public record Stores(
    PgTypeStore types,
    PgEntityStore entities,
    PgEntitySearch search,
    PgEntityScan scan,
    PgImportStore imports,
    PgAdoptions adoptions,
    PgRevocationStore revocations,
    RequestTable requests,
    PgProvisionStore provisions,
    PgAccountNotes accountNotes,
    PgDueCredentials dueCredentials,
    PgRaisedClaims raisedClaims,
    PgOwnCredentials ownCredentials,
    EntityMemory memory) {

  /**
   * @param after the callbacks that are run after writes
   */
  static Stores open(
      Vertx vertx,
      Database database,
      Outbox outbox,
      AfterWrites after,
      StoreLimits limits,
      MeterRegistry meters) {
    PgSearchQueue connections = new PgSearchQueue(vertx, database, meters);
    PgEntityScan scan = new PgEntityScan(database, connections);
    return new Stores(
        new PgTypeStore(database, new PgPartitions(vertx, database), scan),
        new PgEntityStore(vertx, database, connections, outbox, after, limits),
        new PgEntitySearch(database, connections, limits),
        scan,
        new PgImportStore(database, outbox, after, limits),
        new PgAdoptions(database),
        new PgRevocationStore(database, connections),
        new RequestTable(database),
        new PgProvisionStore(database),
        new PgAccountNotes(database),
        new PgDueCredentials(database),
        new PgRaisedClaims(database),
        new PgOwnCredentials(connections),
        connections.memory());
  }
}
