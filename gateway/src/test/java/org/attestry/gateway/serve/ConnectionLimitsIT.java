package org.attestry.gateway.serve;

import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.gateway.serve.EntityGateway.ENTITY;
import static org.attestry.gateway.serve.EntityGateway.GET;
import static org.attestry.gateway.serve.EntityGateway.POST;
import static org.attestry.gateway.serve.EntityGateway.responds;
import static org.attestry.gateway.serve.EntityGateway.respondsWithMuchData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Promise;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one client, or all of them, may have open, unread and on its way. */
class ConnectionLimitsIT {

  /** Eight heads in all, two of an address. */
  private static final Map<String, String> FEW_HELD =
      Map.of("CONNECTION_HELD_BYTES", "262144", "CONNECTION_HEAD_TIMEOUT", "PT5M");

  @Test
  void dropsTheMostUnreadResponsesWhenTheyAreTooManyBytes() throws IOException {
    try (GatewayServer gateway =
            EntityGateway.start(
                Map.of("CONNECTION_UNREAD_BYTES", "1000", "CONNECTION_HEAD_TIMEOUT", "PT1M"));
        RawClient client = new RawClient(gateway.port())) {
      respondsWithMuchData(gateway);
      client.write(GET);

      assertTrue(dribble(client), "the connection stays open");
    }
  }

  @Test
  void aRequestWaitsUntilTheResponseBeforeItIsRead() throws IOException {
    String last = GET.stripTrailing() + "\r\nconnection: close\r\n\r\n";
    try (GatewayServer gateway = EntityGateway.start(Map.of());
        RawClient client = RawClient.withSmallBuffer(gateway.port())) {
      responds(gateway, 2_000_000);
      client.write(GET + last);
      client.readUntil("200");
      for (int others = 0; others < 3; others++) {
        assertEquals(200, gateway.get(ENTITY, null).statusCode());
      }
      assertEquals(4, gateway.services().requestCount());

      assertTrue(client.readToEnd().contains("HTTP/1.1 200 "));
      assertEquals(5, gateway.services().requestCount());
    }
  }

  @Test
  void responsesThatNobodyReadsTakeNoMemoryOutsideTheHeap() throws IOException {
    List<RawClient> open = new ArrayList<>();
    String asset = "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n";
    try (GatewayServer gateway =
            EntityGateway.start(Map.of("CONNECTION_UNREAD_BYTES", "100000000000"));
        Closeable _ = () -> close(open)) {
      assertEquals(200, gateway.get("/api/docs/swagger-ui-bundle.js", null).statusCode());
      for (int i = 0; i < 40; i++) {
        open.add(new RawClient(gateway.port()).write(asset.repeat(20)));
        open.getLast().readUntil("200");
      }

      assertEquals(200, gateway.get(ENTITY, null).statusCode());
      long direct =
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .filter(pool -> pool.getName().equals("direct"))
              .mapToLong(BufferPoolMXBean::getMemoryUsed)
              .sum();
      assertTrue(direct < 60_000_000, direct + " bytes");
    }
  }

  @Test
  void unfinishedHeadsOfOneAddressAreClosedBeyondItsShareAndThoseOfOthersAreNot()
      throws IOException {
    List<RawClient> open = new ArrayList<>();
    try (GatewayServer gateway = EntityGateway.start(FEW_HELD);
        RawClient other = unfinished(gateway, "127.0.0.3");
        Closeable _ = () -> close(open)) {
      for (int i = 0; i < 3; i++) {
        open.add(unfinished(gateway, "127.0.0.2"));
      }
      Eventually.until(() -> closed(open), count -> count >= 1);
      assertTrue(closed(open) < 3);
      assertTrue(other.write("\r\n\r\n").readUntil("{}").contains(" 200 "));
    }
  }

