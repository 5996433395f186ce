package org.attestry.contracts.file;

import java.util.List;

/**
 * The reply to an upload.
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
   * @param file the file's name as the client sent it
   * @param reason a sentence
   */
  public record FileError(String file, String reason) {}
}
