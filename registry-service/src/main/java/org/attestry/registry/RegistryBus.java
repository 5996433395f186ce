package org.attestry.registry;

import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;
import static org.attestry.contracts.registry.AttestationOperations.DECIDE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.FIND_CALLER_RECORDS;
import static org.attestry.contracts.registry.AttestationOperations.FIND_HELD_CREDENTIALS;
import static org.attestry.contracts.registry.AttestationOperations.FIND_RAISED_CLAIMS;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.READ_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.READ_ATTESTED_DATA;
import static org.attestry.contracts.registry.AttestationOperations.READ_CREDENTIAL_OWNERS;
import static org.attestry.contracts.registry.AttestationOperations.READ_OFFERED_CREDENTIAL;
import static org.attestry.contracts.registry.AttestationOperations.SETTLE_CLAIM;
import static org.attestry.contracts.registry.BulkOperations.EXPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT_ERRORS;
import static org.attestry.contracts.registry.BulkOperations.READ_REVOCATION;
import static org.attestry.contracts.registry.BulkOperations.REVOKE_CREDENTIALS;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_OWNERS;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REINSTATE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;
import static org.attestry.contracts.registry.TypeOperations.CHANGE_INDEX;
import static org.attestry.contracts.registry.TypeOperations.CHECK_ENTITIES;
import static org.attestry.contracts.registry.TypeOperations.COUNT_ENTITIES;
import static org.attestry.contracts.registry.TypeOperations.DROP_INDEX;
import static org.attestry.contracts.registry.TypeOperations.LIST_INDEXES;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_DELETION;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_TYPE;

import org.attestry.condition.CallerRecords;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.Attestors;
import org.attestry.registry.claim.CurrentAttestors;
import org.attestry.registry.claim.DecidableClaims;
import org.attestry.registry.claim.DecideAttestation;
import org.attestry.registry.claim.FindCallerRecords;
import org.attestry.registry.claim.FindRaisedClaims;
import org.attestry.registry.claim.RaiseAttestation;
import org.attestry.registry.claim.ReadAttestation;
import org.attestry.registry.claim.SettleClaim;
import org.attestry.registry.credential.ChangeCredentialStatus;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.credential.FindHeldCredentials;
import org.attestry.registry.entity.AddProperty;
import org.attestry.registry.entity.AuthorizeCaller;
import org.attestry.registry.entity.ChangeOwners;
import org.attestry.registry.entity.ChangeProperty;
import org.attestry.registry.entity.ContentReplacement;
import org.attestry.registry.entity.CreateEntity;
import org.attestry.registry.entity.DeleteEntity;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.entity.InviteEntity;
import org.attestry.registry.entity.ListEntities;
import org.attestry.registry.entity.NewEntities;
import org.attestry.registry.entity.ReadAttestedData;
import org.attestry.registry.entity.ReadHistory;
import org.attestry.registry.entity.ReadOfferedCredential;
import org.attestry.registry.entity.ReplaceEntity;
import org.attestry.registry.entity.SearchEntities;
import org.attestry.registry.entity.VisibleEntities;
import org.attestry.registry.imports.ExportEntities;
import org.attestry.registry.imports.ImportEntities;
import org.attestry.registry.imports.ReadImport;
import org.attestry.registry.imports.StartImport;
import org.attestry.registry.index.ManageIndexes;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.ImportedOwners;
import org.attestry.registry.owners.OwnerAccounts;
import org.attestry.registry.publication.CheckEntities;
import org.attestry.registry.publication.CountEntities;
import org.attestry.registry.publication.PrepareDeletion;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.revoke.RevokeCredentials;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.work.FairQueue;
import org.attestry.runtime.work.Workers;

/**
 * Binds each operation of the service to its use case.
 *
 * @param validation checks large entities, and evaluates conditions that take long
 * @param values in which the values of large entities wait to be checked
 * @param bulk reads rows of imports and writes exports
 * @param checking checks all entities of a type
 * @param callerRecords bounds the own records of attestors
 * @param page the maximum number of entities or import errors in one reply
 */
