package org.attestry.registry.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.types.PublishedType;

/**
 * The fields that a caller may filter, sort and select by: those that the caller also sees in every
 * entity of the result. A filter over any other field would disclose its values one by one.
 *
 * @param whole whether every entity of the result is in full view
 */
public record Visibility(PublishedType type, Caller caller, boolean whole) {

  /**
   * @param path member names, with {@code *} for each array
   */
  boolean hides(List<String> path) {
    return !whole
        && type.hidden().all().stream()
            .map(FieldPath::segments)
            .anyMatch(hidden -> covers(hidden, path) || covers(oneForAll(hidden), path));
  }

  /** Returns a path with one {@code *} for an array and the arrays in it, as places have it. */
  private static List<String> oneForAll(List<String> path) {
    List<String> shorter = new ArrayList<>();
    for (String segment : path) {
      boolean again = !shorter.isEmpty() && shorter.getLast().equals(FieldPath.ANY);
      if (!again || !segment.equals(FieldPath.ANY)) {
        shorter.add(segment);
      }
    }
    return shorter;
  }

  boolean hides(FieldScope place) {
    return place.ofRecord().filter(RecordField.VALID_UNTIL::equals).isPresent()
        ? hidesValuesOf(place.path().getFirst())
        : !place.root() && hides(place.path());
  }

  /** Whether a policy attests values that are hidden, so that its credentials are hidden, too. */
  private boolean hidesValuesOf(String policy) {
    return !whole
        && type.policy(policy).stream()
            .flatMap(one -> one.attestationProperties().values().stream())
            .anyMatch(attested -> type.hidden().all().stream().anyMatch(attested::overlaps));
  }

  /** Returns the names of a place's members that are not hidden from the caller. */
  Set<String> names(FieldScope place) {
    Set<String> names = new TreeSet<>(place.field().names());
    names.removeIf(name -> hides(place.member(name, place.field().member(name))));
    return names;
  }

  boolean hides(SystemField field) {
    if (field == SystemField.OWNER) {
      return !caller.admin();
    }
    return !caller.admin()
        && field != SystemField.OSID
        && !type.config().systemFields().contains(field.shown());
  }

  /**
   * Whether a hidden path covers a path. The hidden path descends into array items even if it has
   * no {@code *} for them, as {@code HiddenFields.remove} does.
   */
  private static boolean covers(List<String> hidden, List<String> path) {
    if (hidden.isEmpty() || path.isEmpty()) {
      return hidden.isEmpty();
    }
    List<String> deeper = path.subList(1, path.size());
    boolean any = hidden.get(0).equals(FieldPath.ANY);
    if (any || hidden.get(0).equals(path.get(0))) {
      return covers(hidden.subList(1, hidden.size()), deeper)
          || (any && path.get(0).equals(FieldPath.ANY) && covers(hidden, deeper));
    }
    return path.get(0).equals(FieldPath.ANY) && covers(hidden, deeper);
  }
}
