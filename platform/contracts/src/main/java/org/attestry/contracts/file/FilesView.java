package org.attestry.contracts.file;

import java.time.Instant;
import java.util.List;

/**
 * @param files oldest first
 */
public record FilesView(List<FileView> files) {

  public FilesView {
    files = List.copyOf(files);
  }

  /**
   * @param size bytes
   * @param sha256 lower-case hex
   */
  public record FileView(
      String documentId,
      String fileName,
      String contentType,
      long size,
      String sha256,
      Instant osCreatedAt) {}
}