record RegistryBus(
    Stores stores,
    TypeCatalogue types,
    SearchQueries queries,
    EntityChanges changes,
    EntityCredentials credentials,
    EntityOwners owners,
    ImportedOwners importedOwners,
    FactNotifier notifier,
    Workers validation,
    FairQueue values,
    Workers bulk,
    Workers checking,
    CallerRecords callerRecords,
    int page,
    String adminRole) {

  public void bind(BusServer server, FactHandlers facts) {
    FindCallerRecords records = new FindCallerRecords(types, stores.scan(), callerRecords);
    Attestors attestors = new Attestors(types, records, adminRole, validation);
    bindWrites(server, attestors);
    bindReads(server, new DecidableClaims(attestors));
    bindAttestations(server, records, attestors);
    bindBulk(server);
    bindTypes(server);
    server.bind(Fact.deliveryTo("registry"), facts::accept);
  }

  private void bindWrites(BusServer server, Attestors attestors) {
    EntityChecks checks = new EntityChecks(validation, values);
    KeyedRequests requests = new KeyedRequests("registry", stores.requests());
    NewEntities entities = new NewEntities(stores.entities(), owners, credentials);
    ChangeCredentialStatus status =
        new ChangeCredentialStatus(types, requests, changes, notifier, attestors::require);
    ContentReplacement content = new ContentReplacement(checks, credentials, stores.memory());
    OwnerAccounts accounts = new OwnerAccounts(owners.directory(), stores.accountNotes(), owners);
    server
        .bind(CREATE_ENTITY, new CreateEntity(types, requests, checks, entities)::handle)
        .bind(INVITE_ENTITY, new InviteEntity(types, requests, checks, entities)::handle)
        .bind(REPLACE_ENTITY, new ReplaceEntity(types, changes, content, accounts)::handle)
        .bind(ADD_PROPERTY, new AddProperty(types, requests, changes, content, accounts)::handle)
        .bind(CHANGE_PROPERTY, new ChangeProperty(types, changes, content, accounts)::handle)
        .bind(
            CHANGE_OWNERS,
            new ChangeOwners(types, changes, content, accounts, owners.most())::handle)
        .bind(DELETE_ENTITY, new DeleteEntity(types, changes)::handle)
        .bind(
            RAISE_ATTESTATION, new RaiseAttestation(types, requests, changes, credentials)::handle)
        .bind(REVOKE_CREDENTIAL, status::handle)
        .bind(SUSPEND_CREDENTIAL, status::handle)
        .bind(REINSTATE_CREDENTIAL, status::handle);
  }

  private void bindReads(BusServer server, DecidableClaims claims) {
    VisibleEntities visible =
        new VisibleEntities(
            types, stores.entities(), current(), claims, stores.dueCredentials(), stores.memory());
    ReadAttestedData attested = new ReadAttestedData(visible);
    server
        .bind(READ_ENTITY, visible::handle)
        .bind(READ_ATTESTED_DATA, attested::handle)
        .bind(READ_OFFERED_CREDENTIAL, new ReadOfferedCredential(visible, attested)::handle)
        .bind(
            LIST_ENTITIES,
            new ListEntities(types, stores.search(), queries, stores.memory())::handle)
        .bind(
            SEARCH_ENTITIES,
            new SearchEntities(
                    types,
                    stores.entities(),
                    stores.search(),
                    queries,
                    current(),
                    claims,
                    stores.memory())
                ::handle)
        .bind(READ_HISTORY, new ReadHistory(types, stores.entities(), queries)::handle)
        .bind(AUTHORIZE_CALLER, new AuthorizeCaller(visible, claims)::handle);
  }

  private void bindAttestations(BusServer server, FindCallerRecords records, Attestors attestors) {
    SettleClaim settle = new SettleClaim(types, stores.entities(), notifier);
    FindHeldCredentials held = new FindHeldCredentials(types, stores.entities());
    server
        .bind(FIND_CALLER_RECORDS, records::handle)
        .bind(FIND_RAISED_CLAIMS, new FindRaisedClaims(stores.raisedClaims())::handle)
        .bind(READ_ATTESTATION, new ReadAttestation(types, stores.entities(), changes)::handle)
        .bind(
            DECIDE_ATTESTATION,
            new DecideAttestation(types, changes, credentials, attestors, settle)::handle)
        .bind(SETTLE_CLAIM, settle::handle)
        .bind(FIND_HELD_CREDENTIALS, held::handle)
        .bind(READ_CREDENTIAL_OWNERS, held::handle);
  }

  /**
   * Binds imports, exports, revocations by a filter, and their reads. Rows are checked on separate
   * threads, so that large rows delay no request.
   */
  private void bindBulk(BusServer server) {
    ContentReplacement content =
        new ContentReplacement(new EntityChecks(bulk, values), credentials, stores.memory());
    RevokeCredentials revoke = new RevokeCredentials(types, stores.revocations(), queries, changes);
    ReadImport readImport = new ReadImport(types, stores.imports(), page);
    server
        .bind(START_IMPORT, new StartImport(types, stores.imports())::handle)
        .bind(
            IMPORT_ENTITIES,
            new ImportEntities(
                    types,
                    stores.imports(),
                    stores.entities(),
                    content,
                    credentials,
                    importedOwners,
                    notifier,
                    bulk,
                    stores.memory())
                ::handle)
        .bind(REVOKE_CREDENTIALS, revoke::handle)
        .bind(READ_REVOCATION, revoke::handle)
        .bind(READ_IMPORT, readImport::handle)
        .bind(READ_IMPORT_ERRORS, readImport::handle)
        .bind(
            EXPORT_ENTITIES,
            new ExportEntities(
                    types, stores.entities(), stores.scan(), queries, current(), bulk, page)
                ::handle);
  }

  private CurrentAttestors current() {
    return new CurrentAttestors(types, stores.entities());
  }

  private void bindTypes(BusServer server) {
    CountEntities count = new CountEntities(types, stores.entities());
    ManageIndexes indexes = new ManageIndexes(stores.learnedIndexes());
    server
        .bind(COUNT_ENTITIES, count::handle)
        .bind(
            CHECK_ENTITIES,
            new CheckEntities(types, stores.entities(), stores.scan(), checking)::handle)
        .bind(
            PREPARE_TYPE,
            (request, context) -> stores.types().prepare(request.type()).map(Done.DONE))
        .bind(PREPARE_DELETION, new PrepareDeletion(stores.types(), count)::handle)
        .bind(LIST_INDEXES, indexes::handle)
        .bind(CHANGE_INDEX, indexes::handle)
        .bind(DROP_INDEX, indexes::handle);
  }
}
