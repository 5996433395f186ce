package org.attestry.file.entityfile;

import java.util.UUID;
import org.attestry.runtime.identifier.Ids;

/**
 * The last segment of the path under which a former system has a file: a UUID, or a UUID, a hyphen
 * and a name. The UUID is the id of the document.
 */
public record FormerName(UUID documentId, String text) {

  private static final int UUID_LENGTH = 36;
  private static final int LONGEST = 1_000;

  /**
   * @throws org.attestry.contracts.FailureException NOT_FOUND for another text
   */
  static FormerName of(String text) {
    boolean named =
        text.length() > UUID_LENGTH
            && text.length() <= LONGEST
            && text.charAt(UUID_LENGTH) == '-'
            && text.chars().noneMatch(Character::isISOControl);
    String id = named ? text.substring(0, UUID_LENGTH) : text;
    return new FormerName(Ids.parse(id).orElseThrow(Property::notFound), text);
  }

  /** Whether it is the id of the document alone. */
  boolean isId() {
    return text.length() == UUID_LENGTH;
  }
}