  @Test
  void unfinishedHeadsOfManyAddressesAreClosedBeyondTheLimit() throws IOException {
    List<RawClient> open = new ArrayList<>();
    try (GatewayServer gateway = EntityGateway.start(FEW_HELD);
        Closeable _ = () -> close(open)) {
      for (int i = 2; i < 12; i++) {
        open.add(unfinished(gateway, "127.0.0." + i));
      }
      Eventually.until(() -> closed(open), count -> count >= 2);
      assertTrue(closed(open) < 5);
      assertEquals(200, gateway.get(ENTITY, null).statusCode());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestsInARowHaveTheirResponsesInOrder(boolean nativeTransport) throws IOException {
    int many = 1_000;
    List<String> kinds =
        List.of(
            GET,
            POST + "content-length: 2\r\n\r\n{}",
            POST + "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
            GET.replace("GET", "HEAD").replace(ENTITY, "/unknown"),
            GET.stripTrailing() + "\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < many; i++) {
      String id = "x-request-id: number-%d-\r\n".formatted(i);
      requests.append(kinds.get(i % kinds.size()).replace("\r\nhost", "\r\n" + id + "host"));
    }
    try (GatewayServer gateway = EntityGateway.start(Map.of(), nativeTransport);
        RawClient client = new RawClient(gateway.port())) {
      client.write(requests.toString());
      for (int i = 0; i < many; i++) {
        String head = client.readUntil("\r\n\r\n");
        assertTrue(head.matches("(?s).*HTTP/1.1 [24]0\\d .*"), head);
        assertTrue(head.contains("number-%d-".formatted(i)), head);
      }
    }
  }

  @Test
  void requestsInARowThatWaitCountAmongTheHeldBytes() throws IOException {
    List<RawClient> open = new ArrayList<>();
    try (GatewayServer gateway = EntityGateway.start(FEW_HELD);
        Closeable _ = () -> close(open)) {
      gateway.services().handle(READ_ENTITY, (_, _) -> Promise.<EntityView>promise().future());
      for (int i = 0; i < 80; i++) {
        open.add(new RawClient(gateway.port(), "127.0.0.2").write(GET.repeat(100)));
      }
      Eventually.until(() -> closed(open), count -> count >= 1);
      assertTrue(closed(open) < 80);
      assertEquals(404, gateway.get("/unknown", null).statusCode());
    }
  }

  @Test
  void limitsTheConnectionsOfAnAddress() throws IOException {
    List<RawClient> open = new ArrayList<>();
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_MOST_PER_ADDRESS", "3"));
        Closeable _ = () -> close(open)) {
      for (int i = 0; i < 3; i++) {
        open.add(used(gateway, "127.0.0.2"));
      }
      try (RawClient refused = new RawClient(gateway.port(), "127.0.0.2")) {
        String answer = refused.readToEnd();
        assertTrue(answer.contains(" 429 "), answer);
        assertTrue(answer.contains("retry-after: "), answer);
        assertTrue(answer.contains("gateway.connections.too-many"), answer);
      }
      used(gateway, "127.0.0.3").close();
      open.removeLast().close();
      Eventually.until(() -> answers(gateway, "127.0.0.2"), answered -> answered);
    }
  }

  @Test
  void refusedConnectionsOfOneAddressKeepNoOtherOut() throws IOException {
    List<RawClient> open = new ArrayList<>();
    Map<String, String> limits =
        Map.of("CONNECTION_MOST", "20", "CONNECTION_MOST_PER_ADDRESS", "5");
    try (GatewayServer gateway = EntityGateway.start(limits);
        Closeable _ = () -> close(open)) {
      for (int i = 0; i < 5; i++) {
        open.add(used(gateway, "127.0.0.2"));
      }
      for (int i = 5; i < 30; i++) {
        open.add(new RawClient(gateway.port(), "127.0.0.2"));
      }
      used(gateway, "127.0.0.3").close();
    }
  }

  @Test
  void limitsTheConnectionsOfAllClients() throws IOException {
    List<RawClient> open = new ArrayList<>();
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_MOST", "3"));
        Closeable _ = () -> close(open)) {
      for (int i = 2; i < 5; i++) {
        open.add(used(gateway, "127.0.0." + i));
      }
      try (RawClient refused = new RawClient(gateway.port(), "127.0.0.9")) {
        String answer = refused.readToEnd();
        assertTrue(answer.contains(" 503 "), answer);
        assertTrue(answer.contains("retry-after: "), answer);
        assertTrue(answer.contains("gateway.connections.full"), answer);
      }
    }
  }

