package org.attestry.runtime.postgres;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

  private static final FailureException BUSY =
      FailureException.of(FailureKind.UNAVAILABLE, "store.busy", "Too many wait.");

  private final List<Statement> statements = new ArrayList<>();
  private final List<Promise<Void>> timeout = new ArrayList<>();
  private final List<Promise<Void>> pauses = new ArrayList<>();
  private final GroupCommit<Row> writes =
      new GroupCommit<>(
          rows -> {
            Statement statement = new Statement(rows, Promise.promise());
            statements.add(statement);
            return statement.done.future();
          },
          () -> {
            timeout.add(Promise.promise());
            return timeout.getLast().future();
          },
          () -> {
            pauses.add(Promise.promise());
            return pauses.getLast().future();
          },
          BUSY);

  @Test
  void startsAtOnceAndGathersWhileTwoStatementsRun() {
    writes.write(row(1));
    writes.write(row(2));
    writes.write(row(3));
    writes.write(row(4));
    assertEquals(List.of(List.of(1L), List.of(2L)), numbers());

    statements.get(0).storeAll();
    assertEquals(List.of(List.of(1L), List.of(2L), List.of(3L, 4L)), numbers());
  }

  @Test
  void writesInTheOrderOfIdsWhateverCameFirst() {
    fillStatements();
    writes.write(row(9));
    writes.write(row(7));
    statements.get(0).storeAll();
    assertEquals(List.of(7L, 9L), numbers().get(2));
  }

  @Test
  void keepsTwoWritesOfOneRowApart() {
    fillStatements();
    writes.write(row(5));
    Future<Boolean> second = writes.write(row(5));
    writes.write(row(6));
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
    IntStream.range(10, 60).forEach(number -> writes.write(row(number)));
    statements.get(0).storeAll();
    assertEquals(32, numbers().get(2).size());
  }

  @Test
  void sendsLargeRowsInStatementsOfTheirOwn() {
    fillStatements();
    writes.write(row(10, 1, 200_000, CallerKey.SUITE));
    writes.write(row(11, 1, 200_000, CallerKey.SUITE));
    statements.get(0).storeAll();
    assertEquals(List.of(10L), numbers().get(2));
  }

  @Test
  void bindsNoStatementLongerThanItsLimit() {
    fillStatements();
    writes.write(row(10, 1, 100_000, CallerKey.SUITE));
    writes.write(row(11, 1, 100_000, CallerKey.SUITE));
    writes.write(row(12, 1, 10_000, CallerKey.SUITE));
    statements.get(0).storeAll();
    statements.get(1).storeAll();
    assertEquals(List.of(List.of(10L), List.of(11L, 12L)), numbers().subList(2, 4));
  }

  @Test
  void callersTakeTurnsHoweverMuchOneOfThemWrites() {
    fillStatements();
    CallerKey flood = CallerKey.user("flood");
    IntStream.range(100, 164).forEach(n -> writes.write(row(n, n % 2, 100_000, flood)));
    IntStream.range(10, 14)
        .forEach(n -> writes.write(row(n, 0, 100, CallerKey.user("honest" + n % 2))));
    statements.get(0).storeAll();
    assertEquals(List.of(10L, 11L, 12L, 13L, 100L), numbers().get(2));

    writes.write(row(14, 1, 100, CallerKey.user("honest0")));
    statements.get(1).storeAll();
    statements.get(2).storeAll();
    assertEquals(List.of(List.of(14L, 101L), List.of(102L)), numbers().subList(3, 5));
  }

  @Test
  void allAddressesTogetherHaveTheTurnsOfOneUser() {
    fillStatements();
    for (int n = 0; n < 64; n++) {
      writes.write(row(100 + n, 1, 10_000, CallerKey.address("a" + n)));
    }
    IntStream.range(10, 18).forEach(n -> writes.write(row(n, 1, 10_000, CallerKey.user("anna"))));
    statements.get(0).storeAll();
    statements.get(1).storeAll();
    List<Long> next = numbers().subList(2, 4).stream().flatMap(List::stream).toList();
    assertEquals(8, next.stream().filter(n -> n < 100).count(), next.toString());
  }

  @Test
  void refusesWhatACallerWritesBehindTooManyOfItsOwn() {
    fillStatements();
    CallerKey flood = CallerKey.user("flood");
    IntStream.range(0, 512).forEach(n -> writes.write(row(1_000 + n, n, 100, flood)));
    FailureException refused = (FailureException) writes.write(row(99, 999, 100, flood)).cause();
    assertEquals(FailureKind.RATE_LIMITED, refused.failure().kind());
    assertFalse(writes.write(row(98, 999, 100, CallerKey.user("honest"))).isComplete());
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
    IntStream.range(0, 1_024).forEach(number -> writes.write(row(100 + number)));
    assertSame(BUSY, writes.write(row(99)).cause());
    assertFalse(writes.write(row(98, 2)).isComplete(), "of a type that few wait for");
  }

  @Test
  void gathersWritesOfAllTypes() {
    fillStatements();
    writes.write(row(10, 1));
    writes.write(row(11, 2));
    statements.get(0).storeAll();
    assertEquals(List.of(10L, 11L), numbers().get(2));
  }

  @Test
  void goesOnBesideStatementsThatAreSlow() {
    fillStatements();
    writes.write(row(10, 2));
    timeout.get(0).complete();
    assertEquals(List.of(10L), numbers().get(2));

    writes.write(row(11, 2));
    statements.get(0).storeAll();
    assertEquals(3, statements.size(), "the slow one was not counted");
    statements.get(2).storeAll();
    assertEquals(List.of(11L), numbers().get(3));
  }

  @Test
  void keepsATypeFromMoreThanTwoStatementsHoweverSlow() {
    fillStatements();
    writes.write(row(10, 1));
    writes.write(row(11, 2));
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
    writes.write(row(10, 1));
    writes.write(row(11, 2));
    writes.write(row(12, 1));
    writes.write(row(13, 2));
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
    GroupCommit<Row> broken =
        new GroupCommit<>(
            rows -> {
              throw new IllegalStateException("not made");
            },
            () -> Promise.promise().future(),
            () -> Promise.promise().future(),
            BUSY);
    for (int number = 1; number < 5; number++) {
      assertEquals("not made", broken.write(row(number)).cause().getMessage());
    }
  }

  @Test
  void waitsAMomentForWritesWhileManyArePrepared() {
    List<Promise<Row>> prepared = prepare(6);
    prepared.get(0).complete(row(10));
    prepared.get(1).complete(row(11));
    assertEquals(List.of(), numbers());

    pauses.getFirst().complete();
    assertEquals(List.of(List.of(10L, 11L)), numbers());
  }

  @Test
  void waitsNoLongerWhenAllHaveCome() {
    List<Promise<Row>> prepared = prepare(5);
    IntStream.range(0, 5).forEach(at -> prepared.get(at).complete(row(10 + at)));
    assertEquals(List.of(List.of(10L, 11L, 12L, 13L, 14L)), numbers());
  }

  @Test
  void runsOneStatementWhileManyArePrepared() {
    List<Promise<Row>> prepared = prepare(7);
    prepared.get(0).complete(row(10));
    pauses.getFirst().complete();
    prepared.get(1).complete(row(11));
    pauses.getLast().complete();
    prepared.get(2).complete(row(12));
    assertEquals(List.of(List.of(10L)), numbers());

    statements.getFirst().storeAll();
    assertEquals(List.of(List.of(10L), List.of(11L, 12L)), numbers());
  }

  @Test
  void waitsForNoneWhileFewArePrepared() {
    List<Promise<Row>> prepared = prepare(4);
    prepared.getFirst().complete(row(10));
    assertEquals(List.of(List.of(10L)), numbers());
  }

  @Test
  void failsAWriteWhosePreparationFails() {
    Promise<Row> prepared = Promise.promise();
    Future<Boolean> write = writes.write(prepared.future());
    IllegalStateException cause = new IllegalStateException("not prepared");
    prepared.fail(cause);
    assertSame(cause, write.cause());
    assertEquals(List.of(), numbers());
  }

  @Test
  void storesWhatWaitsWhereTheOthersArePreparedInVain() {
    List<Promise<Row>> prepared = prepare(5);
    prepared.getFirst().complete(row(10));
    prepared.stream().skip(1).forEach(each -> each.fail("not prepared"));
    assertEquals(List.of(List.of(10L)), numbers());
  }

  @Test
  void aPauseThatAStatementDidNotWaitForEndsNoOther() {
    List<Promise<Row>> prepared = prepare(40);
    IntStream.range(0, 32).forEach(at -> prepared.get(at).complete(row(100 + at)));
    statements.getFirst().storeAll();
    prepared.get(32).complete(row(10));
    pauses.getFirst().complete();
    assertEquals(1, statements.size(), "the pause of the second statement has not passed");

    pauses.getLast().complete();
    assertEquals(List.of(10L), numbers().get(1));
  }

  @Test
  void aWriteThatFewOthersFollowDoesNotWaitForTheirPause() {
    List<Promise<Row>> prepared = prepare(36);
    IntStream.range(0, 32).forEach(at -> prepared.get(at).complete(row(100 + at)));
    statements.getFirst().storeAll();
    prepared.stream().skip(32).limit(3).forEach(each -> each.fail("not prepared"));
    writes.write(row(10));
    assertEquals(List.of(10L), numbers().get(1));
  }

  private List<Promise<Row>> prepare(int count) {
    List<Promise<Row>> prepared =
        IntStream.range(0, count).mapToObj(each -> Promise.<Row>promise()).toList();
    prepared.forEach(each -> writes.write(each.future()));
    return prepared;
  }

  /** Three that wait. */
  private List<Future<Boolean>> three() {
    return IntStream.rangeClosed(10, 12).mapToObj(number -> writes.write(row(number))).toList();
  }

  private void fillStatements() {
    writes.write(row(1));
    writes.write(row(2));
  }

  private List<List<Long>> numbers() {
    return statements.stream().map(Statement::numbers).toList();
  }

  private static Row row(long number) {
    return row(number, 1);
  }

  private static Row row(long number, int type) {
    return row(number, type, 100, CallerKey.SUITE);
  }

  private static Row row(long number, int type, int characters, CallerKey caller) {
    return new Row(new UUID(0, number), type, characters, caller);
  }

  private record Row(UUID id, Integer type, int characters, CallerKey caller)
      implements GroupCommit.Write {}

  private record Statement(List<Row> rows, Promise<Set<UUID>> done) {

    void storeAll() {
      done.complete(rows.stream().map(Row::id).collect(Collectors.toSet()));
    }

    List<Long> numbers() {
      return rows.stream().map(row -> row.id().getLeastSignificantBits()).toList();
    }
  }
}
