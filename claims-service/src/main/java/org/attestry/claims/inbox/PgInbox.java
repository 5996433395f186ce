package org.attestry.claims.inbox;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.ClaimRows;
import org.attestry.claims.inbox.PgInbox.Candidate;
import org.attestry.claims.inbox.PgInbox.Candidates;
import org.attestry.claims.inbox.PgInbox.Count;
import org.attestry.claims.inbox.PgInbox.Lookup;
import org.attestry.claims.inbox.PgInbox.Selection;
import org.attestry.claims.inbox.PgInbox.StoredAudience;
import org.attestry.claims.inbox.PgInbox.Whole;
import org.attestry.condition.LookupKey;
import org.attestry.condition.PathValues;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.schema.Condition;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * Finds claims by indexes in the order of the list: each lookup key, audience, entity and raising
 * user is a range of an index, of which no more rows are read than the limit.
 */
public record PgInbox(Database database) {

  private static final String AUDIENCES =
      """
      SELECT id, entity, attestation_name, attestor_entity, condition, self_attestation
      FROM audience WHERE attestor_entity = $1
      UNION
      SELECT id, entity, attestation_name, attestor_entity, condition, self_attestation
      FROM audience WHERE entity = $1
      """;

  /** Finds the distinct lengths by index, going from each length to the next larger one. */
  private static final String LENGTHS =
      """
      WITH RECURSIVE found (audience_id, status, length) AS (
        SELECT a.id, s.status, (
          SELECT min(l.length) FROM claim_lookup l
          WHERE l.audience_id = a.id AND l.status = s.status AND l.length > 0)
        FROM unnest($1::bigint[]) AS a (id) CROSS JOIN (VALUES ('OPEN'), ('CLOSED')) AS s (status)
        UNION ALL
        SELECT f.audience_id, f.status, (
          SELECT min(l.length) FROM claim_lookup l
          WHERE l.audience_id = f.audience_id AND l.status = f.status AND l.length > f.length)
        FROM found f WHERE f.length IS NOT NULL
      )
      SELECT DISTINCT audience_id, length FROM found WHERE length IS NOT NULL
      """;

  /**
   * Parameters: $1 to $4 lookups, $5 and $6 whole audiences, $7 entities, $8 the user who raised
   * the claims, $9 the audiences for $7 and $8, $10 statuses, $11 and $12 position, $13 limit, $14
   * whether the caller sees all claims of the entities. Candidates are not selected by their
   * decision, so that a page ends after a number of them.
   */
  private static final String SELECTED =
      """
      SELECT f.created_at, f.id, k.exact, false AS own
      FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bool[])
             AS k (audience_id, length, value, exact)
      CROSS JOIN unnest($10::text[]) AS s (status)
      CROSS JOIN LATERAL (
        SELECT l.created_at, l.claim_id AS id FROM claim_lookup l
        WHERE l.audience_id = k.audience_id AND l.status = s.status AND l.length = k.length
          AND l.value = k.value COLLATE "C" AND (l.created_at, l.claim_id) < ($11, $12)
        ORDER BY l.created_at DESC, l.claim_id DESC LIMIT $13) AS f
      UNION ALL
      SELECT f.created_at, f.id, k.exact, false
      FROM unnest($5::bigint[], $6::bool[]) AS k (audience_id, exact)
      CROSS JOIN unnest($10::text[]) AS s (status)
      CROSS JOIN LATERAL (
        SELECT c.created_at, c.id FROM claim c
        WHERE c.audience_id = k.audience_id AND c.status = s.status
          AND (c.created_at, c.id) < ($11, $12)
        ORDER BY c.created_at DESC, c.id DESC LIMIT $13) AS f
      UNION ALL
      SELECT f.created_at, f.id, $14::bool, true
      FROM unnest($7::text[]) AS e (id)
      CROSS JOIN unnest($10::text[]) AS s (status)
      CROSS JOIN LATERAL (
        SELECT c.created_at, c.id FROM claim c
        WHERE c.entity_id = e.id AND c.status = s.status AND c.audience_id = ANY ($9::bigint[])
          AND (c.created_at, c.id) < ($11, $12)
        ORDER BY c.created_at DESC, c.id DESC LIMIT $13) AS f
      UNION ALL
      SELECT f.created_at, f.id, true, true
      FROM unnest($10::text[]) AS s (status)
      CROSS JOIN LATERAL (
        SELECT c.created_at, c.id FROM claim c
        WHERE c.raised_by = $8 AND c.status = s.status AND c.audience_id = ANY ($9::bigint[])
          AND (c.created_at, c.id) < ($11, $12)
        ORDER BY c.created_at DESC, c.id DESC LIMIT $13) AS f
      """;