  @Test
  void aNewClientGetsThePlaceOfTheLongestIdleConnectionOfTheAddressThatHasMost()
      throws IOException {
    List<RawClient> open = new ArrayList<>();
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_MOST", "4"));
        Closeable _ = () -> close(open)) {
      for (int i = 0; i < 4; i++) {
        open.add(used(gateway, "127.0.0.2"));
      }
      open.getFirst().write(GET).readUntil("\r\n\r\n{}");
      open.add(used(gateway, "127.0.0.3"));
      assertEquals("", open.get(1).readToEnd());
      open.add(used(gateway, "127.0.0.3"));
      assertEquals("", open.get(2).readToEnd());
      try (RawClient refused = new RawClient(gateway.port(), "127.0.0.3")) {
        assertTrue(refused.readToEnd().contains("gateway.connections.full"));
      }
      for (int kept : List.of(0, 3, 4, 5)) {
        open.get(kept).write(GET).readUntil("\r\n\r\n{}");
      }
    }
  }

  @Test
  void anIdleConnectionClosesAndOneThatWaitsForAReplyDoesNot() throws IOException {
    Promise<EntityView> reply = Promise.promise();
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_IDLE_TIMEOUT", "PT1S"));
        RawClient waiting = new RawClient(gateway.port())) {
      gateway.services().handle(READ_ENTITY, (_, _) -> reply.future());
      waiting.write(GET);
      Eventually.until(() -> gateway.services().requestCount(), count -> count == 1);
      try (RawClient idle = new RawClient(gateway.port())) {
        assertEquals("", idle.readToEnd());
      }

      reply.complete(new EntityView(JsonBytes.of("{}"), 1, null));
      assertTrue(waiting.readUntil("{}").contains(" 200 "));
    }
  }

  @Test
  void largeBodiesInAllAreBoundedAndKeepNoSmallOnesOut() throws IOException {
    String large = "\"" + "x".repeat(50_000) + "\"";
    try (GatewayServer gateway = EntityGateway.start(Map.of("BODIES_BYTES", "60000"))) {
      try (RawClient slow = new RawClient(gateway.port())) {
        slow.write(POST + "content-length: 100000\r\n\r\n" + large);
        Eventually.until(
            () -> gateway.post("/api/v1/Teacher", null, large),
            answer ->
                answer.statusCode() == 503
                    && answer.headers().firstValue("retry-after").isPresent());
        assertEquals(200, gateway.post("/api/v1/Teacher", null, "{}").statusCode());
      }
      Eventually.until(
          () -> gateway.post("/api/v1/Teacher", null, large).statusCode(), status -> status == 200);
      for (int i = 0; i < 5; i++) {
        assertEquals(200, gateway.post("/api/v1/Teacher", null, large).statusCode());
      }
    }
  }

  @Test
  void slowBodiesOfOneAddressKeepThoseOfOthersNotOut() throws IOException {
    List<RawClient> open = new ArrayList<>();
    Map<String, String> limits = Map.of("BODIES_BYTES", "1600000", "MAX_BODY_BYTES", "100000");
    String large = "\"" + "x".repeat(90_000) + "\"";
    String unfinished = POST + "content-length: 100000\r\n\r\n" + large;
    try (GatewayServer gateway = EntityGateway.start(limits);
        Closeable _ = () -> close(open)) {
      for (int i = 0; i < 25; i++) {
        open.add(new RawClient(gateway.port(), "127.0.0.2").write(unfinished));
      }
      String refused = open.getLast().readUntil("gateway.bodies.");
      assertTrue(refused.startsWith("HTTP/1.1 429 "), refused);
      assertTrue(refused.contains("retry-after: "), refused);
      assertEquals(200, gateway.post("/api/v1/Teacher", null, large).statusCode());
    }
  }

  /** Sends a byte now and then until the connection is closed. */
  private static boolean dribble(RawClient client) {
    return Eventually.until(() -> !client.writes(), closed -> closed);
  }

  private static RawClient unfinished(GatewayServer gateway, String from) throws IOException {
    RawClient client = new RawClient(gateway.port(), from);
    return client.write(GET.stripTrailing() + "\r\na: " + "b".repeat(31_000));
  }

  private static long closed(List<RawClient> clients) {
    return clients.stream().filter(client -> !client.writes()).count();
  }

  private static RawClient used(GatewayServer gateway, String from) throws IOException {
    RawClient client = new RawClient(gateway.port(), from);
    client.write(GET).readUntil("\r\n\r\n{}");
    return client;
  }

  private static boolean answers(GatewayServer gateway, String from) {
    try {
      used(gateway, from).close();
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Before the gateway, which would wait for those who do not read. */
  private static void close(List<RawClient> clients) throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
  }
}
