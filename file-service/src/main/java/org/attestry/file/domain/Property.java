package org.attestry.file.domain;

import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** The property of an entity that files hang on. */
public record Property(String type, UUID entityId, String name) {

  private static final String OLD_SHARD_PREFIX = "1-";

  /**
   * @throws FailureException NOT_FOUND when the id is not one of ours
   */
  public static Property of(String type, String entityId, String name) {
    return new Property(type, id(entityId), name);
  }

  /** An id as it stands in a path. */
  static UUID id(String text) {
    String bare =
        text.startsWith(OLD_SHARD_PREFIX) ? text.substring(OLD_SHARD_PREFIX.length()) : text;
    try {
      UUID id = UUID.fromString(bare);
      if (id.toString().equalsIgnoreCase(bare)) {
        return id;
      }
    } catch (IllegalArgumentException notAnId) {
      // falls through: an id that cannot be ours names nothing
    }
    throw notFound();
  }

  static FailureException notFound() {
    return Failure.of(
            FailureKind.NOT_FOUND, "file.not-found", "There is no such file; list the property's.")
        .exception();
  }
}
