package org.attestry.registry.credential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * The entities with credentials that are yet to be signed, in the table {@code due_credential}. The
 * transaction that stores an entity records it there.
 */
public record PgDueCredentials(Database database) {

  /**
   * The part name of the entity's own credential; the other part names are osids of attestations.
   */
  public static final String CONTENT = "";

  /** The failure when a credential is read that is not signed yet. */
  public static final Failure PENDING =
      Failure.of(
          FailureKind.UNAVAILABLE,
          "registry.credential.pending",
          "The credential of this version is not signed yet; try again shortly.");

  /** The names of {@link #numbers}. */
  public static final List<String> NUMBERS =
      List.of(
          "credentialsDue",
          "credentialsDueOldestSeconds",
          "credentialsRefused",
          "credentialsParked");

  /** Counting stops at 100,000. */
  private static final String COUNT =
      """
      SELECT
        (SELECT count(*) FROM (SELECT FROM due_credential LIMIT 100000) AS counted),
        (SELECT greatest(0, extract(epoch FROM now() - since))::bigint
          FROM due_credential ORDER BY since LIMIT 1),
        (SELECT count(*) FROM (
          SELECT FROM due_credential WHERE refusal IS NOT NULL LIMIT 100000) AS counted),
        (SELECT count(*) FROM (
          SELECT FROM due_credential WHERE unended > 1 LIMIT 100000) AS counted)
      """;

  private static final String IS_ANY_DUE =
      """
      SELECT EXISTS (SELECT FROM due_credential WHERE attempts = 0 AND due <= now())
        OR EXISTS (SELECT FROM due_credential WHERE attempts > 0 AND unended = 0 AND due <= now())
      """;

  /**
   * Leases due entities. First attempts do not wait behind retries, and leave a quarter of the
   * number to them. That an attempt begins is recorded before it does.
   */
  private static final String TAKE =
      """
      WITH first AS (
        SELECT entity_id FROM due_credential
        WHERE attempts = 0 AND due <= now() ORDER BY due LIMIT $1 - $1 / 4 FOR UPDATE SKIP LOCKED
      ), repeated AS (
        SELECT entity_id FROM due_credential
        WHERE attempts > 0 AND unended = 0 AND due <= now() ORDER BY due
        LIMIT $1 - (SELECT count(*) FROM first) FOR UPDATE SKIP LOCKED
      ), taken AS (
        UPDATE due_credential
        SET attempts = attempts + 1, unended = 1, due = now() + interval '30 seconds'
        WHERE entity_id IN (SELECT entity_id FROM first UNION ALL SELECT entity_id FROM repeated)
        RETURNING entity_id, type, version
      )
      SELECT taken.entity_id, taken.version, known.name
      FROM taken LEFT JOIN entity_type AS known ON known.number = taken.type
      """;

  /**
   * Leases an entity whose last attempt did not end, because it, or another entity, ended a
   * process.
   */
  private static final String TAKE_ALONE =
      """
      WITH taken AS (
        UPDATE due_credential
        SET attempts = attempts + 1, unended = 2, due = now() + interval '30 seconds'
        WHERE entity_id = (
          SELECT entity_id FROM due_credential
          WHERE unended = 1 AND due <= now() ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING entity_id, type, version
      )
      SELECT taken.entity_id, taken.version, known.name
      FROM taken LEFT JOIN entity_type AS known ON known.number = taken.type
      """;

  /** Locks rows in the order of ids, as changes of entities do. */
  private static final String SETTLED =
      """
      DELETE FROM due_credential WHERE entity_id IN (
        SELECT due.entity_id
        FROM due_credential AS due
        JOIN unnest($1::uuid[], $2::bigint[]) AS settled (entity_id, version)
          ON settled.entity_id = due.entity_id AND due.version <= settled.version
        ORDER BY due.entity_id
        FOR UPDATE OF due)
      """;

