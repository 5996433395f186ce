package org.attestry.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.attestry.testkit.servers.TestDatabase;

/** Publishes types and creates their entities. */
public final class Types {

  /**
   * The number of rows of a filled type that have the city "Many", if the type has at least as many
   * rows.
   */
  static final int MANY = 400;

  private static final Duration PUBLISH_TIMEOUT = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 20;

  private static final String NUMBER =
      "SELECT number FROM entity_type WHERE name = ? AND published";

  /**
   * Inserts rows like those of a create, but without history and facts. The id of row i is {@code
   * 01990000-0000-7000-8000-} followed by i in twelve hexadecimal digits, as in requests.lua.
   */
  private static final String FILL =
      """
      INSERT INTO entity_%1$d (type, id, version, body, owners, complete, attestations,
        created_at, created_by, updated_at, updated_by)
      SELECT %1$d, %2$s, 1,
        jsonb_build_object('code', 'C' || i, 'name', 'Person ' || i || ' of town',
          'city', CASE WHEN i %% %4$d = 0 AND i <= %4$d::bigint * %5$d
                       THEN 'Many' ELSE 'City ' || i %% 1000 END,
          'year', 1950 + i %% 70, 'email', 'e' || i || '@example.org', 'active', true),
        ARRAY['owner-' || i], true, '[]', now() - (%3$d - i) * interval '1 ms', 'loader',
        now() - (%3$d - i) * interval '1 ms', 'loader'
      FROM generate_series(1, %3$d) AS i
      """;

  private final Gateway gateway;
  private final TestDatabase database;

  Types(Gateway gateway, TestDatabase database) {
    this.gateway = gateway;
    this.database = database;
  }

  /** Returns the SQL expression of a row's id. */
  public static String id(String row) {
    return "('01990000-0000-7000-8000-' || lpad(to_hex((%s)::bigint), 12, '0'))::uuid"
        .formatted(row);
  }

  /**
   * Publishes a type and waits until entities of it can be created.
   *
   * @return the number in the name of the type's partition
   */
  public int publish(ObjectNode schema) {
    Gateway.Answer answer = gateway.post("/api/v1/Schema", schema);
    if (!answer.ok()) {
      throw new BenchFailure(
          "The type %s was not published: %d %s"
              .formatted(schema.get("name").asText(), answer.status(), answer.message()));
    }
    return number(schema.get("name").textValue());
  }

  /**
   * Stores an entity of a published type.
   *
   * @return the entity's osid
   */
  public String create(String type, JsonNode entity) {
    Gateway.Answer answer = gateway.post("/api/v1/" + type, entity);
    if (!answer.ok()) {
      throw new BenchFailure(
          "No %s was created: %d %s".formatted(type, answer.status(), answer.message()));
    }
    return answer.body().at("/result/" + type + "/osid").textValue();
  }

  /**
   * Publishes a flat type and inserts rows with one SQL statement; returns the number of its
   * partition.
   */
  public int publishFilled(String type, int rows) {
    return publishFilled(BenchTypes.flat(type), rows);
  }

  /** Does the same with a variant of a flat type. */
  public int publishFilled(ObjectNode schema, int rows) {
    int number = publish(schema);
    int step = Math.max(1, rows / MANY);
    database.execute(FILL.formatted(number, id("i"), rows, step, MANY));
    database.execute("VACUUM ANALYZE entity_" + number);
    return number;
  }

  int count() {
    return Integer.parseInt(database.single("SELECT count(*) FROM entity_type WHERE published"));
  }

  private int number(String type) {
    long end = System.nanoTime() + PUBLISH_TIMEOUT.toNanos();
    List<String> found = database.query(NUMBER, type);
    while (found.isEmpty()) {
      if (System.nanoTime() > end) {
        throw new BenchFailure("The type %s was published and is not there.".formatted(type));
      }
      Pause.millis(POLL_MILLIS);
      found = database.query(NUMBER, type);
    }
    return Integer.parseInt(found.getFirst());
  }
}
