package org.attestry.registry.store;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.LearnedIndex;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.work.Sha256;

/**
 * The indexes of a type's partition. The name of an index is the partition's and a hash of its
 * definition, so that the same declaration always gives the same index. A unique index compares
 * values as jsonb: numbers as numbers, texts as texts.
 */
final class TypeIndexes {

  private static final int HASH_DIGITS = 16;
  private static final String STATISTICS = "s";

  private final PublishedType type;
  private final String table;
  private final Map<String, List<FieldPath>> unique = new LinkedHashMap<>();
  private final SearchIndexes searches;

  TypeIndexes(PublishedType type) {
    this.type = type;
    this.table = table(type.number());
    type.config().uniqueFields().stream()
        .filter(TypeIndexes::canBeIndexed)
        .forEach(paths -> unique.put(name("u", paths.toString()), paths));
    this.searches = new SearchIndexes(type);
  }

  /** The name of the partition of a type. */
  static String table(int number) {
    return "entity_" + number;
  }

  /** The constraint of a partition that takes nothing new. */
  static String closed(int number) {
    return table(number) + "_closed";
  }

  /** A path as a constant, as it stands in an index and in a search that is to use it. */
  static String constant(FieldPath path) {
    return path.segments().stream()
        .map(SqlQuote::literal)
        .collect(Collectors.joining(",", "ARRAY[", "]"));
  }

  PublishedType type() {
    return type;
  }

  SearchIndexes searches() {
    return searches;
  }

  /** Whether there is a unique index of this field alone; it leaves out JSON null. */
  boolean isUnique(FieldPath path) {
    return unique.containsValue(List.of(path));
  }

  /** Whether a value of the field is found by an index, a unique one or one of searches. */
  boolean ofValues(FieldPath path) {
    return isUnique(path) || searches.ofValues(path);
  }

  /** The same of an index that the type declares. */
  boolean ofDeclaredValues(FieldPath path) {
    return isUnique(path)
        || searches.ofValues(path)
            && type.config().indexFields().stream().anyMatch(paths -> paths.contains(path));
  }

  /** Whether this class gives such names; other indexes are left alone. */
  boolean isOurs(String index) {
    return index != null && index.matches(Pattern.quote(table) + "_[uis]_[0-9a-f]+");
  }

  boolean isUnique(String index) {
    return unique.containsKey(index);
  }

  /** Name to the statement that creates it: constraints, other indexes, statistics. */
  Map<String, String> definitions(boolean concurrently) {
    String index = concurrently ? "INDEX CONCURRENTLY" : "INDEX";
    Map<String, String> all = new LinkedHashMap<>();
    unique.forEach(
        (name, paths) ->
            all.put(
                name,
                "CREATE UNIQUE %s %s ON %s (%s) WHERE deleted_at IS NULL%s"
                    .formatted(index, quoted(name), quoted(table), columns(paths), given(paths))));
    for (String definition : searches.definitions().keySet()) {
      String name = name("i", definition);
      all.put(
          name, "CREATE %s %s ON %s %s".formatted(index, quoted(name), quoted(table), definition));
    }
    for (String expression : searches.statistics()) {
      String name = name(STATISTICS, expression);
      all.put(
          name,
          "CREATE STATISTICS %s ON %s FROM %s".formatted(quoted(name), expression, quoted(table)));
    }
    return all;
  }

  /** The statement that drops what has such a name. */
  String drop(String name) {
    String what = name.startsWith(table + "_" + STATISTICS) ? "STATISTICS" : "INDEX CONCURRENTLY";
    return "DROP %s IF EXISTS %s".formatted(what, quoted(name));
  }

  /** The names of what a learned index consists of. */
  List<String> names(LearnedIndex index) {
    String kind = index.kind() == LearnedIndex.Kind.STATISTICS ? STATISTICS : "i";
    return searches.definitions(index).stream().map(sql -> name(kind, sql)).toList();
  }

  /** The index of the parts of an index field's texts, as it was named, to the field. */
  Map<String, FieldPath> formerParts() {
    return searches.formerParts().entrySet().stream()
        .collect(Collectors.toMap(entry -> name("i", entry.getValue()), Map.Entry::getKey));
  }

  /** Gathers the statistics that the planner uses; a new index has none. */
  String analysis() {
    return "ANALYZE " + quoted(table);
  }

  /** The fields of a unique index. */
  Optional<List<FieldPath>> uniqueFields(String index) {
    return Optional.ofNullable(unique.get(index));
  }

  /** Index name to its fields, constraints first. */
  Map<String, List<FieldPath>> fields() {
    Map<String, List<FieldPath>> all = new LinkedHashMap<>(unique);
    searches.definitions().forEach((definition, paths) -> all.put(name("i", definition), paths));
    return all;
  }

  /** What an index of a declared field serves, as in {@code TypeIndex}. */
  String kind(String name) {
    if (isUnique(name)) {
      return "UNIQUE";
    }
    return searches.definitions().keySet().stream()
        .filter(definition -> name("i", definition).equals(name))
        .map(SearchIndexes::kind)
        .findFirst()
        .orElseThrow()
        .name();
  }

  /** The fields of the index whose name is in an error message of the database. */
  Optional<List<FieldPath>> fieldsNamedIn(String message) {
    return fields().entrySet().stream()
        .filter(entry -> message != null && message.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static boolean canBeIndexed(List<FieldPath> paths) {
    return paths.stream().noneMatch(path -> path.segments().contains(FieldPath.ANY));
  }

  static String expression(FieldPath path) {
    return ValueSql.at("body", constant(path)).json();
  }

  static String columns(List<FieldPath> paths) {
    return paths.stream().map(TypeIndexes::expression).collect(Collectors.joining(", "));
  }

  /** JSON null counts as no value: many entities may have it. */
  static String given(List<FieldPath> paths) {
    return paths.stream()
        .map(path -> " AND %s <> 'null'::jsonb".formatted(expression(path)))
        .collect(Collectors.joining());
  }

  private String name(String kind, String content) {
    return "%s_%s_%s".formatted(table, kind, hash(content));
  }

  private static String quoted(String name) {
    return SqlQuote.identifier(name);
  }

  private static String hash(String text) {
    byte[] digest = Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
  }
}
