package org.attestry.contracts.file;

import java.util.List;

/**
 * What an upload answers.
 *
 * @param documentLocations {@code {type}/{id}/{property}/documents/{document-id}} each
 * @param errors the files that could not be stored
 */
public record StoredFiles(List<String> documentLocations, List<FileError> errors) {

  public StoredFiles {
    documentLocations = List.copyOf(documentLocations);
    errors = List.copyOf(errors);
  }

  /**
   * @param file the name that the client gave
   * @param reason a sentence
   */
  public record FileError(String file, String reason) {}
}
