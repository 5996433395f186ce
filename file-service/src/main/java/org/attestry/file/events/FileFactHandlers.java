package org.attestry.file.events;

import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.file.entityfile.DeleteFiles;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** The facts that file-service handles. */
public final class FileFactHandlers {

  private FileFactHandlers() {}

  public static FactHandlers of(BusClient bus, DeleteFiles deleteFiles) {
    return new FactHandlers(bus).on(RegistryFacts.ENTITY_DELETED, deleteFiles::afterEntityDeleted);
  }
}
