package org.attestry.claims;

import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.attestry.claims.ManyClaims.Shape;
import org.attestry.contracts.Caller;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.ClaimsView;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Calls;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The list of claims among many, written past the service. */
class InboxIT {

  private static final int SOME = 3_000;
  private static final int ATTESTORS = ManyClaims.ATTESTORS;

  private static Vertx vertx;
  private static BusClient bus;
  private static RegistryPeer registry;
  private static Database database;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    bus = new BusClient(vertx);
    registry = new RegistryPeer(vertx);
    registry.appear();
    ClaimsConfig config =
        Settings.of(TestServers.settings(TestServers.freshDatabase("inbox")))
            .read(ClaimsConfig.class);
    ServiceContext context =
        new ServiceContext(new Health("claims-service"), new SimpleMeterRegistry());
    await(vertx.deployVerticle(new ClaimsVerticle(config, context)));
    database = Database.open(vertx, config.postgres());
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
  }

  @ParameterizedTest
  @EnumSource
  void eachAttestorFindsTheirClaimsAndNoOthersPageByPage(Shape shape) {
    ManyClaims.store(database, shape, SOME);
    for (int attestor : List.of(0, 1, 999)) {
      Caller caller = attestorOf(shape, attestor);
      List<String> found = new ArrayList<>();
      String cursor = null;
      do {
        ClaimsView page = first(caller, null, 500, cursor);
        page.content().stream().map(ClaimView::entityId).forEach(found::add);
        cursor = page.nextCursor();
      } while (cursor != null);
      Set<String> expected = new HashSet<>();
      IntStream.range(0, SOME)
          .filter(claim -> shape.valueOf(claim).equals(shape.valueOf(attestor)))
          .forEach(claim -> expected.add(ManyClaims.entityOf(claim)));
      assertEquals(expected, new HashSet<>(found));
      assertEquals(expected.size(), found.size(), "none twice");
    }
  }

  @Test
  void countIsExactAsFarAsAThousandBeyondThePage() {
    ManyClaims.store(database, Shape.TEN_OPEN_OF_MANY, SOME);
    Caller caller = attestorOf(Shape.TEN_OPEN_OF_MANY, 0);
    ClaimsView open = first(caller, ClaimStatus.OPEN, 20, null);
    assertEquals("exact", open.countIs());
    assertEquals(10, open.totalElements());
    ClaimsView all = first(caller, null, 20, null);
    assertEquals("planned", all.countIs());
    assertEquals(1_020, all.totalElements());
  }

  @Test
  void listThatTakesTooManyComparisonsIsContinuedByItsCursor() {
    int claims = 1_500;
    ManyClaims.store(database, Shape.REQUESTERS_OWN_ID, claims);
    Caller caller = attestorOf(Shape.REQUESTERS_OWN_ID, 0);
    for (int record = 0; record < 2_000; record++) {
      String value = "none of the requesters but number %d".formatted(record).repeat(2);
      registry.hasRecord("Teacher", caller.userId(), "{\"value\": \"%s\"}".formatted(value));
    }
    List<List<String>> pages = new ArrayList<>();
    String cursor = null;
    do {
      ClaimsView page = first(caller, null, 20, cursor);
      pages.add(page.content().stream().map(ClaimView::entityId).toList());
      cursor = page.nextCursor();
    } while (cursor != null);
    assertEquals(List.of(ManyClaims.entityOf(0)), pages.getLast(), "the oldest claim");
    List<List<String>> before = pages.subList(0, pages.size() - 1);
    assertTrue(!before.isEmpty() && before.stream().allMatch(List::isEmpty), pages.toString());
  }

  /** Run with {@code -Dinbox.measure=100000}: prints what the first page takes. */
  @ParameterizedTest
  @EnumSource
  @EnabledIfSystemProperty(named = "inbox.measure", matches = "\\d+")
  void measuresFirstPages(Shape shape) {
    for (int claims : List.of(1_000, Integer.getInteger("inbox.measure"))) {
      ManyClaims.store(database, shape, claims);
      List<Caller> attestors =
          IntStream.range(0, ATTESTORS).mapToObj(number -> attestorOf(shape, number)).toList();
      attestors.forEach(attestor -> first(attestor, ClaimStatus.OPEN, 20, null));
      for (ClaimStatus status : Arrays.asList(ClaimStatus.OPEN, null)) {
        long[] nanos = new long[ATTESTORS];
        for (int i = 0; i < ATTESTORS; i++) {
          long begun = System.nanoTime();
          first(attestors.get(i), status, 20, null);
          nanos[i] = System.nanoTime() - begun;
        }
        Arrays.sort(nanos);
        System.out.printf(
            "%s, %d claims, status %s: p50 %.2f ms, p95 %.2f ms, p99 %.2f ms%n",
            shape,
            claims,
            status,
            nanos[ATTESTORS / 2] / 1e6,
            nanos[ATTESTORS * 95 / 100] / 1e6,
            nanos[ATTESTORS * 99 / 100] / 1e6);
      }
    }
  }

  private static ClaimsView first(Caller caller, ClaimStatus status, int size, String cursor) {
    ListClaimsRequest request =
        new ListClaimsRequest("Teacher", status, null, null, null, null, 0, size, cursor);
    return await(bus.request(ClaimsOperations.LIST_CLAIMS, request, Calls.by(caller)));
  }

  private static Caller attestorOf(Shape shape, int number) {
    Caller caller = user("teacher-%s-%d-%s".formatted(shape, number, Ids.next()), "Teacher");
    registry.hasRecord(
        "Teacher", caller.userId(), "{\"value\": \"%s\"}".formatted(shape.valueOf(number)));
    return caller;
  }
}
