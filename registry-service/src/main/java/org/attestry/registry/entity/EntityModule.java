package org.attestry.registry.entity;

import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;
import static org.attestry.contracts.registry.AttestationOperations.READ_ATTESTED_DATA;
import static org.attestry.contracts.registry.AttestationOperations.READ_OFFERED_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_OWNERS;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;

import org.attestry.registry.Shared;
import org.attestry.registry.Stores;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.Attestors;
import org.attestry.registry.claim.CurrentAttestors;
import org.attestry.registry.claim.DecidableClaims;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.OwnerAccounts;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.service.ServiceModule;

/** Entities: creating, changing, reading and searching them. */
public record EntityModule(
    Shared shared, EntityCredentials credentials, EntityOwners owners, Attestors attestors)
    implements ServiceModule {

  @Override
  public void bind(BusServer server) {
    bindWrites(server);
    bindReads(server);
  }

  private void bindWrites(BusServer server) {
    Stores stores = shared.stores();
    TypeCatalogue types = shared.types();
    KeyedRequests requests = shared.requests();
    EntityChanges changes = shared.changes();
    EntityChecks checks = new EntityChecks(shared.resources().validation(), shared.values());
    NewEntities entities =
        new NewEntities(types, requests, checks, stores.entities(), owners, credentials);
    ContentReplacement content = new ContentReplacement(checks, credentials, stores.memory());
    OwnerAccounts accounts = new OwnerAccounts(owners.directory(), stores.accountNotes(), owners);
    server
        .bind(CREATE_ENTITY, entities::createEntity)
        .bind(INVITE_ENTITY, entities::inviteEntity)
        .bind(REPLACE_ENTITY, new ReplaceEntity(types, changes, content, accounts)::handle)
        .bind(ADD_PROPERTY, new AddProperty(types, requests, changes, content, accounts)::handle)
        .bind(CHANGE_PROPERTY, new ChangeProperty(types, changes, content, accounts)::handle)
        .bind(
            CHANGE_OWNERS,
            new ChangeOwners(types, changes, content, accounts, owners.most())::handle)
        .bind(DELETE_ENTITY, new DeleteEntity(types, changes)::handle);
  }

  private void bindReads(BusServer server) {
    Stores stores = shared.stores();
    TypeCatalogue types = shared.types();
    SearchQueries queries = shared.queries();
    EntityMemory memory = stores.memory();
    CurrentAttestors current = new CurrentAttestors(types, stores.entities());
    DecidableClaims claims = new DecidableClaims(attestors);
    VisibleEntities visible =
        new VisibleEntities(
            types, stores.entities(), current, claims, stores.dueCredentials(), memory);
    ReadAttestedData attested = new ReadAttestedData(visible);
    SearchEntities search =
        new SearchEntities(
            types, stores.entities(), stores.search(), queries, current, claims, memory);
    server
        .bind(READ_ENTITY, visible::readEntity)
        .bind(READ_ATTESTED_DATA, attested::handle)
        .bind(READ_OFFERED_CREDENTIAL, new ReadOfferedCredential(visible, attested)::handle)
        .bind(LIST_ENTITIES, new ListEntities(types, stores.search(), queries, memory)::handle)
        .bind(SEARCH_ENTITIES, search::handle)
        .bind(READ_HISTORY, new ReadHistory(types, stores.entities(), queries)::handle)
        .bind(AUTHORIZE_CALLER, new AuthorizeCaller(visible, claims)::handle);
  }
}