  static final String CANDIDATES =
      "WITH selected AS MATERIALIZED ("
          + SELECTED
          + """
          ), found AS (
            SELECT created_at, id FROM selected
            GROUP BY created_at, id ORDER BY created_at DESC, id DESC LIMIT $13
          )
          SELECT * FROM (
            SELECT c.id, c.created_at, c.audience_id, c.entity_id, c.raised_by, c.requester,
              c.owners, c.decision, sum(octet_length(c.requester)) OVER newest AS bytes,
              row_number() OVER newest AS place, count(*) OVER () AS candidates
            FROM found f JOIN claim c ON c.id = f.id
            WINDOW newest AS (
              ORDER BY f.created_at DESC, f.id DESC ROWS UNBOUNDED PRECEDING)
          ) AS sized
          WHERE place = 1 OR bytes <= 1000000
          ORDER BY place
          """;

  /**
   * Selects the claims about the caller's own entities that the caller may not decide. The rows of
   * the index on owners are read in full, so that the planner cannot choose another plan because of
   * the limit.
   */
  private static final String OWNED =
      """
      WITH owned AS MATERIALIZED (
        SELECT id, audience_id, status FROM claim WHERE owners @> ARRAY[$1]::text[]
      )
      SELECT o.id FROM owned o JOIN audience a ON a.id = o.audience_id
      WHERE o.status = ANY ($2) AND NOT a.self_attestation
      LIMIT $3
      """;

  /**
   * Counts with the indexes and the claims that the caller has raised. Claims that the caller ($15)
   * has raised, and claims about the caller's entities ($16), are counted only if they are selected
   * as the caller's own. $17 is the decision of those that are counted, or NULL.
   */
  static final String COUNT =
      "WITH selected AS MATERIALIZED (SELECT * FROM ("
          + SELECTED
          + """
          ) AS every LIMIT $13
          ), found AS (
            SELECT id, bool_or(exact) AS exact, bool_or(own) AS own FROM selected GROUP BY id
          ), raised AS MATERIALIZED (
            SELECT r.id, a.self_attestation
            FROM unnest($10::text[]) AS s (status)
            CROSS JOIN LATERAL (
              SELECT c.id, c.audience_id FROM claim c
              WHERE c.raised_by = $15 AND c.status = s.status
              ORDER BY c.created_at DESC, c.id DESC LIMIT $13) AS r
            JOIN audience a ON a.id = r.audience_id
          )
          SELECT count(*) AS total,
                 coalesce(bool_and(f.exact), true)
                   AND (SELECT count(*) FROM selected) < $13
                   AND (SELECT count(*) FROM raised) < $13 AS exact
          FROM found f
          WHERE (f.own OR (f.id <> ALL ($16::uuid[])
            AND NOT EXISTS (SELECT FROM raised r WHERE r.id = f.id AND NOT r.self_attestation)))
            AND ($17::text IS NULL
              OR EXISTS (SELECT FROM claim c WHERE c.id = f.id AND c.decision = $17))
          """;

  /**
   * Returns the audiences of claims about entities of a type, and of claims that members of the
   * type decide.
   */
  public Future<List<StoredAudience>> audiences(String type) {
    return database
        .shortReads(AUDIENCES)
        .execute(Tuple.of(type))
        .map(rows -> Rows.list(rows, PgInbox::storedAudience));
  }

  /**
   * Returns, for each audience, the lengths of the texts in the keys by which its claims are found.
   */
  public Future<Map<Long, Set<Integer>>> lengths(List<Long> audiences) {
    return database
        .orderedScans(LENGTHS)
        .execute(Tuple.tuple().addArrayOfLong(audiences.toArray(Long[]::new)))
        .map(
            rows ->
                rows.stream()
                    .collect(
                        Collectors.groupingBy(
                            row -> row.getLong("audience_id"),
                            Collectors.mapping(
                                row -> row.getInteger("length"), Collectors.toSet()))));
  }

  /** Returns some of the selected claims, newest first; at least one if any is left. */
  public Future<Candidates> candidates(Selection selection, ClaimPosition from, int limit) {
    return database
        .orderedScans(CANDIDATES)
        .execute(parameters(selection, from, limit))
        .map(rows -> candidates(rows, limit));
  }

  private static Candidates candidates(RowSet<Row> rows, int limit) {
    List<Candidate> found = Rows.list(rows, PgInbox::candidate);
    long candidates = found.isEmpty() ? 0 : Rows.one(rows).getLong("candidates");
    return new Candidates(found, candidates == limit || candidates > found.size());
  }

  /**
   * Counts the selected claims.
   *
   * @param most the number at which counting stops
   */
  public Future<Count> count(Selection selection, ClaimPosition from, int most) {
    return owned(selection, most).compose(owned -> count(selection, from, most, owned));
  }

  private Future<List<UUID>> owned(Selection selection, int most) {
    return selection.notOf() == null
        ? Future.succeededFuture(List.of())
        : database
            .shortReads(OWNED)
            .execute(Tuple.of(selection.notOf(), statuses(selection), most))
            .map(rows -> Rows.list(rows, row -> row.getUUID("id")));
  }

  private Future<Count> count(Selection selection, ClaimPosition from, int most, List<UUID> owned) {
    return database
        .orderedScans(COUNT)
        .execute(countParameters(selection, from, most, owned))
        .map(Rows::one)
        .map(
            row -> new Count(row.getLong("total"), row.getBoolean("exact") && owned.size() < most));
  }

