package org.attestry.registry.store;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.domain.stored.EntityStore.Written;
import org.attestry.registry.domain.stored.StoredEntity;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

  private static final Written CREATED =
      new Written(null, "createEntity", List.of(), List.of(), List.of());

  private final List<Statement> statements = new ArrayList<>();
  private final List<Promise<Void>> timeout = new ArrayList<>();
  private final GroupCommit writes =
      new GroupCommit(
          rows -> {
            Statement statement = new Statement(rows, Promise.promise());
            statements.add(statement);
            return statement.done.future();
          },
          () -> {
            timeout.add(Promise.promise());
            return timeout.getLast().future();
          });

  @Test
  void startsAtOnceAndGathersWhileTwoStatementsRun() {
    writes.write(entity(1));
    writes.write(entity(2));
    writes.write(entity(3));
    writes.write(entity(4));
    assertEquals(List.of(List.of(1L), List.of(2L)), numbers());

    statements.get(0).storeAll();
    assertEquals(List.of(List.of(1L), List.of(2L), List.of(3L, 4L)), numbers());
  }

  @Test
  void writesInTheOrderOfIdsWhateverCameFirst() {
    fillStatements();
    writes.write(entity(9));
    writes.write(entity(7));
    statements.get(0).storeAll();
    assertEquals(List.of(7L, 9L), numbers().get(2));
  }

  @Test
  void keepsTwoWritesOfOneEntityApart() {
    fillStatements();
    writes.write(entity(5));
    Future<Boolean> second = writes.write(entity(5));
    writes.write(entity(6));
    statements.get(0).storeAll();
    assertEquals(List.of(5L, 6L), numbers().get(2));

    statements.get(1).storeAll();
    assertEquals(List.of(5L), numbers().get(3));
    statements.get(3).done.complete(Set.of());
    assertFalse(await(second), "the first one stored the version that the second one wanted");
  }

  @Test
  void sendsNoMoreThan32RowsAtOnce() {
    fillStatements();
    IntStream.range(10, 60).forEach(number -> writes.write(entity(number)));
    statements.get(0).storeAll();
    assertEquals(32, numbers().get(2).size());
  }

  @Test
  void sendsLargeEntitiesInStatementsOfTheirOwn() {
    fillStatements();
    writes.write(entity(10, 1, "x".repeat(200_000)));
    writes.write(entity(11, 1, "x".repeat(200_000)));
    statements.get(0).storeAll();
    assertEquals(List.of(10L), numbers().get(2));
  }

  @Test
  void harmsNoWriteBecauseOfOneThatIsRefused() {
    fillStatements();
    List<Future<Boolean>> stored = three();
    PgException taken = new PgException("taken", "ERROR", "23505", null);
    statements.get(0).storeAll();
    statements.get(2).done.fail(taken);
    assertEquals(List.of(List.of(10L), List.of(11L), List.of(12L)), numbers().subList(3, 6));

    statements.get(3).storeAll();
    statements.get(4).done.fail(taken);
    statements.get(5).storeAll();
    assertTrue(await(stored.get(0)));
    assertSame(taken, stored.get(1).cause());
    assertTrue(await(stored.get(2)));
  }

  @Test
  void triesNothingAgainThatMayHaveBeenStored() {
    fillStatements();
    List<Future<Boolean>> stored = three();
    PgException ended = new PgException("terminating connection", "FATAL", "57P01", null);
    statements.get(0).storeAll();
    statements.get(2).done.fail(ended);
    stored.forEach(write -> assertSame(ended, write.cause()));
    assertEquals(3, statements.size());
  }

  @Test
  void refusesWhatWouldWaitBehindTooMany() {
    fillStatements();
    IntStream.range(0, 1_024).forEach(number -> writes.write(entity(100 + number)));
    FailureException refused = (FailureException) writes.write(entity(99)).cause();
    assertEquals(FailureKind.UNAVAILABLE, refused.failure().kind());
    assertFalse(writes.write(entity(98, 2)).isComplete(), "of a type that few wait for");
  }

  @Test
  void gathersWritesOfAllTypes() {
    fillStatements();
    writes.write(entity(10, 1));
    writes.write(entity(11, 2));
    statements.get(0).storeAll();
    assertEquals(List.of(10L, 11L), numbers().get(2));
  }

  @Test
  void goesOnBesideStatementsThatAreSlow() {
    fillStatements();
    writes.write(entity(10, 2));
    timeout.get(0).complete();
    assertEquals(List.of(10L), numbers().get(2));

    writes.write(entity(11, 2));
    statements.get(0).storeAll();
    assertEquals(3, statements.size(), "the slow one was not counted");
    statements.get(2).storeAll();
    assertEquals(List.of(11L), numbers().get(3));
  }

  @Test
  void keepsATypeFromMoreThanTwoStatementsHoweverSlow() {
    fillStatements();
    writes.write(entity(10, 1));
    writes.write(entity(11, 2));
    List.copyOf(timeout).forEach(Promise::complete);
    assertEquals(List.of(11L), numbers().get(2));

    statements.get(2).storeAll();
    assertEquals(3, statements.size());
    statements.get(0).storeAll();
    assertEquals(List.of(10L), numbers().get(3));
  }

  @Test
  void triesTheTypesApartBeforeTheirWrites() {
    fillStatements();
    writes.write(entity(10, 1));
    writes.write(entity(11, 2));
    writes.write(entity(12, 1));
    writes.write(entity(13, 2));
    PgException taken = new PgException("taken", "ERROR", "23505", null);
    statements.get(0).storeAll();
    statements.get(2).done.fail(taken);
    assertEquals(List.of(List.of(10L, 12L), List.of(11L, 13L)), numbers().subList(3, 5));

    statements.get(3).storeAll();
    statements.get(4).done.fail(taken);
    assertEquals(List.of(List.of(11L), List.of(13L)), numbers().subList(5, 7));
  }

  @Test
  void goesOnAfterAStatementThatCouldNotBeMade() {
    GroupCommit broken =
        new GroupCommit(
            rows -> {
              throw new IllegalStateException("not made");
            },
            () -> Promise.promise().future());
    for (int number = 1; number < 5; number++) {
      assertEquals("not made", broken.write(entity(number)).cause().getMessage());
    }
  }

  /** Three that wait. */
  private List<Future<Boolean>> three() {
    return IntStream.rangeClosed(10, 12).mapToObj(number -> writes.write(entity(number))).toList();
  }

  private void fillStatements() {
    writes.write(entity(1));
    writes.write(entity(2));
  }

  private List<List<Long>> numbers() {
    return statements.stream().map(Statement::numbers).toList();
  }

  private static EntityWrite entity(long number) {
    return entity(number, 1);
  }

  private static EntityWrite entity(long number, int type) {
    return entity(number, type, "A");
  }

  private static EntityWrite entity(long number, int type, String name) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("name", name);
    StoredEntity entity =
        StoredEntity.first(new UUID(0, number), body, List.of("anna"), true, "anna");
    return EntityWrite.of(type, entity, CREATED);
  }

  private record Statement(List<EntityWrite> rows, Promise<Set<UUID>> done) {

    void storeAll() {
      done.complete(rows.stream().map(row -> row.entity().id()).collect(Collectors.toSet()));
    }

    List<Long> numbers() {
      return rows.stream().map(row -> row.entity().id().getLeastSignificantBits()).toList();
    }
  }
}
