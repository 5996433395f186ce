package org.attestry.registry.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.types.DeclaredField;
import org.attestry.runtime.json.Projection;

/** Reads the fields by which a search is sorted, and the fields that it returns. */
record FieldReader(Visibility visibility) {

  private static final int MOST_KEYS = 8;
  private static final int MOST_FIELDS = 200;
  private static final int DEEPEST = 32;

  /**
   * Reads the sort order, such as {@code ["name", "-osCreatedAt"]}; a minus before a field means
   * descending.
   */
  List<SortKey> sort(JsonNode sort) {
    if (sort.isMissingNode() || sort.isNull() || sort.isArray() && sort.isEmpty()) {
      return SortKey.OLDEST_FIRST;
    }
    requireTexts(sort, "/sort", MOST_KEYS);
    List<SortKey> keys = new ArrayList<>();
    for (int i = 0; i < sort.size(); i++) {
      keys.add(key(sort.get(i).textValue(), "/sort/" + i));
    }
    return keys;
  }

  private SortKey key(String text, String pointer) {
    boolean descending = text.startsWith("-");
    String name = descending || text.startsWith("+") ? text.substring(1) : text;
    Target system = SystemFieldReader.target(name, visibility, pointer);
    if (system instanceof Target.System(SystemField field) && field == SystemField.OWNER) {
      throw SearchFailures.invalid(pointer, "type", "Owners are several; sort by another field.");
    }
    if (system != null) {
      return new SortKey(system, Set.of(), descending);
    }
    FieldPath path = path(name, pointer);
    if (visibility.type().policy(path.property()).isPresent()) {
      throw SearchFailures.invalid(
          pointer, "type", "A policy may have several records; sort by another field.");
    }
    FieldScope place = place(path, pointer);
    boolean several = !place.arrays().isEmpty() || path.segments().contains(FieldPath.ANY);
    if (several || place.field().kinds().isEmpty()) {
      throw SearchFailures.invalid(
          pointer, "type", "A field that is sorted by is one string, number or boolean.");
    }
    return new SortKey(new Target.Property(path), place.field().kinds(), descending);
  }

  /**
   * Reads the fields to return, such as {@code ["name", "contact.city"]}.
   *
   * @return null for all fields
   */
  Projection projection(JsonNode fields) {
    if (fields.isMissingNode() || fields.isNull()) {
      return null;
    }
    requireTexts(fields, "/fields", MOST_FIELDS);
    List<FieldPath> paths = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      paths.add(field(fields.get(i).textValue(), "/fields/" + i));
    }
    return new Projection(paths);
  }

  private FieldPath field(String name, String pointer) {
    if (SystemFieldReader.isShown(name, visibility, pointer)) {
      return FieldPath.of(name);
    }
    FieldPath path = path(name, pointer);
    if (visibility.type().policy(path.property()).isEmpty()) {
      place(path, pointer);
    }
    return path;
  }

  private FieldScope place(FieldPath path, String pointer) {
    FieldScope place = FieldScope.of(visibility.type().fields());
    for (String name : path.segments()) {
      if (!name.equals(FieldPath.ANY)) {
        DeclaredField member = place.field().member(name);
        if (member == null) {
          throw SearchFailures.unknownField(
              pointer,
              place.root() ? SystemFieldReader.known(visibility) : visibility.names(place));
        }
        place = place.member(name, member);
        if (visibility.hides(place)) {
          throw SearchFailures.notAllowed(pointer);
        }
      }
    }
    if (place.root()) {
      throw SearchFailures.unknownField(pointer, SystemFieldReader.known(visibility));
    }
    return place;
  }

  private static FieldPath path(String text, String pointer) {
    if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw SearchFailures.invalid(pointer, "path", "The name has a character that no field has.");
    }
    try {
      FieldPath path = FieldPath.parse(text);
      if (path.segments().size() > DEEPEST) {
        throw SearchFailures.invalid(
            pointer, "limit", "A field lies at most %d levels deep.".formatted(DEEPEST));
      }
      return path;
    } catch (IllegalArgumentException e) {
      throw SearchFailures.invalid(pointer, "path", e.getMessage());
    }
  }

  private static void requireTexts(JsonNode names, String pointer, int most) {
    boolean texts = names.isArray() && names.size() <= most;
    for (JsonNode name : names) {
      texts &= name.isTextual() && name.textValue().length() <= 1_000;
    }
    if (!texts || names.isEmpty()) {
      throw SearchFailures.invalid(
          pointer, "type", "Send an array of 1 to %d names of fields.".formatted(most));
    }
  }
}
