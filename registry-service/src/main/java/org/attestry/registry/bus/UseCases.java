package org.attestry.registry.bus;

import org.attestry.registry.domain.AddProperty;
import org.attestry.registry.domain.AttestationSigning;
import org.attestry.registry.domain.AttestorCheck;
import org.attestry.registry.domain.AuthorizeCaller;
import org.attestry.registry.domain.ChangeProperty;
import org.attestry.registry.domain.CheckEntities;
import org.attestry.registry.domain.ContentReplacement;
import org.attestry.registry.domain.CountEntities;
import org.attestry.registry.domain.CreateEntity;
import org.attestry.registry.domain.DecideAttestation;
import org.attestry.registry.domain.DeleteEntity;
import org.attestry.registry.domain.EntityChanges;
import org.attestry.registry.domain.EntityChecks;
import org.attestry.registry.domain.EntityCredentials;
import org.attestry.registry.domain.EntitySearch;
import org.attestry.registry.domain.EntityStore;
import org.attestry.registry.domain.ExportEntities;
import org.attestry.registry.domain.FactNotifier;
import org.attestry.registry.domain.FindCallerRecords;
import org.attestry.registry.domain.FindHeldCredentials;
import org.attestry.registry.domain.ImportEntities;
import org.attestry.registry.domain.InviteEntity;
import org.attestry.registry.domain.ListEntities;
import org.attestry.registry.domain.NewEntities;
import org.attestry.registry.domain.PrepareDeletion;
import org.attestry.registry.domain.PrepareType;
import org.attestry.registry.domain.RaiseAttestation;
import org.attestry.registry.domain.ReadAttestation;
import org.attestry.registry.domain.ReadAttestedData;
import org.attestry.registry.domain.ReadEntity;
import org.attestry.registry.domain.ReadHistory;
import org.attestry.registry.domain.ReadImport;
import org.attestry.registry.domain.ReadImportErrors;
import org.attestry.registry.domain.ReplaceEntity;
import org.attestry.registry.domain.RevokeCredential;
import org.attestry.registry.domain.SearchEntities;
import org.attestry.registry.domain.StartImport;
import org.attestry.registry.domain.Stores;
import org.attestry.registry.domain.TypeRequests;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.search.SearchQueries;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.work.Workers;

/** The use cases of the service, one for each operation. */
public record UseCases(
    CreateEntity createEntity,
    InviteEntity inviteEntity,
    ReadEntity readEntity,
    ReadHistory readHistory,
    ListEntities listEntities,
    SearchEntities searchEntities,
    ReplaceEntity replaceEntity,
    DeleteEntity deleteEntity,
    AddProperty addProperty,
    ChangeProperty changeProperty,
    RaiseAttestation raiseAttestation,
    RevokeCredential revokeCredential,
    AuthorizeCaller authorizeCaller,
    FindCallerRecords findCallerRecords,
    ReadAttestation readAttestation,
    ReadAttestedData readAttestedData,
    DecideAttestation decideAttestation,
    FindHeldCredentials findHeldCredentials,
    CountEntities countEntities,
    CheckEntities checkEntities,
    PrepareType prepareType,
    PrepareDeletion prepareDeletion,
    StartImport startImport,
    ImportEntities importEntities,
    ReadImport readImport,
    ReadImportErrors readImportErrors,
    ExportEntities exportEntities) {

  /** How entities are written. */
  public record Writing(
      NewEntities entities,
      EntityChanges changes,
      ContentReplacement content,
      EntityCredentials credentials,
      AttestationSigning attestations,
      IdempotentRequests requests,
      FactNotifier announcements) {}

  /**
   * What takes long.
   *
   * @param checks on the workers, too, so that big rows keep no request from being checked
   * @param workers beside the event loop
   * @param page how many rows one answer has at the most
   */
  public record Bulk(CheckEntities checkEntities, EntityChecks checks, Workers workers, int page) {}

  /**
   * All of them, over what they share.
   *
   * @param adminRole the admin role's name
   */
  public static UseCases over(
      TypeCatalogue types,
      Stores stores,
      SearchQueries queries,
      Writing writing,
      Bulk bulk,
      String adminRole) {
    EntityStore store = stores.entities();
    EntitySearch search = stores.search();
    EntityChanges changes = writing.changes();
    ContentReplacement content = writing.content();
    TypeRequests requests = new TypeRequests(types, writing.requests());
    CountEntities countEntities = new CountEntities(types, store);
    FindCallerRecords callerRecords = new FindCallerRecords(types, stores.export());
    ReadImport readImport = new ReadImport(types, stores.imports());
    return new UseCases(
        new CreateEntity(writing.entities(), requests),
        new InviteEntity(writing.entities(), requests),
        new ReadEntity(types, store, callerRecords),
        new ReadHistory(types, store, stores.history(), queries),
        new ListEntities(types, search, queries),
        new SearchEntities(types, store, search, queries, callerRecords),
        new ReplaceEntity(types, changes, content),
        new DeleteEntity(types, changes),
        new AddProperty(changes, content, requests),
        new ChangeProperty(types, changes, content),
        new RaiseAttestation(changes, writing.attestations(), requests),
        new RevokeCredential(changes, writing.announcements(), requests),
        new AuthorizeCaller(types, store, callerRecords),
        callerRecords,
        new ReadAttestation(types, store, changes),
        new ReadAttestedData(types, store, callerRecords),
        new DecideAttestation(
            types,
            store,
            changes,
            writing.attestations(),
            new AttestorCheck(types, callerRecords, adminRole),
            writing.announcements()),
        new FindHeldCredentials(types, store),
        countEntities,
        bulk.checkEntities(),
        new PrepareType(stores.types()),
        new PrepareDeletion(stores.types(), countEntities),
        new StartImport(types, stores.imports()),
        new ImportEntities(
            types,
            stores.imports(),
            store,
            new ContentReplacement(bulk.checks(), writing.credentials()),
            writing.credentials(),
            writing.announcements(),
            bulk.workers()),
        readImport,
        new ReadImportErrors(readImport, stores.imports(), bulk.page()),
        new ExportEntities(types, store, stores.export(), queries, bulk.workers(), bulk.page()));
  }
}
