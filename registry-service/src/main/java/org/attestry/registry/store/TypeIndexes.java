package org.attestry.registry.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeConfig;

/**
 * The indexes that a type's partition has. An index is named after the partition and the fields
 * that it is about, so that the same wish always means the same index. Values are compared as
 * jsonb: numbers as numbers, texts as texts.
 */
final class TypeIndexes {

  private static final int HASH_DIGITS = 16;

  private final String table;
  private final Map<String, List<FieldPath>> unique = new LinkedHashMap<>();
  private final Map<String, List<FieldPath>> plain = new LinkedHashMap<>();

  TypeIndexes(int number, TypeConfig config) {
    this.table = table(number);
    config.uniqueFields().stream()
        .filter(TypeIndexes::canBeIndexed)
        .forEach(paths -> unique.put(name("u", paths), paths));
    config.indexFields().stream()
        .filter(TypeIndexes::canBeIndexed)
        .filter(paths -> !unique.containsValue(paths))
        .forEach(paths -> plain.put(name("i", paths), paths));
  }

  /** The name of the partition of a type. */
  static String table(int number) {
    return "entity_" + number;
  }

  /** What a field is in an index and in a search that is to use it. */
  static String expression(FieldPath path) {
    return "(body #> ARRAY[%s])"
        .formatted(
            path.segments().stream().map(SqlQuote::literal).collect(Collectors.joining(",")));
  }

  /** Whether a name is one that this class gives: others are not touched. */
  boolean isOurs(String index) {
    return index != null && (index.startsWith(table + "_u_") || index.startsWith(table + "_i_"));
  }

  /** Index name to the statement that creates it. */
  Map<String, String> definitions(boolean concurrently) {
    String create = concurrently ? "INDEX CONCURRENTLY" : "INDEX";
    Map<String, String> all = new LinkedHashMap<>();
    unique.forEach(
        (name, paths) ->
            all.put(
                name,
                "CREATE UNIQUE %s %s ON %s (%s) WHERE deleted_at IS NULL%s"
                    .formatted(create, quoted(name), quoted(table), columns(paths), given(paths))));
    plain.forEach(
        (name, paths) ->
            all.put(
                name,
                "CREATE %s %s ON %s (%s) WHERE deleted_at IS NULL"
                    .formatted(create, quoted(name), quoted(table), columns(paths))));
    return all;
  }

  /** The fields of a unique index. */
  Optional<List<FieldPath>> uniqueFields(String index) {
    return Optional.ofNullable(unique.get(index));
  }

  /** The fields of the index that a message of the database names. */
  Optional<List<FieldPath>> fieldsNamedIn(String message) {
    Map<String, List<FieldPath>> all = new LinkedHashMap<>(unique);
    all.putAll(plain);
    return all.entrySet().stream()
        .filter(entry -> message != null && message.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static boolean canBeIndexed(List<FieldPath> paths) {
    return paths.stream().noneMatch(path -> path.segments().contains(FieldPath.ANY));
  }

  private static String columns(List<FieldPath> paths) {
    return paths.stream().map(TypeIndexes::expression).collect(Collectors.joining(", "));
  }

  /** JSON null is as good as no value: it is not unique. */
  private static String given(List<FieldPath> paths) {
    return paths.stream()
        .map(path -> " AND %s <> 'null'::jsonb".formatted(expression(path)))
        .collect(Collectors.joining());
  }

  private String name(String kind, List<FieldPath> paths) {
    return "%s_%s_%s".formatted(table, kind, hash(paths.toString()));
  }

  private static String quoted(String name) {
    return SqlQuote.identifier(name);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
