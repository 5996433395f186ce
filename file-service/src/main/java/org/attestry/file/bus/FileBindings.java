package org.attestry.file.bus;

import org.attestry.contracts.Fact;
import org.attestry.contracts.file.FileOperations;
import org.attestry.file.domain.AllowTransfer;
import org.attestry.file.domain.DeleteFiles;
import org.attestry.file.domain.ListFiles;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;

/** Which use case answers which operation. */
public final class FileBindings {

  private FileBindings() {}

  public static void bind(
      BusServer bus,
      AllowTransfer transfers,
      ListFiles list,
      DeleteFiles delete,
      FactHandlers facts) {
    bus.answer(FileOperations.STORE_FILES, transfers::storeFiles)
        .answer(FileOperations.REPLACE_FILE, transfers::replaceFile)
        .answer(FileOperations.READ_FILE, transfers::readFile)
        .answer(FileOperations.LIST_FILES, list::listFiles)
        .answer(FileOperations.DELETE_FILE, delete::deleteFile)
        .answer(FileOperations.DELETE_FILES, delete::deleteFiles)
        .answer(Fact.deliveryTo("file"), facts::accept);
  }
}
