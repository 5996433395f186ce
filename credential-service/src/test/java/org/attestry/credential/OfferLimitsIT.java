package org.attestry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.OfferOperations.CreatedOffer;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The bounds on open offers hold for requests that come at the same time, and for many requests.
 */
class OfferLimitsIT {

  private static final int OF_RECORD = 3;
  private static final int OF_CALLER = 20;

  /** How many requests are in the database at once, which has more connections. */
  private static final int AT_ONCE = 6;

  /** An offer waits for the test after open ones are counted, and before it is stored. */
  private static final String OFFERS_WAIT =
      """
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(18);
        RETURN NEW;
      END $$;
      CREATE TRIGGER waits BEFORE INSERT ON wallet_offer
      FOR EACH ROW EXECUTE FUNCTION wait_for_test();
      """;

  private static final String GO_ON =
      "DROP TRIGGER waits ON wallet_offer; DROP FUNCTION wait_for_test()";

  private static final String WAITING =
      """
      SELECT pid FROM pg_locks
      WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """;

  private static WalletService wallets;

  @BeforeAll
  static void start() throws Exception {
    wallets =
        new WalletService(
            Map.of(
                "WALLET_OFFERS_OF_RECORD", Integer.toString(OF_RECORD),
                "WALLET_OFFERS_OF_CALLER", Integer.toString(OF_CALLER)));
  }

  @AfterAll
  static void stop() throws Exception {
    wallets.stop();
  }

  @Test
  void offersOfARecordAreBoundedWhenTheyComeAtTheSameTime() throws Exception {
    String entityId = issued();

    List<Future<CreatedOffer>> offers =
        atOnce(i -> wallets.beginOffer(entityId, Callers.user("clerk-" + i)));

    assertBounded(OF_RECORD, offers);
  }

  @Test
  void offersOfACallerAreBoundedWhenTheyComeAtTheSameTime() throws Exception {
    Caller caller = caller();
    int free = 3;
    for (int i = free; i < OF_CALLER; i++) {
      await(wallets.beginOffer(issued(), caller));
    }
    List<String> records = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      records.add(issued());
    }

    List<Future<CreatedOffer>> offers = atOnce(i -> wallets.beginOffer(records.get(i), caller));

    assertBounded(free, offers);
  }

  @Test
  void aCallerWhoMakesTenThousandOffersHasNoMoreThanTheBound() throws Exception {
    Caller caller = caller();
    List<String> records = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      records.add(issued());
    }
    List<Future<CreatedOffer>> offers = new ArrayList<>();
    for (int group = 0; group < 500; group++) {
      List<Future<CreatedOffer>> some =
          IntStream.range(0, 20)
              .mapToObj(i -> wallets.beginOffer(records.get(i % records.size()), caller))
              .toList();
      await(Future.join(some).otherwiseEmpty());
      offers.addAll(some);
    }

    assertBounded(OF_CALLER, offers);
    assertEquals(
        Integer.toString(OF_CALLER),
        wallets
            .database()
            .single("SELECT count(*) FROM wallet_offer WHERE offered_by = ?", caller.userId()));
  }

  private static Caller caller() {
    return Callers.user("caller-" + UUID.randomUUID());
  }

  private static String issued() throws Exception {
    String entityId = UUID.randomUUID().toString();
    wallets.issue(entityId);
    return entityId;
  }

  /** The results of requests that are all in the database before one of them is stored. */
  private static List<Future<CreatedOffer>> atOnce(IntFunction<Future<CreatedOffer>> begin)
      throws Exception {
    List<Future<CreatedOffer>> offers;
    wallets.database().execute(OFFERS_WAIT);
    try (Connection holder = wallets.database().connect();
        Statement statement = holder.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(18)");
      offers = IntStream.range(0, AT_ONCE).mapToObj(begin).toList();
      wallets.service().eventually(() -> wallets.database().query(WAITING).size() == AT_ONCE);
    }
    await(Future.join(offers).otherwiseEmpty());
    wallets.database().execute(GO_ON);
    return offers;
  }

  private static void assertBounded(int most, List<Future<CreatedOffer>> offers) {
    assertEquals(most, offers.stream().filter(Future::succeeded).count());
    for (Future<CreatedOffer> offer : offers) {
      if (offer.failed()) {
        Failure refused = assertInstanceOf(FailureException.class, offer.cause()).failure();
        assertEquals(FailureKind.RATE_LIMITED, refused.kind());
        assertEquals("credential.offer.too-many", refused.code());
      }
    }
  }
}
