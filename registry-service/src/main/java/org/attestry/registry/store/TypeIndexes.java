package org.attestry.registry.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.domain.types.DefinitionFields;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * The indexes that a type's partition has. An index is named after the partition and the fields
 * that it is about, so that the same wish always means the same index. Values are compared as
 * jsonb: numbers as numbers, texts as texts. A text has an index for substrings too; of what stands
 * in a list, any item is found by equality.
 */
final class TypeIndexes {

  private static final int HASH_DIGITS = 16;

  private final String table;
  private final DefinitionFields fields;
  private final Map<String, List<FieldPath>> unique = new LinkedHashMap<>();
  private final Map<String, List<FieldPath>> ordered = new LinkedHashMap<>();
  private final Map<String, FieldPath> texts = new LinkedHashMap<>();
  private final Map<String, FieldPath> lists = new LinkedHashMap<>();

  private TypeIndexes(int number, TypeConfig config, DefinitionFields fields) {
    this.table = table(number);
    this.fields = fields;
    config.uniqueFields().stream()
        .filter(paths -> paths.stream().noneMatch(path -> path.segments().contains(FieldPath.ANY)))
        .forEach(paths -> unique.put(name("u", paths), paths));
    config.indexFields().forEach(this::index);
  }

  static TypeIndexes of(PublishedType type) {
    return new TypeIndexes(type.number(), type.config(), type.fields());
  }

  private void index(List<FieldPath> paths) {
    if (paths.stream().anyMatch(this::isList)) {
      paths.forEach(
          path -> {
            if (isList(path)) {
              lists.put(name("a", List.of(path)), path);
            } else {
              index(List.of(path));
            }
          });
      return;
    }
    if (!unique.containsValue(paths)) {
      ordered.put(name("i", paths), paths);
    }
    if (paths.size() == 1 && fields.mayBeText(names(paths.getFirst()))) {
      texts.put(name("t", paths), paths.getFirst());
    }
  }

  private boolean isList(FieldPath path) {
    if (path.segments().contains(FieldPath.ANY)) {
      return true;
    }
    DefinitionFields.Field field = fields.find(path.segments());
    return field != null && field.repeated();
  }

  private static List<String> names(FieldPath path) {
    return path.segments().stream().filter(segment -> !segment.equals(FieldPath.ANY)).toList();
  }

  /** The name of the partition of a type. */
  static String table(int number) {
    return "entity_" + number;
  }

  /** What a field is in an index and in a search that is to use it. */
  static String expression(FieldPath path) {
    return "(body #> %s)".formatted(array(path));
  }

  /** A field as text: the trigram index on it serves {@code LIKE} and {@code ILIKE}. */
  static String text(FieldPath path) {
    return "(body #>> %s)".formatted(array(path));
  }

  /**
   * All items that a path finds, through every array on its way, as a jsonb array: the index on it
   * serves {@code @> '["value"]'::jsonb}.
   */
  static String items(FieldPath path) {
    String steps =
        names(path).stream()
            .map(name -> "." + Json.write(JsonNodeFactory.instance.textNode(name)).text())
            .collect(Collectors.joining("", "$", "[*]"));
    return "jsonb_path_query_array(body, %s::jsonpath)".formatted(SqlQuote.literal(steps));
  }

  private static String array(FieldPath path) {
    return path.segments().stream()
        .map(SqlQuote::literal)
        .collect(Collectors.joining(",", "ARRAY[", "]"));
  }

  /** Whether a name is one that this class gives: others are not touched. */
  boolean isOurs(String index) {
    return index != null && index.matches(Pattern.quote(table) + "_[uita]_[0-9a-f]+");
  }

  boolean isUnique(String index) {
    return unique.containsKey(index);
  }

  /** Index name to the statement that creates it, constraints first. */
  Map<String, String> definitions(boolean concurrently) {
    String index = concurrently ? "INDEX CONCURRENTLY" : "INDEX";
    Map<String, String> all = new LinkedHashMap<>();
    unique.forEach(
        (name, paths) ->
            all.put(name, create("UNIQUE " + index, name, columns(paths), given(paths))));
    ordered.forEach((name, paths) -> all.put(name, create(index, name, columns(paths), "")));
    texts.forEach(
        (name, path) -> all.put(name, inverted(index, name, text(path) + " gin_trgm_ops")));
    lists.forEach(
        (name, path) ->
            all.put(name, inverted(index, name, "(" + items(path) + ") jsonb_path_ops")));
    return all;
  }

  private String create(String index, String name, String columns, String more) {
    return "CREATE %s %s ON %s (%s) WHERE deleted_at IS NULL%s"
        .formatted(index, quoted(name), quoted(table), columns, more);
  }

  private String inverted(String index, String name, String column) {
    return "CREATE %s %s ON %s USING gin (%s) WHERE deleted_at IS NULL"
        .formatted(index, quoted(name), quoted(table), column);
  }

  /** The fields of a unique index. */
  Optional<List<FieldPath>> uniqueFields(String index) {
    return Optional.ofNullable(unique.get(index));
  }

  /** The fields of the index that a message of the database names. */
  Optional<List<FieldPath>> fieldsNamedIn(String message) {
    Map<String, List<FieldPath>> all = new LinkedHashMap<>(unique);
    all.putAll(ordered);
    return all.entrySet().stream()
        .filter(entry -> message != null && message.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  static String columns(List<FieldPath> paths) {
    return paths.stream().map(TypeIndexes::expression).collect(Collectors.joining(", "));
  }

  /** JSON null is as good as no value: it is not unique. */
  static String given(List<FieldPath> paths) {
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
