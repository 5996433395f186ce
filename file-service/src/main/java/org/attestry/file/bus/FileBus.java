package org.attestry.file.bus;

import org.attestry.contracts.Fact;
import org.attestry.contracts.file.FileOperations;
import org.attestry.file.domain.AllowTransfer;
import org.attestry.file.domain.DeleteFiles;
import org.attestry.file.domain.ListFiles;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;

/** The operations of file-service, each with its use case. */
public final class FileBus {

  private FileBus() {}

  public static BusServer bind(
      BusServer server,
      AllowTransfer transfers,
      ListFiles list,
      DeleteFiles delete,
      FactHandlers facts) {
    return server
        .answer(FileOperations.STORE_FILES, transfers::handle)
        .answer(FileOperations.REPLACE_FILE, transfers::handle)
        .answer(FileOperations.READ_FILE, transfers::handle)
        .answer(FileOperations.LIST_FILES, list::handle)
        .answer(FileOperations.DELETE_FILE, delete::handle)
        .answer(FileOperations.DELETE_FILES, delete::handle)
        .answer(Fact.deliveryTo("file"), facts::accept);
  }
}
