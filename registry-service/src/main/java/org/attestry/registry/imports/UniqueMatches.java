package org.attestry.registry.imports;

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
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.imports.PgImportStore.Match;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.index.UniqueIndex;
import org.attestry.registry.sql.FittingSql;
import org.attestry.registry.sql.ValueSql;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/**
 * Finds which unique values of many bodies are already used, with one query for each unique index
 * that may have them. The database compares the values, in the same way as its index. In a dry run,
 * values of hidden fields are compared with entities that the caller sees in full view alone, so
 * that the result does not tell which values others have.
 */
final class UniqueMatches {

  /** Looks up each value in the index: the planner reads a table of up to 100,000 rows in whole. */
  private static final String SQL =
      """
      SELECT k.n AS place, min(k.n) OVER (PARTITION BY k.key) AS first, e.id AS holder,
        coalesce(e.bytes, 0) AS bytes, {row} AS held
      FROM (
        SELECT n, key::jsonb AS key, {casts}
        FROM unnest($1::int[], $2::text[], {arrays}) AS t(n, key, {names})) AS k
      LEFT JOIN LATERAL (
        SELECT id, {bytes} AS bytes FROM {entity} WHERE deleted_at IS NULL AND {equal}{own} LIMIT 1
      ) AS e ON true
      {checked}
      """;

  private static final String CHECKED =
      """
      LEFT JOIN LATERAL (
        SELECT row_no FROM entity_import_key
        WHERE import = $%d AND unique_number = $%d AND value = k.key LIMIT 1
      ) AS s ON true
      """;

  private final PublishedType type;
  private final EntityImport run;
  private final Caller caller;
  private final List<ObjectNode> bodies;
  private final List<List<Match>> found = new ArrayList<>();

  /** The query for one index. */
  record Query(UniqueIndex index, String sql, Tuple parameters, List<Violation> taken) {}

  UniqueMatches(PublishedType type, EntityImport run, Caller caller, List<ObjectNode> bodies) {
    this.type = type;
    this.run = run;
    this.caller = caller;
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
      for (UniqueIndex index : UniqueIndex.of(constraints.get(i), type.config())) {
        Query query = query(i, index);
        if (query != null) {
          queries.add(query);
        }
      }
    }
    return queries;
  }

  /** Returns the index whose keys a dry run stores for the values of a constraint. */
  static UniqueIndex keys(PublishedType type, List<FieldPath> fields) {
    return UniqueIndex.of(fields, type.config()).getLast();
  }

  /** Adds the result of a query; it replaces an earlier result for the same values. */
  UniqueMatches take(Query query, RowSet<Row> rows) {
    List<FieldPath> fields = query.index().fields();
    for (Row row : rows) {
      List<Match> matches = found.get(row.getInteger("place"));
      Match match =
          new Match(
              fields,
              row.getInteger("first"),
              row.getUUID("holder"),
              row.getLong("bytes"),
              row.getLong("held"),
              query.taken());
      boolean known = matches.stream().anyMatch(other -> other.fields().equals(fields));
      if (!known || match.holder() != null) {
        matches.removeIf(other -> other.fields().equals(fields));
        matches.add(match);
      }
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

  /** Returns the matches, with the rows of which the stored entities were made. */
  List<List<Match>> found(Map<UUID, Long> rows) {
    return found.stream()
        .map(matches -> matches.stream().map(match -> named(match, rows)).toList())
        .toList();
  }

  private static Match named(Match match, Map<UUID, Long> rows) {
    return match.holder() == null || !rows.containsKey(match.holder())
        ? match
        : new Match(
            match.fields(),
            match.group(),
            match.holder(),
            match.bytes(),
            rows.get(match.holder()),
            match.taken());
  }

  private Query query(int number, UniqueIndex index) {
    List<FieldPath> fields = index.fields();
    UniqueIndex normalized = keys(type, fields);
    List<Integer> places = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    List<List<String>> values = new ArrayList<>();
    fields.forEach(field -> values.add(new ArrayList<>()));
    for (int place = 0; place < bodies.size(); place++) {
      List<JsonNode> own = bodies.get(place) == null ? null : values(bodies.get(place), fields);
      if (own != null && index.has(own)) {
        places.add(place);
        keys.add(Json.write(normalized.key(own)).text());
        for (int i = 0; i < own.size(); i++) {
          values.get(i).add(Json.write(own.get(i)).text());
        }
      }
    }
    if (places.isEmpty()) {
      return null;
    }
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfInteger(places.toArray(Integer[]::new))
            .addArrayOfString(keys.toArray(String[]::new));
    values.forEach(column -> parameters.addArrayOfString(column.toArray(String[]::new)));
    if (run.dryRun()) {
      parameters.addUUID(run.id()).addInteger(number);
    }
    if (ofCallerOnly(fields)) {
      parameters.addArrayOfString(new String[] {caller.userId()});
    }
    return new Query(index, sql(index), parameters, PgFailures.taken(fields).violations());
  }

  /** Whether values are compared with the caller's own entities alone. */
  private boolean ofCallerOnly(List<FieldPath> fields) {
    return run.dryRun()
        && !caller.admin()
        && fields.stream().anyMatch(HiddenFields.of(type.config())::hide);
  }

  private String sql(UniqueIndex index) {
    int last = index.fields().size() + 2;
    String checked = run.dryRun() ? CHECKED.formatted(last + 1, last + 2) : "";
    List<ValueSql> values =
        IntStream.rangeClosed(1, index.fields().size())
            .mapToObj(i -> ValueSql.of("k.v" + i))
            .toList();
    String sql =
        SQL.replace("{checked}", checked)
            .replace(
                "{own}",
                ofCallerOnly(index.fields()) ? " AND owners @> $%d".formatted(last + 3) : "")
            .replace("{row}", run.dryRun() ? "s.row_no" : "NULL::bigint")
            .replace("{bytes}", run.upsert() == null ? "0" : FittingSql.ENTITY.whole())
            .replace("{casts}", each(index, "v%1$d::jsonb AS v%1$d"))
            .replace("{names}", each(index, "v%1$d"))
            .replace("{arrays}", each(index, "$%2$d::text[]"))
            .replace("{equal}", index.equal(values));
    return Database.PLANNED_ANEW + EntitySql.named(sql, type);
  }

  private static String each(UniqueIndex index, String form) {
    return IntStream.rangeClosed(1, index.fields().size())
        .mapToObj(i -> form.formatted(i, i + 2))
        .collect(Collectors.joining(", "));
  }
}