  static Tuple countParameters(
      Selection selection, ClaimPosition from, int most, List<UUID> owned) {
    return parameters(selection, from, most)
        .addString(selection.notOf())
        .addArrayOfUUID(owned.toArray(UUID[]::new))
        .addString(selection.decision() == null ? null : selection.decision().name());
  }

  static Tuple parameters(Selection selection, ClaimPosition from, int limit) {
    List<LookupKey> keys = selection.lookups().stream().map(Lookup::key).toList();
    return Tuple.tuple()
        .addArrayOfLong(selection.lookups().stream().map(Lookup::audienceId).toArray(Long[]::new))
        .addArrayOfInteger(keys.stream().map(LookupKey::length).toArray(Integer[]::new))
        .addArrayOfString(keys.stream().map(LookupKey::value).toArray(String[]::new))
        .addArrayOfBoolean(selection.lookups().stream().map(Lookup::exact).toArray(Boolean[]::new))
        .addArrayOfLong(selection.whole().stream().map(Whole::audienceId).toArray(Long[]::new))
        .addArrayOfBoolean(selection.whole().stream().map(Whole::exact).toArray(Boolean[]::new))
        .addArrayOfString(selection.entities().toArray(String[]::new))
        .addString(selection.raisedBy())
        .addArrayOfLong(selection.owned().toArray(Long[]::new))
        .addArrayOfString(statuses(selection))
        .addOffsetDateTime(Rows.utc(from.before()))
        .addUUID(from.beforeId())
        .addInteger(limit)
        .addBoolean(selection.exact());
  }

  private static String[] statuses(Selection selection) {
    return selection.statuses().stream().map(ClaimStatus::name).toArray(String[]::new);
  }

  private static StoredAudience storedAudience(Row row) {
    return new StoredAudience(
        row.getLong("id"),
        row.getString("entity"),
        row.getString("attestation_name"),
        row.getString("attestor_entity"),
        ClaimRows.condition(row),
        row.getBoolean("self_attestation"));
  }

  private static Candidate candidate(Row row) {
    String decision = row.getString("decision");
    return new Candidate(
        row.getUUID("id"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getLong("audience_id"),
        row.getString("entity_id"),
        row.getString("raised_by"),
        ClaimRows.requester(row),
        List.of(row.getArrayOfStrings("owners")),
        decision == null ? null : Decision.valueOf(decision));
  }

  /**
   * A version of a policy under which claims were raised.
   *
   * @param entity the requester's type
   * @param name the policy's name
   */
  public record StoredAudience(
      long id,
      String entity,
      String name,
      String attestorEntity,
      Condition condition,
      boolean selfAttestation) {

    boolean attestedBy(String type) {
      return attestorEntity.equals(type);
    }

    boolean isMeant(ListClaimsRequest request) {
      return (request.entity() == null || request.entity().equals(entity))
          && (request.attestationName() == null || request.attestationName().equals(name));
    }

    Audience of(Candidate claim) {
      return new Audience(
          attestorEntity, condition, selfAttestation, claim.requester(), claim.owners());
    }
  }

  /**
   * The data of a claim by which the access to it is decided.
   *
   * @param decision null for an open claim
   */
  public record Candidate(
      UUID id,
      Instant createdAt,
      long audienceId,
      String entityId,
      String raisedBy,
      SortedMap<String, PathValues> requester,
      List<String> owners,
      Decision decision) {}

  /**
   * @param more whether others follow, because of the limit or of the size of these
   */
  public record Candidates(List<Candidate> claims, boolean more) {}

  /**
   * Selects the claims of an audience with a lookup key.
   *
   * @param exact whether the caller may decide each of these claims
   */
  public record Lookup(long audienceId, LookupKey key, boolean exact) {}

  /** Selects all claims of an audience, with {@code exact} as in {@link Lookup}. */
  public record Whole(long audienceId, boolean exact) {}

  /**
   * The index ranges in which the claims of a list are.
   *
   * @param lookups the lookups of an attestor
   * @param whole the audiences of an attestor or admin of which all claims are selected
   * @param entities the entities whose claims are selected
   * @param raisedBy the user whose raised claims are selected, or null
   * @param owned the audiences to which the claims of {@code entities} and {@code raisedBy} are
   *     restricted
   * @param notOf the user whose own claims are not counted among those that the user may decide as
   *     an attestor, or null
   * @param exact whether the caller sees all claims of {@code entities}
   * @param decision only claims that were closed in this way; null for any. No index has it: the
   *     candidates have other claims, too, and counts do not
   */
  public record Selection(
      List<Lookup> lookups,
      List<Whole> whole,
      Set<String> entities,
      String raisedBy,
      List<Long> owned,
      List<ClaimStatus> statuses,
      String notOf,
      boolean exact,
      Decision decision) {

    boolean isMeant(Candidate claim) {
      return decision == null || decision == claim.decision();
    }
  }

  /**
   * The number of claims.
   *
   * @param exact whether the number is exact; otherwise there may be more or fewer
   */
  public record Count(long total, boolean exact) {}
}
