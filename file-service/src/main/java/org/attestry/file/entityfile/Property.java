package org.attestry.file.entityfile;

import java.util.UUID;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.identifier.Ids;

/** A property of an entity that has files. */
public record Property(String type, UUID entityId, String name) {

  private static final Pattern TYPE = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");
  private static final Pattern DOTS = Pattern.compile("\\.+");
  private static final int LONGEST_NAME = 255;

  /**
   * @throws FailureException NOT_FOUND when the id is not an entity id, or the type's name is not
   *     valid; INVALID when the property's name is not valid
   */
  public static Property of(String type, String entityId, String name) {
    if (!TYPE.matcher(type).matches()) {
      throw notFound();
    }
    if (!isName(name)) {
      throw FailureException.invalid(
          "file.property",
          "",
          "name",
          "The property's name must have 1 to 255 characters, no slashes, no control"
              + " characters, and not dots alone; correct the path.");
    }
    return new Property(type, id(entityId), name);
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && !DOTS.matcher(name).matches()
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
  }

  /** Parses an id of a path. */
  static UUID id(String text) {
    return Ids.parse(Ids.bare(text)).orElseThrow(Property::notFound);
  }

  /** The failure for a file or property that does not exist. */
  public static FailureException notFound() {
    return FailureException.notFound(
        "file.not-found", "There is no such file; list the property's.");
  }
}
