package org.attestry.registry.index;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.registry.types.LearnedIndex;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Sha256;

/**
 * A type with its learned indexes, built or not.
 *
 * @param learned the learned indexes, each with its stored state
 */
record StoredType(PublishedType type, Map<LearnedIndex, Learned> learned) {

  private static final int ID_DIGITS = 16;

  /** The stored state of a learned index. */
  record Learned(boolean pinned, boolean built) {}

  /** Reads a type from one row for each learned index, or from one row without an index. */
  static StoredType of(List<Row> rows) {
    Map<LearnedIndex, Learned> learned = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row.getString("kind") != null) {
        learned.put(
            PgLearnedIndexes.index(row),
            new Learned(row.getBoolean("pinned"), row.getBoolean("built")));
      }
    }
    Row first = rows.getFirst();
    EntityType type = Json.read(JsonBytes.of(first.getString("type")), EntityType.class);
    return new StoredType(
        new PublishedType(type, first.getInteger("number"), List.copyOf(learned.keySet())),
        learned);
  }

  /**
   * Returns the id of an index in requests: a hash, because a field may have characters that are
   * not allowed in URLs.
   */
  String id(LearnedIndex index) {
    String key = "%d %s %s".formatted(type.number(), index.kind(), index.field());
    return Sha256.hex(key).substring(0, ID_DIGITS);
  }

  /** Returns the key of the index in its table. */
  Optional<Tuple> find(String id) {
    return learned.keySet().stream()
        .filter(index -> id(index).equals(id))
        .findFirst()
        .map(index -> Tuple.of(type.number(), index.kind().name(), index.field().toString()));
  }
}
