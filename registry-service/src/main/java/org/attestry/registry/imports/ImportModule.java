package org.attestry.registry.imports;

import static org.attestry.contracts.registry.BulkOperations.EXPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT_ERRORS;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;

import org.attestry.registry.Shared;
import org.attestry.registry.Stores;
import org.attestry.registry.adoption.AdoptEntities;
import org.attestry.registry.adoption.BusFormerCredentials;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.CurrentAttestors;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.entity.ContentReplacement;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.ImportedOwners;
import org.attestry.registry.rows.ExportEntities;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.service.ServiceModule;

/**
 * Imports and exports. Rows are checked on separate threads, so that large rows delay no request.
 */
public record ImportModule(Shared shared, EntityCredentials credentials, EntityOwners owners)
    implements ServiceModule {

  @Override
  public void bind(BusServer server) {
    Stores stores = shared.stores();
    TypeCatalogue types = shared.types();
    Workers bulk = shared.resources().bulk();
    int page = shared.config().limits().page();
    EntityChecks checks = new EntityChecks(bulk, shared.values());
    ImportEntities importEntities =
        new ImportEntities(
            types,
            stores.imports(),
            stores.entities(),
            new ContentReplacement(checks, credentials, stores.memory()),
            credentials,
            new ImportedOwners(owners, shared.config().identity().importRate()),
            shared.notifier(),
            bulk,
            stores.memory(),
            new AdoptRows(
                stores.imports(),
                new AdoptEntities(
                    stores.adoptions(),
                    stores.entities(),
                    new BusFormerCredentials(shared.client()),
                    stores.imports().outbox(),
                    bulk),
                shared.notifier(),
                bulk));
    ReadImport read = new ReadImport(types, stores.imports(), page);
    ExportEntities export =
        new ExportEntities(
            types,
            stores.entities(),
            stores.scan(),
            shared.queries(),
            new CurrentAttestors(types, stores.entities()),
            bulk,
            page);
    server
        .bind(
            START_IMPORT,
            new StartImport(types, stores.imports(), shared.config().adoption().isOn())::handle)
        .bind(IMPORT_ENTITIES, importEntities::handle)
        .bind(READ_IMPORT, read::readImport)
        .bind(READ_IMPORT_ERRORS, read::readImportErrors)
        .bind(EXPORT_ENTITIES, export::handle);
  }
}
