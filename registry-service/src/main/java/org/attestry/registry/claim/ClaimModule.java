package org.attestry.registry.claim;

import static org.attestry.contracts.registry.AttestationOperations.DECIDE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.FIND_CALLER_RECORDS;
import static org.attestry.contracts.registry.AttestationOperations.FIND_OWN_CREDENTIALS;
import static org.attestry.contracts.registry.AttestationOperations.FIND_RAISED_CLAIMS;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.READ_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.SETTLE_CLAIM;

import org.attestry.condition.CallerRecords;
import org.attestry.registry.Shared;
import org.attestry.registry.Stores;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.service.ServiceModule;

/** Attestations: raising and deciding them, and their claims. */
public record ClaimModule(Shared shared, EntityCredentials credentials, Attestors attestors)
    implements ServiceModule {

  /** Creates what decides who may attest. */
  public static Attestors attestors(Shared shared) {
    Workers validation = shared.resources().validation();
    CallerRecords records =
        new CallerRecords(
            shared.vertx(),
            "registry-compared-records",
            Runtime.getRuntime().maxMemory(),
            validation,
            shared.meters());
    return new Attestors(
        shared.types(),
        shared.stores().scan(),
        records,
        shared.config().identity().adminRole(),
        validation);
  }

  @Override
  public void bind(BusServer server) {
    Stores stores = shared.stores();
    TypeCatalogue types = shared.types();
    SettleClaim settle = new SettleClaim(types, stores.entities(), shared.notifier());
    RaiseAttestation raise =
        new RaiseAttestation(types, shared.requests(), shared.changes(), credentials);
    ReadAttestation read = new ReadAttestation(types, stores.entities(), shared.changes());
    DecideAttestation decide =
        new DecideAttestation(types, shared.changes(), credentials, attestors, settle);
    server
        .bind(RAISE_ATTESTATION, raise::handle)
        .bind(FIND_CALLER_RECORDS, attestors::findCallerRecords)
        .bind(FIND_OWN_CREDENTIALS, new FindOwnCredentials(types, stores.ownCredentials())::handle)
        .bind(FIND_RAISED_CLAIMS, new FindRaisedClaims(stores.raisedClaims())::handle)
        .bind(READ_ATTESTATION, read::handle)
        .bind(DECIDE_ATTESTATION, decide::handle)
        .bind(SETTLE_CLAIM, settle::handle);
  }
}
