package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.store.TrigramFrequencies.Sample;
import org.attestry.runtime.postgres.Database;

/**
 * Reads what PostgreSQL has noted of the texts of indexed fields when it last analyzed a partition:
 * those that are frequent, and some hundred from all over the others.
 */
final class TextStatistics {

  private static final String NOTED =
      """
      SELECT tablename, null_frac, most_common_vals::text::text[] AS frequent,
        most_common_freqs AS shares, histogram_bounds::text::text[] AS others
      FROM pg_stats WHERE schemaname = current_schema() AND tablename = ANY ($1)
      """;

  private final Database database;

  TextStatistics(Database database) {
    this.database = database;
  }

  /** What is known of each field; a field that was never analyzed is not there. */
  Future<Map<FieldPath, TrigramFrequencies>> read(TypeIndexes indexes) {
    Map<String, FieldPath> names = indexes.ofTextValues();
    if (names.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return database
        .searches(NOTED)
        .execute(Tuple.of(names.keySet().toArray(String[]::new)))
        .map(
            rows -> {
              Map<FieldPath, TrigramFrequencies> known = new HashMap<>();
              rows.forEach(
                  row ->
                      known.put(
                          names.get(row.getString("tablename")),
                          TrigramFrequencies.of(samples(row))));
              return known;
            });
  }

  private static List<Sample> samples(Row row) {
    List<Sample> samples = new ArrayList<>();
    double left = 1 - row.getFloat("null_frac");
    String[] frequent = texts(row, "frequent");
    for (int i = 0; i < frequent.length; i++) {
      double share = row.getArrayOfFloats("shares")[i];
      samples.add(new Sample(frequent[i], share));
      left -= share;
    }
    String[] others = texts(row, "others");
    for (String other : others) {
      samples.add(new Sample(other, left / others.length));
    }
    return samples;
  }

  private static String[] texts(Row row, String column) {
    String[] texts = row.getArrayOfStrings(column);
    return texts == null ? new String[0] : texts;
  }
}
