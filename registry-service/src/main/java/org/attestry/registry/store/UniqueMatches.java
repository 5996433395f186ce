package org.attestry.registry.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.registry.domain.bulk.EntityImport;
import org.attestry.registry.domain.bulk.ImportStore.Match;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/**
 * Finds which unique values of many bodies are already used, with one query for each unique
 * constraint. The database compares the values, in the same way as its index.
 */
final class UniqueMatches {

  private static final String SQL =
      """
      SELECT k.n AS place, min(k.n) OVER (PARTITION BY {values}) AS first, e.id AS holder, {row} AS held
      FROM (SELECT n, {casts} FROM unnest($1::int[], {arrays}) AS t(n, {names})) AS k
      LEFT JOIN {entity} e ON e.deleted_at IS NULL AND {equal}
      {checked}
      """;

  private static final String CHECKED =
      """
      LEFT JOIN entity_import_key s
        ON s.import = $%d AND s.unique_number = $%d AND s.value = jsonb_build_array({values})
      """;

  private final PublishedType type;
  private final EntityImport run;
  private final List<ObjectNode> bodies;
  private final List<List<Match>> found = new ArrayList<>();

  /** The query for one constraint. */
  record Query(List<FieldPath> fields, String sql, Tuple parameters, List<Violation> taken) {}

  UniqueMatches(PublishedType type, EntityImport run, List<ObjectNode> bodies) {
    this.type = type;
    this.run = run;
    this.bodies = bodies;
    bodies.forEach(body -> found.add(new ArrayList<>()));
  }

  /** Returns the constraints of a type for which its partition has an index. */
  static List<List<FieldPath>> constraints(PublishedType type) {
    return type.config().uniqueFields().stream()
        .filter(fields -> fields.stream().noneMatch(f -> f.segments().contains(FieldPath.ANY)))
        .toList();
  }

  /** Returns the values of a body for a constraint; null if one of its fields has no value. */
  static List<JsonNode> values(ObjectNode body, List<FieldPath> fields) {
    List<JsonNode> values = new ArrayList<>();
    for (FieldPath field : fields) {
      JsonNode at = body;
      for (String segment : field.segments()) {
        at = at.path(segment);
      }
      if (at.isMissingNode() || at.isNull()) {
        return null;
      }
      values.add(at);
    }
    return values;
  }

  List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    List<List<FieldPath>> constraints = constraints(type);
    for (int i = 0; i < constraints.size(); i++) {
      Query query = query(i, constraints.get(i));
      if (query != null) {
        queries.add(query);
      }
    }
    return queries;
  }

  UniqueMatches take(Query query, RowSet<Row> rows) {
    for (Row row : rows) {
      found
          .get(row.getInteger("place"))
          .add(
              new Match(
                  query.fields(),
                  row.getInteger("first"),
                  row.getUUID("holder"),
                  row.getLong("held"),
                  query.taken()));
    }
    return this;
  }

  List<List<Match>> found() {
    return found;
  }

  /** Returns the stored entities that have values of the bodies. */
  Set<UUID> holders() {
    return found.stream()
        .flatMap(List::stream)
        .map(Match::holder)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** Returns what was found, with the rows that the stored entities result from. */
  List<List<Match>> found(Map<UUID, Long> rows) {
    return found.stream()
        .map(matches -> matches.stream().map(match -> named(match, rows)).toList())
        .toList();
  }

  private static Match named(Match match, Map<UUID, Long> rows) {
    return match.holder() == null || !rows.containsKey(match.holder())
        ? match
        : new Match(
            match.fields(), match.group(), match.holder(), rows.get(match.holder()), match.taken());
  }

  private Query query(int number, List<FieldPath> fields) {
    List<Integer> places = new ArrayList<>();
    List<List<String>> values = new ArrayList<>();
    fields.forEach(field -> values.add(new ArrayList<>()));
    for (int place = 0; place < bodies.size(); place++) {
      List<JsonNode> own = bodies.get(place) == null ? null : values(bodies.get(place), fields);
      if (own != null) {
        places.add(place);
        for (int i = 0; i < own.size(); i++) {
          values.get(i).add(Json.write(own.get(i)).text());
        }
      }
    }
    if (places.isEmpty()) {
      return null;
    }
    Tuple parameters = Tuple.tuple().addArrayOfInteger(places.toArray(Integer[]::new));
    values.forEach(column -> parameters.addArrayOfString(column.toArray(String[]::new)));
    if (run.dryRun()) {
      parameters.addUUID(run.id()).addInteger(number);
    }
    List<Violation> taken = PgFailures.taken(fields).violations();
    return new Query(fields, sql(fields), parameters, taken);
  }

  private String sql(List<FieldPath> fields) {
    int last = fields.size() + 1;
    String checked = run.dryRun() ? CHECKED.formatted(last + 1, last + 2) : "";
    String sql =
        SQL.replace("{checked}", checked)
            .replace("{row}", run.dryRun() ? "s.row_no" : "NULL::bigint")
            .replace("{values}", each(fields, "k.v%1$d", ", "))
            .replace("{casts}", each(fields, "v%1$d::jsonb AS v%1$d", ", "))
            .replace("{names}", each(fields, "v%1$d", ", "))
            .replace("{arrays}", each(fields, "$%2$d::text[]", ", "))
            .replace("{equal}", each(fields, "%3$s = k.v%1$d AND %3$s <> 'null'::jsonb", " AND "));
    return Database.PLANNED_ANEW + EntitySql.named(sql, type);
  }

  private static String each(List<FieldPath> fields, String form, String separator) {
    return IntStream.range(0, fields.size())
        .mapToObj(i -> form.formatted(i, i + 2, TypeIndexes.expression(fields.get(i))))
        .collect(Collectors.joining(separator));
  }
}
