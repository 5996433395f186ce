package org.attestry.contracts.file;

import org.attestry.contracts.FactType;

/** The facts that file-service publishes. The subject is the entity's osid. */
public final class FileFacts {

  public static final FactType<FileStored> FILE_STORED = FactType.of("file", FileStored.class);

  public static final FactType<FileDeleted> FILE_DELETED = FactType.of("file", FileDeleted.class);

  private FileFacts() {}

  /**
   * @param size bytes
   */
  public record FileStored(
      String documentId, String type, String entityId, String property, long size, String sha256) {}

  /** A file was deleted. */
  public record FileDeleted(String documentId, String type, String entityId, String property) {}
}
