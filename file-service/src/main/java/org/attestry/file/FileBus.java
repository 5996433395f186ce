package org.attestry.file;

import org.attestry.contracts.Fact;
import org.attestry.contracts.file.FileOperations;
import org.attestry.file.entityfile.DeleteFiles;
import org.attestry.file.entityfile.ListFiles;
import org.attestry.file.entityfile.StoreFiles;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;

/** Binds the operations of file-service to their use cases. */
final class FileBus {

  private FileBus() {}

  public static BusServer bind(
      BusServer server,
      StoreFiles transfers,
      ListFiles list,
      DeleteFiles delete,
      FactHandlers facts) {
    return server
        .bind(FileOperations.STORE_FILES, transfers::storeFiles)
        .bind(FileOperations.REPLACE_FILE, transfers::replaceFile)
        .bind(FileOperations.ADOPT_FILE, transfers::adoptFile)
        .bind(FileOperations.READ_FILE, transfers::readFile)
        .bind(FileOperations.LIST_FILES, list::handle)
        .bind(FileOperations.DELETE_FILE, delete::deleteFile)
        .bind(FileOperations.DELETE_FILES, delete::deleteFiles)
        .bind(Fact.deliveryTo("file"), facts::accept);
  }
}
