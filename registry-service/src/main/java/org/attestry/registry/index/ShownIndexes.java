package org.attestry.registry.index;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeIndex;
import org.attestry.registry.types.LearnedIndex;

/**
 * The indexes of a type as an admin sees them.
 *
 * @param sizes index name to the row with size and last use, for the indexes that the partition has
 */
record ShownIndexes(StoredType stored, TypeIndexes indexes, Map<String, Row> sizes) {

  ShownIndexes(StoredType stored, Map<String, Row> sizes) {
    this(stored, new TypeIndexes(stored.type()), sizes);
  }

  List<TypeIndex> all() {
    List<TypeIndex> all = new ArrayList<>();
    Set<String> learned = new HashSet<>();
    stored.learned().keySet().forEach(index -> learned.addAll(indexes.names(index)));
    indexes
        .fields()
        .forEach(
            (name, fields) -> {
              if (!learned.contains(name)) {
                all.add(
                    shown(
                        null,
                        fields,
                        indexes.kind(name),
                        List.of(name),
                        new StoredType.Learned(false, sizes.containsKey(name))));
              }
            });
    stored
        .learned()
        .forEach(
            (index, what) ->
                all.add(
                    shown(
                        index,
                        List.of(index.field()),
                        index.kind().name(),
                        indexes.names(index),
                        what)));
    return all;
  }

  private TypeIndex shown(
      LearnedIndex learned,
      List<FieldPath> fields,
      String kind,
      List<String> names,
      StoredType.Learned what) {
    List<Row> found = names.stream().map(sizes::get).filter(Objects::nonNull).toList();
    return new TypeIndex(
        learned == null ? null : stored.id(learned),
        stored.type().name(),
        fields.stream().map(FieldPath::toString).toList(),
        kind,
        learned != null,
        what.pinned(),
        what.built(),
        found.stream().mapToLong(row -> row.getLong("bytes")).sum(),
        lastUse(found));
  }

  private static Instant lastUse(List<Row> found) {
    return found.stream()
        .map(row -> row.getOffsetDateTime("used"))
        .filter(Objects::nonNull)
        .map(time -> time.toInstant())
        .max(Instant::compareTo)
        .orElse(null);
  }
}
