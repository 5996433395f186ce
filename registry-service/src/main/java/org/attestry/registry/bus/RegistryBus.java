package org.attestry.registry.bus;

import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.registry.domain.AddProperty;
import org.attestry.registry.domain.AuthorizeCaller;
import org.attestry.registry.domain.ChangeProperty;
import org.attestry.registry.domain.CountEntities;
import org.attestry.registry.domain.CreateEntity;
import org.attestry.registry.domain.DeleteEntity;
import org.attestry.registry.domain.FindCallerRecords;
import org.attestry.registry.domain.InviteEntity;
import org.attestry.registry.domain.ListEntities;
import org.attestry.registry.domain.RaiseAttestation;
import org.attestry.registry.domain.ReadAttestation;
import org.attestry.registry.domain.ReadEntity;
import org.attestry.registry.domain.ReplaceEntity;
import org.attestry.registry.domain.RevokeCredential;
import org.attestry.registry.domain.SearchEntities;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;

/** Which use case answers which operation. */
public final class RegistryBus {

  private RegistryBus() {}

  /** The use cases of the service. */
  public record UseCases(
      CreateEntity createEntity,
      InviteEntity inviteEntity,
      ReadEntity readEntity,
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
      CountEntities countEntities) {}

  public static BusServer bind(BusServer server, UseCases useCases, FactHandlers facts) {
    return server
        .answer(RegistryOperations.CREATE_ENTITY, useCases.createEntity()::handle)
        .answer(RegistryOperations.INVITE_ENTITY, useCases.inviteEntity()::handle)
        .answer(RegistryOperations.READ_ENTITY, useCases.readEntity()::handle)
        .answer(RegistryOperations.LIST_ENTITIES, useCases.listEntities()::handle)
        .answer(RegistryOperations.SEARCH_ENTITIES, useCases.searchEntities()::handle)
        .answer(RegistryOperations.REPLACE_ENTITY, useCases.replaceEntity()::handle)
        .answer(RegistryOperations.DELETE_ENTITY, useCases.deleteEntity()::handle)
        .answer(RegistryOperations.ADD_PROPERTY, useCases.addProperty()::handle)
        .answer(RegistryOperations.CHANGE_PROPERTY, useCases.changeProperty()::handle)
        .answer(RegistryOperations.RAISE_ATTESTATION, useCases.raiseAttestation()::handle)
        .answer(RegistryOperations.REVOKE_CREDENTIAL, useCases.revokeCredential()::handle)
        .answer(RegistryOperations.AUTHORIZE_CALLER, useCases.authorizeCaller()::handle)
        .answer(RegistryOperations.FIND_CALLER_RECORDS, useCases.findCallerRecords()::handle)
        .answer(RegistryOperations.READ_ATTESTATION, useCases.readAttestation()::handle)
        .answer(RegistryOperations.COUNT_ENTITIES, useCases.countEntities()::handle)
        .answer(Fact.deliveryTo("registry"), facts::accept);
  }
}