  /** Updates the entities after an id, in the order of ids. */
  private static final String RETRY_REFUSED =
      """
      WITH retried AS (
        UPDATE due_credential SET due = now(), attempts = 0, unended = 0
        WHERE entity_id IN (
          SELECT entity_id FROM due_credential
          WHERE (refusal IS NOT NULL OR unended > 1)
            AND entity_id > $2
            AND type IN (SELECT number FROM entity_type WHERE name = ANY ($1))
          ORDER BY entity_id
          LIMIT $3
          FOR UPDATE)
        RETURNING entity_id
      )
      SELECT entity_id FROM retried ORDER BY entity_id
      """;

  private static final String BY_PART = "byPart";

  /** An entity has up to thousands of attestations, and a failure up to a hundred violations. */
  private static final int MOST_REFUSALS = 100;

  private static final int MOST_VIOLATIONS = 10;

  private static final int RETRIED_AT_ONCE = 1_000;
  private static final UUID FIRST = new UUID(0, 0);

  private static final String POSTPONE =
      """
      UPDATE due_credential
      SET due = now() + least(interval '0.5 seconds' * power(2, least(attempts, 5)), interval '10 seconds'),
        unended = CASE WHEN $3 THEN unended ELSE greatest(unended - 1, 0) END
      WHERE entity_id = $1 AND version <= $2
      """;

  private static final String REFUSE =
      """
      UPDATE due_credential
      SET refusal = $3, unended = 0,
          due = now() + least(
            interval '15 seconds' * power(2, least(attempts, 10)),
            CASE WHEN $4 THEN interval '5 minutes' ELSE interval '1 hour' END)
      WHERE entity_id = $1 AND version <= $2
      """;

  private static final String REFUSAL = "SELECT refusal FROM due_credential WHERE entity_id = $1";

  /**
   * Leases entities whose credentials are to be signed now, those with the longest wait first. For
   * thirty seconds no other call leases them, unless the entity changes. Those whose last attempt
   * has not ended are left out.
   */
  public Future<List<DueEntity>> take(int most) {
    return isAnyDue()
        .compose(
            any ->
                any
                    ? database.writes(TAKE).execute(Tuple.of(most)).map(PgDueCredentials::taken)
                    : Future.succeededFuture(List.of()));
  }

  /**
   * Leases one entity whose last attempt has not ended within thirty seconds, or lost a replica of
   * the credential service. If this one does not end either, it is the last one until the entity or
   * its type changes.
   */
  public Future<List<DueEntity>> takeAlone() {
    return database.writes(TAKE_ALONE).execute().map(PgDueCredentials::taken);
  }

