package org.attestry.registry.index;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.sql.SqlQuote;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.identifier.Sha256;

/**
 * The indexes of a type's partition. The name of an index consists of the partition's name and a
 * hash of the definition, so that the same declaration always results in the same index.
 */
public final class TypeIndexes {

  private static final int HASH_DIGITS = 16;

  /** The kind in the names of statistics, which an earlier version created. */
  private static final String STATISTICS = "s";

  private final PublishedType type;
  private final String table;
  private final Map<String, UniqueIndex> unique = new LinkedHashMap<>();
  private final SearchIndexes searches;

  public TypeIndexes(PublishedType type) {
    this.type = type;
    this.table = table(type.number());
    type.config().uniqueFields().stream()
        .filter(TypeIndexes::canBeIndexed)
        .flatMap(paths -> UniqueIndex.of(paths, type.config()).stream())
        .forEach(index -> unique.put(name("u", index.identity()), index));
    this.searches = new SearchIndexes(type);
  }

  /** Returns the name of the partition of a type. */
  public static String table(int number) {
    return "entity_" + number;
  }

  /** Returns the name of the constraint of a partition that is closed to new entities. */
  static String closed(int number) {
    return table(number) + "_closed";
  }

  /**
   * Returns a path as an SQL constant, as it appears in an index and in searches that are to use
   * the index.
   */
  public static String constant(FieldPath path) {
    return path.segments().stream()
        .map(SqlQuote::literal)
        .collect(Collectors.joining(",", "ARRAY[", "]"));
  }

  public PublishedType type() {
    return type;
  }

  public SearchIndexes searches() {
    return searches;
  }

  /** Whether there is a unique index of this field alone, which excludes JSON null. */
  public boolean isUnique(FieldPath path) {
    return unique.values().stream().anyMatch(index -> index.fields().equals(List.of(path)));
  }

  /** Whether an index finds values of the field, either a unique index or one for searches. */
  public boolean ofValues(FieldPath path) {
    return isUnique(path) || searches.ofValues(path);
  }

  /**
   * Whether an index has a name of the form that this class generates; other indexes are not
   * touched.
   */
  boolean isOurs(String index) {
    return index != null && index.matches(Pattern.quote(table) + "_[uis]_[0-9a-f]+");
  }

  /**
   * Whether an index must exist before the type is published. Of a constraint that an earlier
   * version of the service has created, values that differ in their normalization alone may be
   * stored: they do not stop a publication.
   */
  boolean isRequired(String index, Set<String> existing) {
    UniqueIndex wanted = unique.get(index);
    return wanted != null
        && !(wanted.isOfNormalizationAlone()
            && existing.contains(name("u", wanted.fields().toString())));
  }

  /**
   * Returns a map of name to the statement that creates the index: constraints, then other indexes.
   */
  Map<String, String> definitions(boolean concurrently) {
    String index = concurrently ? "INDEX CONCURRENTLY" : "INDEX";
    Map<String, String> all = new LinkedHashMap<>();
    unique.forEach(
        (name, rule) ->
            all.put(
                name,
                "CREATE UNIQUE %s %s ON %s (%s) WHERE deleted_at IS NULL%s"
                    .formatted(
                        index, quoted(name), quoted(table), rule.columns(), rule.condition())));
    for (String definition : searches.definitions().keySet()) {
      String name = name("i", definition);
      all.put(
          name, "CREATE %s %s ON %s %s".formatted(index, quoted(name), quoted(table), definition));
    }
    return all;
  }

  /** Returns the statement that drops the index or the statistics of this name. */
  String drop(String name) {
    String what = name.startsWith(table + "_" + STATISTICS) ? "STATISTICS" : "INDEX CONCURRENTLY";
    return "DROP %s IF EXISTS %s".formatted(what, quoted(name));
  }

  /** Returns the statement that gathers the planner's statistics, which a new index lacks. */
  String analysis() {
    return "ANALYZE " + quoted(table);
  }

  /** Returns the fields of a unique index. */
  public Optional<List<FieldPath>> uniqueFields(String index) {
    return Optional.ofNullable(unique.get(index)).map(UniqueIndex::fields);
  }

  /** Returns a map of index name to fields, constraints first. */
  Map<String, List<FieldPath>> fields() {
    Map<String, List<FieldPath>> all = new LinkedHashMap<>();
    unique.forEach((name, index) -> all.put(name, index.fields()));
    searches.definitions().forEach((definition, paths) -> all.put(name("i", definition), paths));
    return all;
  }

  /** Returns the fields of the index whose name is in an error message of the database. */
  Optional<List<FieldPath>> fieldsNamedIn(String message) {
    return fields().entrySet().stream()
        .filter(entry -> message != null && message.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static boolean canBeIndexed(List<FieldPath> paths) {
    return paths.stream().noneMatch(path -> path.segments().contains(FieldPath.ANY));
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
