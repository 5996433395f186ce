package org.attestry.registry.bus;

import org.attestry.registry.domain.AddProperty;
import org.attestry.registry.domain.Announcements;
import org.attestry.registry.domain.AuthorizeCaller;
import org.attestry.registry.domain.ChangeProperty;
import org.attestry.registry.domain.CheckEntities;
import org.attestry.registry.domain.CountEntities;
import org.attestry.registry.domain.CreateEntity;
import org.attestry.registry.domain.DeleteEntity;
import org.attestry.registry.domain.EntityChanges;
import org.attestry.registry.domain.EntityContent;
import org.attestry.registry.domain.EntitySearch;
import org.attestry.registry.domain.EntityStore;
import org.attestry.registry.domain.FindCallerRecords;
import org.attestry.registry.domain.HistoryStore;
import org.attestry.registry.domain.InviteEntity;
import org.attestry.registry.domain.ListEntities;
import org.attestry.registry.domain.NewEntities;
import org.attestry.registry.domain.PrepareType;
import org.attestry.registry.domain.RaiseAttestation;
import org.attestry.registry.domain.ReadAttestation;
import org.attestry.registry.domain.ReadEntity;
import org.attestry.registry.domain.ReadHistory;
import org.attestry.registry.domain.ReplaceEntity;
import org.attestry.registry.domain.RevokeCredential;
import org.attestry.registry.domain.SearchEntities;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.search.SearchQueries;
import org.attestry.registry.domain.types.TypeCatalogue;

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
    CountEntities countEntities,
    CheckEntities checkEntities,
    PrepareType prepareType) {

  /** All of them, over what they share. */
  public static UseCases over(
      TypeCatalogue types,
      EntityStore store,
      EntitySearch search,
      HistoryStore history,
      SearchQueries queries,
      NewEntities entities,
      EntityChanges changes,
      EntityContent content,
      IdempotentRequests requests,
      Announcements announcements,
      CheckEntities checkEntities,
      PrepareType prepareType) {
    return new UseCases(
        new CreateEntity(types, entities, requests),
        new InviteEntity(types, entities, requests),
        new ReadEntity(types, store),
        new ReadHistory(types, store, history, queries),
        new ListEntities(types, search, queries),
        new SearchEntities(types, store, search, queries),
        new ReplaceEntity(types, changes, content),
        new DeleteEntity(types, changes),
        new AddProperty(types, changes, content, requests),
        new ChangeProperty(types, changes, content),
        new RaiseAttestation(types, changes, requests),
        new RevokeCredential(types, changes, announcements),
        new AuthorizeCaller(types, store),
        new FindCallerRecords(types, search),
        new ReadAttestation(types, store),
        new CountEntities(types, store),
        checkEntities,
        prepareType);
  }
}
