package org.attestry.registry;

import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same request under the same {@code Idempotency-Key} has one effect and one reply. */
class IdempotencyIT {

  private static final Caller ANNA = user("anna");

  @AutoClose private static RunningRegistry registry;

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Person").unique("email").policy("identity", null, "$.name"));
  }

  @Test
  void sameCreateHasTheSameReplyAndOneEntity() {
    EntityReceipt first = create("Anna", ANNA);
    assertEquals(first, create("Anna", ANNA));
    assertEquals(first, create("Anna", ANNA));
    assertEquals(1, stored("Anna"));
  }

  @Test
  void anotherRequestUnderTheKeyIsRefused() {
    create("Berta", ANNA);
    assertEquals(
        FailureKind.UNPROCESSABLE,
        RunningRegistry.refusal(registry.begin(CREATE_ENTITY, person("Carla"), ANNA, key)).kind());
    assertEquals(0, stored("Carla"));
  }

  @Test
  void keysAreTheCallersAndTheOperationsOwn() {
    EntityReceipt first = create("Dora", ANNA);
    assertNotEquals(first, create("Dora", user("other")));
    InviteEntityRequest invitation = new InviteEntityRequest("Person", person("Dora").entity());
    assertNotEquals(first, await(registry.begin(INVITE_ENTITY, invitation, ANNA, key)));
    assertEquals(3, stored("Dora"));
  }

  @Test
  void whatFailedWithoutEffectMayBeSentAgain() {
    CreateEntityRequest wrong = creation("Person", "{\"name\": 1}");
    for (int i = 0; i < 2; i++) {
      assertEquals(
          FailureKind.INVALID,
          RunningRegistry.refusal(registry.begin(CREATE_ENTITY, wrong, ANNA, key)).kind());
    }
    create("Emma", ANNA);
    assertEquals(1, stored("Emma"));
  }

  @Test
  void takenUniqueValueReleasesTheKey() {
    String taken = "{\"name\": \"Fanny\", \"email\": \"f@example.org\"}";
    EntityReceipt first = registry.create("Person", taken, ANNA);
    CreateEntityRequest same = creation("Person", taken);
    assertEquals(
        FailureKind.CONFLICT,
        RunningRegistry.refusal(registry.begin(CREATE_ENTITY, same, ANNA, key)).kind());
    registry.asAdministrator("UPDATE entity SET body = '{}' WHERE id = '" + first.osid() + "'");
    await(registry.begin(CREATE_ENTITY, same, ANNA, key));
  }

  @Test
  void additionAndRaiseHappenOnce() {
    EntityReceipt entity = registry.create("Person", "{\"name\": \"Gerda\"}", ANNA);
    AddPropertyRequest addition =
        new AddPropertyRequest(
            "Person", entity.osid(), List.of("tags"), JsonBytes.of("[\"a\"]"), null);
    EntityReceipt added = await(registry.begin(ADD_PROPERTY, addition, ANNA, key));
    assertEquals(added, await(registry.begin(ADD_PROPERTY, addition, ANNA, key)));
    assertEquals("[\"a\"]", registry.read(entity, ANNA).path("tags").toString());

    RaiseAttestationRequest raise =
        new RaiseAttestationRequest("Person", entity.osid(), "identity", null, null);
    AttestationReceipt raised = await(registry.begin(RAISE_ATTESTATION, raise, ANNA, key));
    assertEquals(raised, await(registry.begin(RAISE_ATTESTATION, raise, ANNA, key)));
    assertEquals(FailureKind.CONFLICT, registry.refusal(RAISE_ATTESTATION, raise, ANNA).kind());
  }

  @Test
  void requestThatIsBeingWorkedOnIsAConflict() throws SQLException {
    Future<EntityReceipt> first;
    try (Connection blocking = blockWrites()) {
      first = registry.begin(CREATE_ENTITY, person("Hilde"), ANNA, key);
      Eventually.until(() -> waiting(blocking), waiting -> waiting);
      assertEquals(
          "registry.request.in-flight",
          RunningRegistry.refusal(registry.begin(CREATE_ENTITY, person("Hilde"), ANNA, key))
              .code());
    }
    assertEquals(await(first), create("Hilde", ANNA));
    assertEquals(1, stored("Hilde"));
  }

  @Test
  void keyIsHeldForSomeSecondsLongerThanItsRequestMayTake() throws SQLException {
    Future<EntityReceipt> first;
    try (Connection blocking = blockWrites()) {
      first = registry.begin(CREATE_ENTITY, person("Nora"), ANNA, key);
      Eventually.until(() -> waiting(blocking), waiting -> waiting);
      String held =
          registry.database.single(
              "SELECT extract(epoch FROM held_until - begun_at) FROM idempotent_request"
                  + " WHERE key = '%s'".formatted(key));
      double timeout = CREATE_ENTITY.timeout().toSeconds();
      assertTrue(Double.parseDouble(held) > timeout, held);
      assertTrue(Double.parseDouble(held) < timeout + 6, held);
    }
    await(first);
  }

  @Test
  void attemptThatWasGivenUpCannotCommitAnyMore() throws SQLException {
    Future<EntityReceipt> slow;
    try (Connection blocking = blockWrites()) {
      slow = registry.begin(CREATE_ENTITY, person("Ida"), ANNA, key);
      Eventually.until(() -> waiting(blocking), waiting -> waiting);
      execute(
          blocking,
          "UPDATE idempotent_request SET attempt = gen_random_uuid() WHERE key = '" + key + "'");
      blocking.commit();
    }
    assertEquals(FailureKind.UNAVAILABLE, RunningRegistry.refusal(slow).kind());
    assertEquals(0, stored("Ida"));
  }

  @Test
  void crashedAttemptIsTakenOverWhenItsHoldEndsByTheSameRequestAlone() {
    registry.asAdministrator(
        """
        INSERT INTO idempotent_request
          (caller, operation, key, digest, attempt, begun_at, held_until)
        VALUES ('anna', 'registry.createEntity.v1', '%s', decode('%s', 'hex'), gen_random_uuid(),
                now() - interval '1 minute', now() - interval '1 second')
        """
            .formatted(key, Sha256.hex(Json.write(person("Jutta")).utf8())));
    assertEquals(
        FailureKind.UNPROCESSABLE,
        RunningRegistry.refusal(registry.begin(CREATE_ENTITY, person("Julia"), ANNA, key)).kind());
    assertEquals(create("Jutta", ANNA), create("Jutta", ANNA));
    assertEquals(1, stored("Jutta"));
  }

  @Test
  void keyIsKeptForADay() {
    EntityReceipt first = create("Klara", ANNA);
    begunBefore("23 hours 55 minutes");
    try (RunningRegistry started = RunningRegistry.sharing(registry)) {
      assertEquals(first, await(started.begin(CREATE_ENTITY, person("Klara"), ANNA, key)));
    }
    assertEquals(1, stored("Klara"));
  }

  @Test
  void keyIsFreeAfterADay() {
    create("Karla", ANNA);
    begunBefore("24 hours 5 minutes");
    create("Lena", ANNA);
    assertEquals(1, stored("Lena"));
  }

  private void begunBefore(String time) {
    registry.asAdministrator(
        "UPDATE idempotent_request SET begun_at = begun_at - interval '%s' WHERE key = '%s'"
            .formatted(time, key));
  }

  @Test
  void ofManyAtOnceOnTwoReplicasOneHasTheEffect() {
    try (RunningRegistry other = RunningRegistry.sharing(registry)) {
      List<Future<EntityReceipt>> all = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        RunningRegistry replica = i % 2 == 0 ? registry : other;
        all.add(replica.begin(CREATE_ENTITY, person("Maria"), ANNA, key));
      }
      await(Future.join(all).otherwiseEmpty());
      Set<EntityReceipt> answers =
          all.stream().filter(Future::succeeded).map(Future::result).collect(Collectors.toSet());
      assertEquals(1, answers.size());
      assertTrue(
          all.stream()
              .filter(Future::failed)
              .map(RunningRegistry::refusal)
              .allMatch(failure -> failure.code().equals("registry.request.in-flight")));
      assertEquals(1, stored("Maria"));
      assertTrue(answers.contains(create("Maria", ANNA)));
    }
  }

  private EntityReceipt create(String name, Caller caller) {
    return await(registry.begin(CREATE_ENTITY, person(name), caller, key));
  }

  private static CreateEntityRequest person(String name) {
    return creation("Person", "{\"name\": \"%s\"}".formatted(name));
  }

  private static int stored(String name) {
    return Integer.parseInt(
        registry.database.single(
            "SELECT count(*) FROM entity WHERE body ->> 'name' = '%s'".formatted(name)));
  }

  /** Nobody else writes an entity until the transaction ends. */
  private static Connection blockWrites() throws SQLException {
    Connection connection =
        DriverManager.getConnection(
            registry.database.jdbcUrl(),
            TestServers.postgres().adminUser(),
            TestServers.postgres().adminPassword());
    connection.setAutoCommit(false);
    execute(connection, "LOCK TABLE entity IN EXCLUSIVE MODE");
    return connection;
  }

  private static boolean waiting(Connection connection) {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery("SELECT FROM pg_locks WHERE NOT granted")) {
      return found.next();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
