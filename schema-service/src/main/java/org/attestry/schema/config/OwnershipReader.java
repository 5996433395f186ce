package org.attestry.schema.config;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.runtime.json.JsonPointers;

/** Parses an ownership attribute, the pointers to the fields of an entity that name an owner. */
final class OwnershipReader {

  private OwnershipReader() {}

  /** Parses the attribute; returns null if it is refused. */
  static OwnershipAttribute read(ConfigNode owner, FieldLists lists) {
    if (owner.text("userId").isBlank()) {
      owner
          .findings()
          .refuse(
              owner.pointer(),
              "required",
              "An ownership attribute needs 'userId', the pointer to the owner's user name.");
      return null;
    }
    return new OwnershipAttribute(
        pointer(owner, "userId", lists),
        pointer(owner, "email", lists),
        pointer(owner, "mobile", lists),
        pointer(owner, "password", lists));
  }

  /** Reads an RFC 6901 pointer; a name or a JSONPath is converted to a pointer. */
  private static String pointer(ConfigNode owner, String member, FieldLists lists) {
    String written = owner.text(member).strip();
    if (written.isEmpty() || !owner.isShort(written, owner.at(member))) {
      return null;
    }
    FieldPath path =
        written.startsWith("/") ? segments(written) : owner.path(written, owner.at(member));
    if (path == null || lists.refuseInList(path, written, owner.at(member))) {
      return null;
    }
    if (member.equals("userId")) {
      lists.refuseUnlessPossible(path, written, owner.at(member));
    } else {
      lists.warnUnlessThere(path, written, owner.at(member));
    }
    return path.segments().stream()
        .map(segment -> "/" + JsonPointers.escape(segment))
        .collect(Collectors.joining());
  }

  private static FieldPath segments(String pointer) {
    List<String> segments = new ArrayList<>();
    for (JsonPointer at = JsonPointer.compile(pointer); !at.matches(); at = at.tail()) {
      segments.add(at.getMatchingProperty());
    }
    return new FieldPath(segments);
  }
}
