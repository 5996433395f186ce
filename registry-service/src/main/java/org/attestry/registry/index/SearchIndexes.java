package org.attestry.registry.index;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.sql.RecordSql;
import org.attestry.registry.sql.ValueSql;
import org.attestry.registry.types.DeclaredField;
import org.attestry.registry.types.LearnedIndex;
import org.attestry.registry.types.PublishedType;
import org.attestry.registry.types.ScalarKind;

/**
 * The indexes that searches of a type use. An index field has a B-tree for each kind of value that
 * it may have (equality, range, order); a substring field has an index of the trigrams of its texts
 * (parts of texts, any case); for an index field inside an array, there is an index of the array's
 * items (equality). Learned indexes are of the same kinds, except for texts: an undeclared index
 * must not make a value too long to be stored, so it covers only the beginnings of the texts.
 *
 * <p>The indexes are not partial, although searches skip deleted entities: PostgreSQL uses the
 * statistics of an indexed expression only if the index is not partial, and without them it chooses
 * the wrong index. Instead, deleted entities have no value in them.
 */
public final class SearchIndexes {

  private static final String GIN = "USING gin (";
  private static final String TRIGRAMS = " gin_trgm_ops)";

  private final PublishedType type;
  private final DeclaredField fields;
  private final Map<String, List<FieldPath>> definitions = new LinkedHashMap<>();
  private final Set<FieldPath> scalars = new HashSet<>();
  private final Set<FieldPath> single = new HashSet<>();
  private final Set<FieldPath> texts = new HashSet<>();
  private final Set<FieldPath> beginnings = new HashSet<>();
  private final Set<FieldPath> arrays = new HashSet<>();
  private final Set<String> statistics = new LinkedHashSet<>();
  private final Map<LearnedIndex, List<String>> learned = new HashMap<>();

  SearchIndexes(PublishedType type) {
    this.type = type;
    this.fields = type.fields();
    type.config().indexFields().forEach(this::add);
    type.config().substringFields().stream()
        .filter(path -> isScalar(path) && kinds(path).contains(ScalarKind.TEXT))
        .forEach(
            path -> {
              define(partsSql(path), List.of(path));
              texts.add(path);
            });
    type.learned().forEach(this::add);
  }

  /** Returns the SQL of each statistics object between {@code ON} and {@code FROM table}. */
  Set<String> statistics() {
    return statistics;
  }

  /**
   * Returns the SQL of a learned index of the type, as in {@link #definitions()} or {@link
   * #statistics()}; empty if the type now declares the same index.
   */
  List<String> definitions(LearnedIndex index) {
    return learned.getOrDefault(index, List.of());
  }

  private List<String> added(LearnedIndex index) {
    FieldPath path = index.field();
    return switch (index.kind()) {
      case VALUES ->
          scalars.contains(path)
              ? List.of()
              : kinds(path).stream().map(kind -> learnedValuesSql(path, kind)).toList();
      case PARTS -> texts.contains(path) ? List.of() : List.of(partsSql(path));
      case ITEMS -> arrays.contains(path) ? List.of() : List.of(itemsSql(path));
      case STATISTICS ->
          kinds(path).stream().map(kind -> "(%s)".formatted(value(path).of(kind))).toList();
    };
  }

  /** Returns the SQL of each index after {@code ON table}, with the fields that it covers. */
  Map<String, List<FieldPath>> definitions() {
    return definitions;
  }

  /** Returns the kind of index that a definition creates. */
  static LearnedIndex.Kind kind(String definition) {
    if (!definition.startsWith(GIN)) {
      return LearnedIndex.Kind.VALUES;
    }
    return definition.endsWith(TRIGRAMS) ? LearnedIndex.Kind.PARTS : LearnedIndex.Kind.ITEMS;
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

  /** Whether the index of the field's texts covers only their beginnings. */
  public boolean ofBeginnings(FieldPath path) {
    return beginnings.contains(path);
  }

  /** Whether there is an index of the array's items. */
  public boolean ofItems(FieldPath path) {
    return arrays.contains(path);
  }

  private void add(LearnedIndex index) {
    List<String> added = added(index);
    learned.put(index, added);
    if (added.isEmpty()) {
      return;
    }
    if (index.kind() == LearnedIndex.Kind.STATISTICS) {
      statistics.addAll(added);
      return;
    }
    FieldPath path = index.field();
    added.forEach(definition -> define(definition, List.of(path)));
    switch (index.kind()) {
      case VALUES -> {
        scalars.add(path);
        single.add(path);
        if (kinds(path).contains(ScalarKind.TEXT)) {
          beginnings.add(path);
        }
      }
      case PARTS -> texts.add(path);
      case ITEMS -> arrays.add(path);
      case STATISTICS -> throw new IllegalStateException("statistics are no index");
    }
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

  /**
   * Returns the fields that had an index of the parts of their texts when each index field had one,
   * as a map of field to the definition of that index.
   */
  Map<FieldPath, String> formerParts() {
    return single.stream()
        .filter(path -> !texts.contains(path) && kinds(path).contains(ScalarKind.TEXT))
        .collect(Collectors.toMap(path -> path, SearchIndexes::partsSql));
  }

  private static String valuesSql(FieldPath path, ScalarKind kind) {
    return "(%s, id)".formatted(value(path).ofLiving().of(kind));
  }

  private static String learnedValuesSql(FieldPath path, ScalarKind kind) {
    return kind == ScalarKind.TEXT
        ? "(%s, id)".formatted(value(path).ofLiving().beginning())
        : valuesSql(path, kind);
  }

  private static String partsSql(FieldPath path) {
    return GIN + value(path).searchText() + TRIGRAMS;
  }

  /** An index of the items of an array, or of the states of a policy's attestation records. */
  private String itemsSql(FieldPath array) {
    boolean records = array.segments().size() == 1 && type.policy(array.property()).isPresent();
    String items = records ? RecordSql.states(array.property()) : value(array).json();
    return GIN + items + " jsonb_path_ops)";
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

  /** Whether the definition declares which scalars, or items, the field has. */
  public boolean isDeclared(FieldPath path) {
    DeclaredField field = fields.find(path);
    return field != null && !field.open() && !field.unknown();
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
