package org.attestry.gateway.serve;

import static org.attestry.gateway.serve.EntityGateway.ENTITY;
import static org.attestry.gateway.serve.EntityGateway.GET;
import static org.attestry.gateway.serve.EntityGateway.POST;
import static org.attestry.gateway.serve.EntityGateway.responds;
import static org.attestry.gateway.serve.EntityGateway.respondsWithMuchData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.RawClient;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A client that is slow, or many that are, cost nobody else anything. How the kernels of both sides
 * pass on what is read slowly cannot be had without real time.
 */
@Tag("resilience")
class SlowClientsIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int MOST_BUFFERED = 1_000_000;

  @Test
  void endsHeadersThatDribble() throws IOException {
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_HEAD_TIMEOUT", "PT1S"));
        RawClient client = new RawClient(gateway.port())) {
      client.write("GET " + ENTITY + " HTTP/1.1\r\nhost: x\r\na: ");

      String answer = client.readToEnd();

      assertTrue(answer.contains(" 408 "), answer);
      assertTrue(answer.contains("gateway.header.too-slow"), answer);
      assertEquals(200, gateway.get(ENTITY, null).statusCode());
    }
  }

  @Test
  void endsHeadersThatDribbleOnAConnectionThatWasUsed() throws IOException {
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_HEAD_TIMEOUT", "PT1S"));
        RawClient client = new RawClient(gateway.port())) {
      client.write(GET).readUntil("\r\n\r\n{}");
      client.write("G");

      assertTrue(client.readToEnd().contains("gateway.header.too-slow"));
    }
  }

  @Test
  void endsBodiesThatStall() throws IOException {
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_STALL_TIMEOUT", "PT1S"));
        RawClient client = new RawClient(gateway.port())) {
      client.write(POST + "content-length: 100\r\n\r\n{");

      String answer = client.readToEnd();

      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("gateway.body.too-slow"), answer);
      assertTrue(answer.contains("connection: close"), answer);
      assertEquals(0, gateway.services().requestCount());
    }
  }

  @Test
  void endsBodiesThatDribble() throws IOException {
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_STALL_TIMEOUT", "PT2S"));
        RawClient client = new RawClient(gateway.port())) {
      client.write(POST + "content-length: 1000000\r\n\r\n");

      assertTrue(dribble(client), "the connection stays open");
    }
  }

  @Test
  void endsBodiesThatTakeLongerThanTheyMay() throws IOException {
    try (GatewayServer gateway = EntityGateway.start(Map.of("BODY_TIMEOUT", "PT1S"));
        RawClient client = new RawClient(gateway.port())) {
      client.write(POST + "content-length: 100\r\n\r\n{");

      String answer = client.readUntil("within 1 s");

      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("gateway.body.too-slow"), answer);
    }
  }

  @Test
  void endsImportsThatStall() throws IOException {
    try (GatewayServer gateway = EntityGateway.start(Map.of("CONNECTION_STALL_TIMEOUT", "PT1S"));
        RawClient client = new RawClient(gateway.port())) {
      client.write(POST.replace("Teacher", "Teacher/import").replace("json", "x-ndjson"));
      client.write("content-length: 100\r\n\r\n{");

      assertTrue(client.readToEnd().contains(" 4"));
    }
  }

  @Test
  void dropsResponsesThatNobodyReads() throws IOException {
    try (GatewayServer gateway =
            EntityGateway.start(
                Map.of("CONNECTION_STALL_TIMEOUT", "PT1S", "CONNECTION_HEAD_TIMEOUT", "PT1M"));
        RawClient client = new RawClient(gateway.port())) {
      respondsWithMuchData(gateway);
      client.write(GET);

      assertTrue(dribble(client), "the connection stays open");
    }
  }

  /**
   * At 25 bytes a millisecond the gateway's kernel reports every seven seconds that it takes more,
   * and takes more, when asked, every second: the client's has a buffer small enough for that. A
   * client that the machine holds up for some seconds catches up.
   */
  @Test
  void responsesThatAreReadSlowlyGoOn() throws IOException {
    Map<String, String> settings = Map.of("CONNECTION_STALL_TIMEOUT", "PT6S");
    List<SlowReader> readers = new ArrayList<>();
    try (GatewayServer epoll = new GatewayServer(settings, true);
        GatewayServer nio = new GatewayServer(settings, false);
        Closeable _ = () -> close(readers)) {
      for (GatewayServer gateway : List.of(epoll, nio)) {
        respondsWithMuchData(gateway);
        readers.add(new SlowReader(gateway, 16_384, millis -> 25 * millis));
      }
      readFor(Duration.ofSeconds(20), readers);
    }
  }

  /** So much at once, each second, that the kernel takes a part of what waits. */
  @Test
  void responsesThatAreReadInBurstsArriveWhole() throws IOException {
    List<Integer> bursts = List.of(36_000, 60_000, 75_000, 90_000, 110_000);
    List<SlowReader> readers = new ArrayList<>();
    Map<String, String> settings = Map.of("BODIES_BYTES", "134217728");
    try (GatewayServer epoll = new GatewayServer(settings, true);
        GatewayServer nio = new GatewayServer(settings, false);
        Closeable _ = () -> close(readers)) {
      String body = responds(epoll, 2_000_000);
      assertEquals(body, responds(nio, 2_000_000));
      for (int burst : bursts) {
        int buffer = burst % 4 == 0 ? 16_384 : 65_536;
        readers.add(new SlowReader(epoll, buffer, millis -> burst * (millis / 1_000)));
        readers.add(new SlowReader(nio, buffer, millis -> burst * (millis / 1_000)));
      }
      readFor(Duration.ofSeconds(15), readers);
      for (SlowReader reader : readers) {
        assertEquals(body.substring(0, reader.read.size()), reader.text());
      }
    }
  }

  private static void readFor(Duration time, List<SlowReader> readers) {
    long began = System.nanoTime();
    Eventually.until(
        () -> {
          long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
          readers.forEach(reader -> reader.readUntil(millis));
          return millis;
        },
        millis -> millis > time.toMillis());
  }

  /** A client that has read so many bytes of a body so many milliseconds after the first. */
  private static final class SlowReader implements Closeable {
    private final RawClient client;
    private final LongUnaryOperator due;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    SlowReader(GatewayServer gateway, int buffer, LongUnaryOperator due) throws IOException {
      this.client = RawClient.withBuffer(gateway.port(), buffer);
      this.due = due;
      client.write(GET).readUntil("\r\n\r\n");
    }

    void readUntil(long millis) {
      long more = due.applyAsLong(millis) - read.size();
      if (more > 0) {
        read.writeBytes(client.read((int) more));
      }
    }

    String text() {
      return read.toString(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }

  @Test
  void theKernelHoldsLittleOfWhatNobodyReads() throws IOException {
    Map<String, String> settings =
        Map.of("CONNECTION_STALL_TIMEOUT", "PT1S", "CONNECTION_MOST_PER_ADDRESS", "1");
    try (GatewayServer gateway = EntityGateway.start(settings);
        RawClient client = RawClient.withSmallBuffer(gateway.port())) {
      respondsWithMuchData(gateway);
      client.write(GET);

      Eventually.isTrue(SOON, () -> gateway.get(ENTITY, null).statusCode() == 200);
      assertTrue(client.readToEnd().length() < MOST_BUFFERED);
    }
  }

  /** Sends a byte now and then until the connection is closed. */
  private static boolean dribble(RawClient client) {
    return Eventually.until(SOON, () -> !client.writes(), closed -> closed);
  }

  /** Before the gateway, which would wait for those who do not read. */
  private static void close(List<SlowReader> readers) throws IOException {
    for (SlowReader reader : readers) {
      reader.close();
    }
  }
}
