package org.attestry.claims;

import static org.attestry.testkit.Futures.await;

import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.attestry.claims.claim.Audience;
import org.attestry.condition.LookupKey;
import org.attestry.condition.PathValues;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/** Many claims, written past the service. */
public final class ManyClaims {

  static final int ATTESTORS = 1_000;

  private ManyClaims() {}

  /** What claims and attestors have in common. */
  public enum Shape {
    SHARED_VALUE,
    REQUESTERS_OWN_ID,
    TEN_OPEN_OF_MANY;

    Condition condition() {
      return new Comparison(
          this == REQUESTERS_OWN_ID ? Comparator.CONTAINS : Comparator.EQUALS,
          new Values(Side.ATTESTOR, FieldPath.of("value")),
          new Values(Side.REQUESTER, FieldPath.of("value")));
    }

    public String valueOf(int claim) {
      return switch (this) {
        case SHARED_VALUE -> "school-" + claim % ATTESTORS;
        case REQUESTERS_OWN_ID -> new UUID(0, claim).toString();
        case TEN_OPEN_OF_MANY -> "school";
      };
    }

    ClaimStatus statusOf(int claim, int claims) {
      boolean closed = this == TEN_OPEN_OF_MANY && claim % Math.max(1, claims / 10) != 0;
      return closed ? ClaimStatus.CLOSED : ClaimStatus.OPEN;
    }
  }

  public static String entityOf(int claim) {
    return new UUID(1, claim).toString();
  }

  /** Replaces all claims with these; returns the id of their audience. */
  public static long store(Database database, Shape shape, int claims) {
    await(database.writes().query("TRUNCATE claim, claim_lookup, audience").execute());
    long audience =
        await(
                database
                    .writes(
                        """
                        INSERT INTO audience
                          (digest, entity, attestation_name, attestor_entity, condition)
                        VALUES ('x', 'Student', 'p', 'Teacher', $1) RETURNING id
                        """)
                    .execute(Tuple.of(Json.write(shape.condition()).text())))
            .iterator()
            .next()
            .getLong(0);
    for (int from = 0; from < claims; from += 5_000) {
      store(
          database, shape, audience, IntStream.range(from, Math.min(claims, from + 5_000)), claims);
    }
    await(database.writes().query("VACUUM (ANALYZE) claim").execute());
    await(database.writes().query("VACUUM (ANALYZE) claim_lookup").execute());
    return audience;
  }

  private static void store(
      Database database, Shape shape, long audience, IntStream numbers, int claims) {
    List<Tuple> rows = new ArrayList<>();
    List<Tuple> keys = new ArrayList<>();
    OffsetDateTime base = OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    numbers.forEach(
        number -> {
          UUID id = Ids.next();
          String status = shape.statusOf(number, claims).name();
          Audience one = audience(shape, number);
          String requester = Json.write(one.requester()).text();
          OffsetDateTime at = base.plusSeconds(number);
          rows.add(Tuple.of(id, entityOf(number), status, audience, requester, at));
          one.keys().forEach(key -> keys.add(lookup(audience, status, key, at, id)));
        });
    await(
        database
            .writes(
                """
                INSERT INTO claim (id, entity, entity_id, status, attestation_id,
                  attestation_name, audience_id, requester, raised_by, created_at, decision,
                  attested_on)
                VALUES ($1, 'Student', $2, $3::text, 'a', 'p', $4, $5, 'someone', $6::timestamptz,
                  CASE WHEN $3::text = 'CLOSED' THEN 'GRANTED' END,
                  CASE WHEN $3::text = 'CLOSED' THEN $6::timestamptz END)
                """)
            .executeBatch(rows));
    await(
        database
            .writes(
                """
                INSERT INTO claim_lookup (audience_id, status, length, value, created_at, claim_id)
                VALUES ($1, $2, $3, $4, $5, $6)
                """)
            .executeBatch(keys));
  }

  private static Tuple lookup(
      long audience, String status, LookupKey key, OffsetDateTime at, UUID id) {
    return Tuple.of(audience, status, key.length(), key.value(), at, id);
  }

  public static Audience audience(Shape shape, int number) {
    TreeMap<String, PathValues> requester = new TreeMap<>();
    requester.put(
        FieldPath.of("value").toString(),
        new PathValues(false, List.of(Json.read("\"%s\"".formatted(shape.valueOf(number))))));
    return new Audience("Teacher", shape.condition(), false, requester, List.of());
  }
}
