package org.attestry.registry.bus;

import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.RegistryOperations;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;

/** Which use case answers which operation. */
public final class RegistryBus {

  private RegistryBus() {}

  public static BusServer bind(BusServer server, UseCases useCases, FactHandlers facts) {
    return server
        .answer(RegistryOperations.CREATE_ENTITY, useCases.createEntity()::handle)
        .answer(RegistryOperations.INVITE_ENTITY, useCases.inviteEntity()::handle)
        .answer(RegistryOperations.READ_ENTITY, useCases.readEntity()::handle)
        .answer(RegistryOperations.LIST_ENTITIES, useCases.listEntities()::handle)
        .answer(RegistryOperations.SEARCH_ENTITIES, useCases.searchEntities()::handle)
        .answer(RegistryOperations.READ_HISTORY, useCases.readHistory()::handle)
        .answer(RegistryOperations.REPLACE_ENTITY, useCases.replaceEntity()::handle)
        .answer(RegistryOperations.DELETE_ENTITY, useCases.deleteEntity()::handle)
        .answer(RegistryOperations.ADD_PROPERTY, useCases.addProperty()::handle)
        .answer(RegistryOperations.CHANGE_PROPERTY, useCases.changeProperty()::handle)
        .answer(RegistryOperations.RAISE_ATTESTATION, useCases.raiseAttestation()::handle)
        .answer(RegistryOperations.REVOKE_CREDENTIAL, useCases.revokeCredential()::handle)
        .answer(RegistryOperations.AUTHORIZE_CALLER, useCases.authorizeCaller()::handle)
        .answer(RegistryOperations.FIND_CALLER_RECORDS, useCases.findCallerRecords()::handle)
        .answer(RegistryOperations.READ_ATTESTATION, useCases.readAttestation()::handle)
        .answer(RegistryOperations.READ_ATTESTED_DATA, useCases.readAttestedData()::handle)
        .answer(RegistryOperations.DECIDE_ATTESTATION, useCases.decideAttestation()::handle)
        .answer(RegistryOperations.FIND_HELD_CREDENTIALS, useCases.findHeldCredentials()::handle)
        .answer(RegistryOperations.COUNT_ENTITIES, useCases.countEntities()::handle)
        .answer(RegistryOperations.CHECK_ENTITIES, useCases.checkEntities()::handle)
        .answer(RegistryOperations.PREPARE_TYPE, useCases.prepareType()::handle)
        .answer(RegistryOperations.PREPARE_DELETION, useCases.prepareDeletion()::handle)
        .answer(RegistryOperations.START_IMPORT, useCases.startImport()::handle)
        .answer(RegistryOperations.IMPORT_ENTITIES, useCases.importEntities()::handle)
        .answer(RegistryOperations.READ_IMPORT, useCases.readImport()::handle)
        .answer(RegistryOperations.READ_IMPORT_ERRORS, useCases.readImportErrors()::handle)
        .answer(RegistryOperations.EXPORT_ENTITIES, useCases.exportEntities()::handle)
        .answer(Fact.deliveryTo("registry"), facts::accept);
  }
}