  private static List<DueEntity> taken(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new DueEntity(
                    row.getUUID("entity_id"), row.getString("name"), row.getLong("version")))
        .toList();
  }

  private Future<Boolean> isAnyDue() {
    return database.shortReads(IS_ANY_DUE).execute().map(rows -> Rows.one(rows).getBoolean(0));
  }

  /** Removes the entities whose due version is the given one or an older one. */
  public Future<Void> settled(List<Settled> entities) {
    Tuple values =
        Tuple.tuple()
            .addArrayOfUUID(entities.stream().map(Settled::entity).toArray(UUID[]::new))
            .addArrayOfLong(entities.stream().map(Settled::version).toArray(Long[]::new));
    return database.writes(SETTLED).execute(values).mapEmpty();
  }

  /** Schedules an immediate retry for all entities of these types with a stored refusal. */
  public Future<Void> retryRefused(List<String> types) {
    AtomicReference<UUID> last = new AtomicReference<>(FIRST);
    return AsyncLoop.repeat(
        () ->
            retryRefused(types, last.get())
                .map(
                    retried -> {
                      retried.forEach(last::set);
                      return retried.size() == RETRIED_AT_ONCE;
                    }));
  }

  private Future<List<UUID>> retryRefused(List<String> types, UUID after) {
    return database
        .writes(RETRY_REFUSED)
        .execute(Tuple.of(types.toArray(String[]::new), after, RETRIED_AT_ONCE))
        .map(rows -> Rows.list(rows, row -> row.getUUID(0)));
  }

  /**
   * Schedules a retry after a few seconds, if the entity still has this version.
   *
   * @param lost whether the attempt may have ended a process, so that it counts as not ended
   */
  public Future<Void> postpone(UUID entity, long version, boolean lost) {
    return database.writes(POSTPONE).execute(Tuple.of(entity, version, lost)).mapEmpty();
  }

  /**
   * Records that some credentials cannot be made from this version. They are retried, because keys,
   * issuers and templates may change. The pause between retries grows to at most one hour, or five
   * minutes after an internal fault.
   */
  public Future<Void> refuse(UUID entity, long version, Refusals why) {
    return database
        .writes(REFUSE)
        .execute(Tuple.of(entity, version, written(why.byPart()), why.fault()))
        .mapEmpty();
  }

  /**
   * Returns the first failure, in the format from before there were several, with all failures in
   * its member {@link #BY_PART}; null for none. The first failure also represents those of the
   * parts after the hundredth.
   */
  private static String written(Map<String, Failure> byPart) {
    if (byPart.isEmpty()) {
      return null;
    }
    ObjectNode listed = Json.object();
    byPart.entrySet().stream()
        .limit(MOST_REFUSALS)
        .forEach(one -> listed.set(one.getKey(), shortened(one.getValue())));
    ObjectNode first = shortened(byPart.values().iterator().next());
    return first.set(BY_PART, listed).toString();
  }

  private static ObjectNode shortened(Failure failure) {
    List<Violation> all = failure.violations();
    int kept = Math.min(all.size(), MOST_VIOLATIONS);
    Failure stored =
        new Failure(
            failure.kind(),
            failure.code(),
            failure.message(),
            all.subList(0, kept),
            failure.moreViolations() + all.size() - kept,
            null);
    return Json.read(Json.write(stored), ObjectNode.class);
  }

  /**
   * Returns why a credential could not be made from the current version of the entity; null if no
   * reason is stored.
   *
   * @param part {@link #CONTENT}, or the osid of an attestation
   */
  public Future<Failure> refusal(UUID entity, String part) {
    return database
        .shortReads(REFUSAL)
        .execute(Tuple.of(entity))
        .map(
            rows ->
                Rows.first(rows, row -> row.getString(0))
                    .map(written -> refusal(JsonBytes.of(written), part))
                    .orElse(null));
  }

  private static Failure refusal(JsonBytes written, String part) {
    JsonNode byPart = Json.read(written).path(BY_PART);
    if (byPart.isMissingNode()) {
      return Json.read(written, Failure.class);
    }
    if (byPart.has(part)) {
      return Json.read(Json.write(byPart.get(part)), Failure.class);
    }
    return byPart.size() < MOST_REFUSALS ? null : Json.read(written, Failure.class);
  }

  /**
   * Returns how many entities wait, for how many seconds the first of them has waited, and how many
   * were refused.
   */
  public Future<List<Long>> numbers() {
    return database
        .shortReads(COUNT)
        .execute()
        .map(Rows::one)
        .map(row -> IntStream.range(0, NUMBERS.size()).mapToObj(row::getLong).toList());
  }

  /** Returns why the due credential of a part of an entity cannot be read now. */
  public Future<Failure> whyPending(UUID entity, String part) {
    return refusal(entity, part).map(why -> why == null ? PENDING : refused(why));
  }

  private static Failure refused(Failure why) {
    return new Failure(
        FailureKind.UNPROCESSABLE,
        "registry.credential.refused",
        "No credential can be made from this version: " + why.message(),
        why.violations(),
        why.moreViolations(),
        null);
  }

  /**
   * @param type the name of the entity's type, or null if the type no longer exists
   */
  public record DueEntity(UUID entity, String type, long version) {}

  /**
   * The parts of an entity for which no credential could be made.
   *
   * @param byPart the reason for each part: {@link #CONTENT}, or the osid of an attestation
   * @param fault whether other parts were refused because of an internal fault; their credentials
   *     are reported as pending
   */
  public record Refusals(Map<String, Failure> byPart, boolean fault) {}

  /** An entity that has no due credential up to and including a version. */
  public record Settled(UUID entity, long version) {}
}
