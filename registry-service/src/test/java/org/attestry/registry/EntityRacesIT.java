package org.attestry.registry;

import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that read, edit and write the same entity at once. */
class EntityRacesIT {

  private static final int WRITERS = 64;
  private static final Caller ANNA = user("anna");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Person"));
  }

  @Test
  void writersWithIfMatchLoseNoUpdate() {
    EntityReceipt entity = registry.create("Person", "{\"name\": \"A\", \"tags\": []}", ANNA);
    List<Future<EntityReceipt>> writers =
        IntStream.range(0, WRITERS).mapToObj(i -> append(entity, "w" + i)).toList();
    await(Future.all(writers));

    Set<String> tags = new TreeSet<>();
    registry.read(entity, ANNA).get("tags").forEach(tag -> tags.add(tag.textValue()));
    assertEquals(WRITERS, tags.size());
    assertEquals(WRITERS + 1, await(read(entity)).version());
  }

  @Test
  void whatIsWrongWithOneCreateHarmsNoneBesideIt() {
    registry.publish(TestType.named("Beside").indexed("note").unique("phone"));
    registry.create("Beside", "{\"name\": \"First\", \"phone\": \"taken\"}", ANNA);
    List<Future<EntityReceipt>> creates =
        IntStream.range(0, WRITERS).mapToObj(i -> creation("free" + i, "short")).toList();
    Future<EntityReceipt> taken = creation("taken", "short");
    Future<EntityReceipt> tooLong = creation("free", unpressable(9_000));
    List<Future<EntityReceipt>> more =
        IntStream.range(0, WRITERS).mapToObj(i -> creation("more" + i, "short")).toList();

    assertEquals("registry.entity.not-unique", RunningRegistry.refusal(taken).code());
    assertEquals("registry.entity.index-value-too-long", RunningRegistry.refusal(tooLong).code());
    Set<String> stored = new TreeSet<>();
    Stream.concat(creates.stream(), more.stream())
        .forEach(create -> stored.add(await(create).osid()));
    assertEquals(2 * WRITERS, stored.size());
    for (String table : List.of("history", "entity")) {
      assertEquals(
          "" + (2 * WRITERS + 1),
          registry.database.single(
              "SELECT count(*) FROM %s WHERE type = (SELECT number FROM entity_type WHERE name = 'Beside')"
                  .formatted(table)));
    }
  }

  @Test
  void whatHoldsUpOneTypeHoldsUpNoOther() throws SQLException {
    registry.publish(TestType.named("Locked"));
    registry.publish(TestType.named("Free"));
    List<Future<EntityReceipt>> heldUp = new ArrayList<>();
    try (Connection connection = registry.database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE " + registry.table("Locked"));
      for (int i = 0; i < WRITERS; i++) {
        heldUp.add(creation("Locked"));
        await(creation("Free"));
      }
      heldUp.forEach(create -> assertFalse(create.isComplete()));
    }
    heldUp.forEach(Futures::await);
  }

  private static Future<EntityReceipt> creation(String type) {
    return registry.begin(CREATE_ENTITY, RunningRegistry.creation(type, "{\"name\": \"A\"}"), ANNA);
  }

  private static Future<EntityReceipt> creation(String phone, String note) {
    String json = "{\"name\": \"A\", \"phone\": \"%s\", \"note\": \"%s\"}".formatted(phone, note);
    return registry.begin(CREATE_ENTITY, RunningRegistry.creation("Beside", json), ANNA);
  }

  /** A text that stays as long as it is when the database presses it. */
  private static String unpressable(int length) {
    StringBuilder text = new StringBuilder();
    new Random(1).ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
    return text.toString();
  }

  /** Reads, edits, and begins again when somebody else was faster. */
  private static Future<EntityReceipt> append(EntityReceipt entity, String tag) {
    return read(entity)
        .compose(seen -> registry.begin(REPLACE_ENTITY, edited(entity, seen, tag), ANNA))
        .recover(
            cause ->
                cause instanceof FailureException refused
                        && refused.failure().kind() == FailureKind.STALE
                    ? append(entity, tag)
                    : Future.failedFuture(cause));
  }

  private static Future<EntityView> read(EntityReceipt entity) {
    ReadEntityRequest request = new ReadEntityRequest("Person", entity.osid());
    return registry.begin(READ_ENTITY, request, ANNA);
  }

  private static ReplaceEntityRequest edited(EntityReceipt entity, EntityView seen, String tag) {
    ObjectNode body = (ObjectNode) Json.read(seen.entity());
    body.withArray("tags").add(tag);
    return new ReplaceEntityRequest("Person", entity.osid(), Json.write(body), seen.version());
  }
}
