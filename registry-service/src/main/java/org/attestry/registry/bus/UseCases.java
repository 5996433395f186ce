package org.attestry.registry.bus;

import org.attestry.registry.domain.bulk.CheckEntities;
import org.attestry.registry.domain.bulk.CountEntities;
import org.attestry.registry.domain.bulk.ExportEntities;
import org.attestry.registry.domain.bulk.ImportEntities;
import org.attestry.registry.domain.bulk.PrepareDeletion;
import org.attestry.registry.domain.bulk.ReadImport;
import org.attestry.registry.domain.bulk.ReadImportErrors;
import org.attestry.registry.domain.bulk.StartImport;
import org.attestry.registry.domain.bulk.Stores;
import org.attestry.registry.domain.claim.AttestorCheck;
import org.attestry.registry.domain.claim.DecideAttestation;
import org.attestry.registry.domain.claim.FindCallerRecords;
import org.attestry.registry.domain.claim.RaiseAttestation;
import org.attestry.registry.domain.claim.ReadAttestation;
import org.attestry.registry.domain.credential.AttestationSigning;
import org.attestry.registry.domain.credential.EntityCredentials;
import org.attestry.registry.domain.credential.FindHeldCredentials;
import org.attestry.registry.domain.credential.RevokeCredential;
import org.attestry.registry.domain.entity.AddProperty;
import org.attestry.registry.domain.entity.AuthorizeCaller;
import org.attestry.registry.domain.entity.ChangeProperty;
import org.attestry.registry.domain.entity.ContentReplacement;
import org.attestry.registry.domain.entity.CreateEntity;
import org.attestry.registry.domain.entity.DeleteEntity;
import org.attestry.registry.domain.entity.EntityChecks;
import org.attestry.registry.domain.entity.InviteEntity;
import org.attestry.registry.domain.entity.ListEntities;
import org.attestry.registry.domain.entity.NewEntities;
import org.attestry.registry.domain.entity.ReadAttestedData;
import org.attestry.registry.domain.entity.ReadEntity;
import org.attestry.registry.domain.entity.ReplaceEntity;
import org.attestry.registry.domain.entity.SearchEntities;
import org.attestry.registry.domain.history.ReadHistory;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.idempotency.TypeRequests;
import org.attestry.registry.domain.notify.FactNotifier;
import org.attestry.registry.domain.search.EntitySearch;
import org.attestry.registry.domain.search.SearchQueries;
import org.attestry.registry.domain.stored.EntityChanges;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.types.PrepareType;
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
