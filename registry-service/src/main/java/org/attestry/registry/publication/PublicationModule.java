package org.attestry.registry.publication;

import static org.attestry.contracts.registry.TypeOperations.CHECK_ENTITIES;
import static org.attestry.contracts.registry.TypeOperations.COUNT_ENTITIES;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_DELETION;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_TYPE;

import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.registry.Shared;
import org.attestry.registry.Stores;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.service.ServiceModule;

/** The types that schema-service publishes. */
public record PublicationModule(Shared shared, FactHandlers facts) implements ServiceModule {

  @Override
  public void bind(BusServer server) {
    Stores stores = shared.stores();
    TypeCatalogue types = shared.types();
    CountEntities count = new CountEntities(types, stores.entities());
    CheckEntities check =
        new CheckEntities(types, stores.entities(), stores.scan(), shared.resources().checking());
    server
        .bind(COUNT_ENTITIES, count::handle)
        .bind(CHECK_ENTITIES, check::handle)
        .bind(
            PREPARE_TYPE,
            (request, context) -> stores.types().prepare(request.type()).map(Done.DONE))
        .bind(PREPARE_DELETION, new PrepareDeletion(stores.types(), count)::handle)
        .bind(Fact.deliveryTo("registry"), facts::accept);
  }
}
