package org.attestry.registry.index;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.sql.RecordSql;
import org.attestry.registry.sql.ValueSql;
import org.attestry.registry.types.DeclaredField;
import org.attestry.registry.types.PublishedType;
import org.attestry.registry.types.ScalarKind;

/**
 * The indexes that searches of a type use. An index field has a B-tree for each kind of value that
 * it may have (equality, range, order); for an index field inside an array, there is an index of
 * the array's items (equality). A substring field has an index of the trigrams of its texts (parts
 * of texts, any case). Each attestation policy has an index of the states of its records
 * (equality).
 *
 * <p>The indexes are not partial, although searches skip deleted entities: PostgreSQL uses the
 * statistics of an indexed expression only if the index is not partial, and without them it chooses
 * the wrong index. Instead, deleted entities have no value in them.
 */
public final class SearchIndexes {

  private static final String GIN = "USING gin (";
  private static final String TRIGRAMS = " gin_trgm_ops)";
  private static final String ITEMS = " jsonb_path_ops)";

  private final DeclaredField fields;
  private final Map<String, List<FieldPath>> definitions = new LinkedHashMap<>();
  private final Set<FieldPath> scalars = new HashSet<>();
  private final Set<FieldPath> single = new HashSet<>();
  private final Set<FieldPath> texts = new HashSet<>();
  private final Set<FieldPath> arrays = new HashSet<>();

  SearchIndexes(PublishedType type) {
    this.fields = type.fields();
    type.config().indexFields().forEach(this::add);
    type.config().substringFields().stream().filter(this::isScalar).forEach(this::parts);
    type.config().attestationPolicies().stream()
        .map(policy -> GIN + RecordSql.states(policy.name()) + ITEMS)
        .forEach(definition -> define(definition, List.of()));
  }

  /** Returns the SQL of each index after {@code ON table}, with the fields that it covers. */
  Map<String, List<FieldPath>> definitions() {
    return definitions;
  }

  /**
   * Whether there is an index of the field's values, alone or together with those of other fields.
   */
  public boolean ofValues(FieldPath path) {
    return scalars.contains(path);
  }

  /**
   * Whether there is an index of this field's values alone, in which equal values are in the order
   * of ids.
   */
  public boolean ofOne(FieldPath path) {
    return single.contains(path);
  }

  /** Whether there is an index of the parts of the field's texts. */
  public boolean ofTexts(FieldPath path) {
    return texts.contains(path);
  }

  /** Whether there is an index of the array's items. */
  public boolean ofItems(FieldPath path) {
    return arrays.contains(path);
  }

  private void add(List<FieldPath> paths) {
    FieldPath array = paths.size() == 1 ? firstArray(paths.get(0)) : null;
    if (array != null) {
      define(itemsSql(array), paths);
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
              .map(path -> value(path).ofLiving().of(kinds(path).iterator().next()))
              .collect(Collectors.joining(", ", "(", ", id)")),
          paths);
      return;
    }
    FieldPath path = paths.get(0);
    single.add(path);
    kinds(path).forEach(kind -> define(valuesSql(path, kind), paths));
  }

  private void parts(FieldPath path) {
    if (kinds(path).contains(ScalarKind.TEXT)) {
      define(GIN + value(path).searchText() + TRIGRAMS, List.of(path));
      texts.add(path);
    }
  }

  private static String valuesSql(FieldPath path, ScalarKind kind) {
    return "(%s, id)".formatted(value(path).ofLiving().of(kind));
  }

  private static String itemsSql(FieldPath array) {
    return GIN + value(array).json() + ITEMS;
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

  /** Returns the path to the outermost array on a path, or null. */
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
