package org.attestry.schema;

import static org.attestry.contracts.schema.SchemaOperations.CHANGE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.CREATE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.DELETE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.DeleteSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionView;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.schema.publication.SampleDocuments;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Postgres;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Two replicas that have nothing in common but database and broker. */
class SchemaReplicasIT {

  private static final int WRITERS = 16;

  @AutoClose private static final RunningSchemas one = RunningSchemas.start();
  @AutoClose private static final RunningSchemas other = RunningSchemas.sharing(one);

  @Test
  void ofManyWhoPublishATypeOnBothOneWins() {
    String type = unique();
    List<Future<SchemaReceipt>> all =
        atOnce(
            i ->
                begin(
                    i,
                    CREATE_SCHEMA,
                    new CreateSchemaRequest(
                        unique(), document(type, i), SchemaStatus.PUBLISHED, false, false)));

    assertEquals(1, all.stream().filter(Future::succeeded).count());
    requireConflicts(all);
    for (int i = 0; i < 2; i++) {
      long known =
          await(begin(i, FIND_TYPES, new FindTypesRequest(null, null))).types().stream()
              .filter(found -> found.name().equals(type))
              .count();
      assertEquals(1, known);
    }
  }

  @Test
  void changesOnBothFollowOneAnother() {
    String type = unique();
    CreateSchemaRequest first =
        new CreateSchemaRequest(type, document(type, -1), SchemaStatus.PUBLISHED, false, false);
    String id = await(begin(0, CREATE_SCHEMA, first)).osid();

    List<Future<SchemaReceipt>> all =
        atOnce(
            i ->
                begin(
                    i,
                    CHANGE_SCHEMA,
                    new ChangeSchemaRequest(
                        id, null, document(type, i), null, false, false, false)));

    long made = all.stream().filter(Future::succeeded).count();
    assertTrue(made > 0);
    requireConflicts(all);
    List<SchemaVersionView> versions =
        await(begin(1, LIST_SCHEMA_VERSIONS, new ListSchemaVersionsRequest(id))).versions();
    assertEquals(
        IntStream.rangeClosed(1, (int) made + 1).boxed().toList(),
        versions.stream().map(SchemaVersionView::version).toList());
    assertEquals(made + 1, await(begin(0, READ_SCHEMA, new ReadSchemaRequest(id))).version());
  }

  @Test
  void callsThatComeToBothHaveOneEffectAndOneReply() {
    String type = unique();
    CreateSchemaRequest create =
        new CreateSchemaRequest(type, document(type, -1), SchemaStatus.PUBLISHED, false, false);
    String id = requireOneReply(CREATE_SCHEMA, create).osid();

    requireOneReply(
        CHANGE_SCHEMA,
        new ChangeSchemaRequest(id, null, document(type, 1), null, false, false, false));
    assertEquals(2, await(begin(0, READ_SCHEMA, new ReadSchemaRequest(id))).version());

    requireOneReply(DELETE_SCHEMA, new DeleteSchemaRequest(id));
  }

  @Test
  void repeatedChangeIsNotMadeAgainAfterAnother() {
    String type = unique();
    CreateSchemaRequest create =
        new CreateSchemaRequest(type, document(type, -1), SchemaStatus.PUBLISHED, false, false);
    String id = await(begin(0, CREATE_SCHEMA, create)).osid();
    List<CallContext> calls = Calls.twice(Callers.admin());
    ChangeSchemaRequest change =
        new ChangeSchemaRequest(id, null, document(type, 1), null, false, false, false);

    SchemaReceipt first = await(one.begin(CHANGE_SCHEMA, change, calls.getFirst()));
    await(
        begin(
            0,
            CHANGE_SCHEMA,
            new ChangeSchemaRequest(id, null, document(type, 2), null, false, false, false)));
    SchemaReceipt second = await(other.begin(CHANGE_SCHEMA, change, calls.getLast()));

    assertEquals(first, second);
    assertEquals(3, await(begin(0, READ_SCHEMA, new ReadSchemaRequest(id))).version());
  }

  @Test
  void repetitionThatFindsTheSchemaDeletedMeanwhileGetsTheReplyOfTheFirstSending()
      throws SQLException {
    String type = unique();
    CreateSchemaRequest create =
        new CreateSchemaRequest(type, document(type, -1), SchemaStatus.PUBLISHED, false, false);
    DeleteSchemaRequest delete =
        new DeleteSchemaRequest(await(begin(0, CREATE_SCHEMA, create)).osid());
    List<CallContext> calls = Calls.twice(Callers.admin());
    SchemaView deleted = await(one.begin(DELETE_SCHEMA, delete, calls.getFirst()));
    UUID hidden = UUID.randomUUID();
    one.database.execute(renaming(calls.getFirst().callId(), hidden));

    Future<SchemaView> again;
    try (Connection connection = asAdministrator();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE schema_document IN ACCESS EXCLUSIVE MODE");
      again = other.begin(DELETE_SCHEMA, delete, calls.getLast());
      Eventually.isTrue(SchemaReplicasIT::isAReadWaiting);
      statement.execute(renaming(hidden, calls.getFirst().callId()));
      connection.commit();
    }

    assertEquals(deleted, await(again));
  }

  private static boolean isAReadWaiting() {
    return !one.database
        .single(
            "SELECT count(*)::text FROM pg_locks"
                + " WHERE NOT granted AND relation = 'schema_document'::regclass")
        .equals("0");
  }

  /** The statement that gives a kept reply to another call. */
  private static String renaming(UUID call, UUID other) {
    return "UPDATE kept_reply SET call_id = '%s' WHERE call_id = '%s'".formatted(other, call);
  }

  private static Connection asAdministrator() throws SQLException {
    Postgres server = TestServers.postgres();
    return DriverManager.getConnection(
        one.database.jdbcUrl(), server.adminUser(), server.adminPassword());
  }

  /** Sent to both at once, and once more after that. */
  private static <Q, R> R requireOneReply(Operation<Q, R> operation, Q request) {
    List<CallContext> calls = Calls.twice(Callers.admin());
    Future<R> first = one.begin(operation, request, calls.getFirst());
    Future<R> second = other.begin(operation, request, calls.getLast());
    R reply = await(first);
    assertEquals(reply, await(second));
    assertEquals(reply, await(other.begin(operation, request, calls.getLast())));
    return reply;
  }

  private interface Writer {
    Future<SchemaReceipt> begin(int number);
  }

  private static List<Future<SchemaReceipt>> atOnce(Writer writer) {
    List<Future<SchemaReceipt>> all = IntStream.range(0, WRITERS).mapToObj(writer::begin).toList();
    await(Future.join(all).otherwiseEmpty());
    return all;
  }

  private static void requireConflicts(List<Future<SchemaReceipt>> all) {
    all.stream()
        .filter(Future::failed)
        .map(refused -> ((FailureException) refused.cause()).failure().kind())
        .forEach(kind -> assertEquals(FailureKind.CONFLICT, kind));
  }

  private static <Q, R> Future<R> begin(int number, Operation<Q, R> operation, Q request) {
    return (number % 2 == 0 ? one : other).begin(operation, request, Callers.admin());
  }

  private static String document(String type, int number) {
    String own = "{\"name\": {\"type\": \"string\"}, \"p%d\": {\"type\": \"string\"}}";
    return SampleDocuments.typed(type, own.formatted(number + 1), "{}");
  }

  private static String unique() {
    return "T" + UUID.randomUUID().toString().substring(0, 13);
  }
}
