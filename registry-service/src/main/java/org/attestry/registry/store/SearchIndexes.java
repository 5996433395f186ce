package org.attestry.registry.store;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.DeclaredField;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.ScalarKind;

/**
 * The indexes that searches of a type use: for each index field a B-tree of each sort of value it
 * may have (equality, range, order) and one of the trigrams of its texts (parts of them, any case);
 * for what lies in an array one of the array's items (equality).
 *
 * <p>They are not partial, although searches pass over what is deleted: PostgreSQL uses the
 * statistics of an indexed expression only if the index is whole, and without them it takes the
 * wrong index.
 */
final class SearchIndexes {

  private final DeclaredField fields;
  private final Map<String, List<FieldPath>> definitions = new LinkedHashMap<>();
  private final Set<FieldPath> scalars = new HashSet<>();
  private final Set<FieldPath> single = new HashSet<>();
  private final Set<FieldPath> texts = new HashSet<>();
  private final Set<FieldPath> arrays = new HashSet<>();

  SearchIndexes(PublishedType type) {
    this.fields = type.fields();
    type.config().indexFields().forEach(this::add);
  }

  /** What stands in each index, after {@code ON table}, to the fields that it is about. */
  Map<String, List<FieldPath>> definitions() {
    return definitions;
  }

  /** Whether there is an index of the field's values, or of several fields' with this one. */
  boolean ofValues(FieldPath path) {
    return scalars.contains(path);
  }

  /** Whether there is an index of this field's values alone, each with the ids in order. */
  boolean ofOne(FieldPath path) {
    return single.contains(path);
  }

  /** Whether there is an index of the parts of the field's texts. */
  boolean ofTexts(FieldPath path) {
    return texts.contains(path);
  }

  /** Whether there is an index of the array's items. */
  boolean ofItems(FieldPath path) {
    return arrays.contains(path);
  }

  private void add(List<FieldPath> paths) {
    FieldPath array = paths.size() == 1 ? firstArray(paths.get(0)) : null;
    if (array != null) {
      define("USING gin (%s jsonb_path_ops)".formatted(value(array).json()), paths);
      arrays.add(array);
    } else if (paths.stream().allMatch(this::isScalar)) {
      scalars(paths);
    }
  }

  private void scalars(List<FieldPath> paths) {
    scalars.addAll(paths);
    if (paths.size() > 1) {
      define(
          paths.stream()
              .map(path -> value(path).of(kinds(path).iterator().next()))
              .collect(Collectors.joining(", ", "(", ", id)")),
          paths);
      return;
    }
    FieldPath path = paths.get(0);
    single.add(path);
    kinds(path).forEach(kind -> define(ofValues(path, kind), paths));
    if (kinds(path).contains(ScalarKind.TEXT)) {
      define("USING gin (%s gin_trgm_ops)".formatted(value(path).searchText()), paths);
      texts.add(path);
    }
  }

  private static String ofValues(FieldPath path, ScalarKind kind) {
    return "(%s, id)".formatted(value(path).of(kind));
  }

  private void define(String definition, List<FieldPath> paths) {
    definitions.put(definition, paths);
  }

  private static ValueSql value(FieldPath path) {
    return ValueSql.at("body", TypeIndexes.constant(path));
  }

  private Set<ScalarKind> kinds(FieldPath path) {
    DeclaredField field = fields.find(path);
    Set<ScalarKind> kinds = field == null ? Set.of() : field.kinds();
    return kinds.isEmpty() ? EnumSet.of(ScalarKind.TEXT, ScalarKind.NUMBER) : kinds;
  }

  private boolean isScalar(FieldPath path) {
    DeclaredField field = fields.find(path);
    return firstArray(path) == null && (field == null || !field.onlyObjects());
  }

  /** The path to the outermost array on the way, or null. */
  private FieldPath firstArray(FieldPath path) {
    DeclaredField field = fields;
    List<String> segments = path.segments();
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).equals(FieldPath.ANY)) {
        return i == 0 ? null : new FieldPath(segments.subList(0, i));
      }
      field = field == null ? null : field.member(segments.get(i));
      if (field != null && field.arrayDepth() > 0) {
        return new FieldPath(segments.subList(0, i + 1));
      }
    }
    return null;
  }
}
