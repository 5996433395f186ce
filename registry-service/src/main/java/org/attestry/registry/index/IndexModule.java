package org.attestry.registry.index;

import static org.attestry.contracts.registry.TypeOperations.CHANGE_INDEX;
import static org.attestry.contracts.registry.TypeOperations.DROP_INDEX;
import static org.attestry.contracts.registry.TypeOperations.LIST_INDEXES;

import org.attestry.registry.Shared;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Learned indexes, for admins. */
public record IndexModule(Shared shared) implements ServiceModule {

  @Override
  public void bind(BusServer server) {
    ManageIndexes indexes = new ManageIndexes(shared.stores().learnedIndexes());
    server
        .bind(LIST_INDEXES, indexes::listIndexes)
        .bind(CHANGE_INDEX, indexes::changeIndex)
        .bind(DROP_INDEX, indexes::dropIndex);
  }
}
