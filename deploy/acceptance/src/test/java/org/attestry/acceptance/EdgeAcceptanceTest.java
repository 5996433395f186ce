package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the edge passes on, and what it ends. Servers that show each byte stand behind it. */
class EdgeAcceptanceTest {

  private static final String CLIENT = "127.0.0.2";
  private static final int MOST_OF_AN_ADDRESS = 256;

  private Edge edge;
  private StandInServer keycloak;
  private StandInServer first;
  private StandInServer second;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    edge = new Edge(folder);
    keycloak = new StandInServer();
    first = new StandInServer();
    second = new StandInServer();
    edge.start(keycloak.port(), first.gateway(), second.gateway());
  }

  @AfterEach
  void stop() {
    Stream.of(edge, keycloak, first, second)
        .filter(Objects::nonNull)
        .forEach(EdgeAcceptanceTest::close);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/a%2Fb//c/./d/../e/%2e%2e/f?q=%2F&r=a+b",
        "//api/v1",
        "/%61pi;x=y/",
        "/auth/admin/",
        "/auth/realms/master/",
        "/auth/realms/attestry/../master/",
        "/auth/realms/attestry/%2e%2e/master/",
        "/auth/realms/attestry//",
        "/%61uth/realms/attestry/"
      })
  void passesThePathToAGatewayAsItCame(String path) throws IOException {
    assertEquals(200, send(CLIENT, "GET", path));
    assertEquals("GET " + path + " HTTP/1.1", line(only(heads())));
    assertEquals(List.of(), keycloak.heads());
  }

  @Test
  void passesThePagesOfTheRealmToKeycloak() throws IOException {
    assertEquals(200, send(CLIENT, "GET", "/auth/realms/attestry/account?a=%2F"));
    assertEquals(
        200, send(CLIENT, "GET", "/.well-known/oauth-authorization-server/auth/realms/attestry"));
    assertEquals(
        List.of(
            "GET /auth/realms/attestry/account?a=%2F HTTP/1.1",
            "GET /auth/realms/attestry/.well-known/oauth-authorization-server HTTP/1.1"),
        keycloak.heads().stream().map(EdgeAcceptanceTest::line).toList());
  }

  @Test
  void showsKeycloaksConsoleToTheAddressesOfAdminsAlone() throws IOException {
    send(CLIENT, "GET", "/auth/admin/master/console/");
    assertEquals(List.of(), keycloak.heads());

    send("127.0.0.1", "GET", "/auth/admin/master/console/");
    assertEquals("GET /auth/admin/master/console/ HTTP/1.1", line(only(keycloak.heads())));
  }

  @Test
  void refusesToLeaveHttp1() throws IOException {
    int status =
        send(
            CLIENT,
            "GET",
            "/auth/realms/attestry/",
            "host: x",
            "connection: Upgrade, HTTP2-Settings",
            "upgrade: h2c",
            "http2-settings: AAMAAABkAAQCAAAAAAIAAAAA");

    assertEquals(400, status);
    assertEquals(List.of(), keycloak.heads());
  }

  @Test
  void namesTheClientWhateverItSaysItself() throws IOException {
    send(
        CLIENT,
        "GET",
        "/api",
        "host: registry.example.org",
        "x-forwarded-for: 6.6.6.6",
        "X-Forwarded-For: 7.7.7.7",
        "x-forwarded-proto: http",
        "x-forwarded-host: evil.example.org",
        "x-forwarded-port: 1",
        "x-forwarded-prefix: /evil",
        "forwarded: for=6.6.6.6;proto=http");

    assertEquals(
        List.of(
            "x-forwarded-for: " + CLIENT,
            "x-forwarded-host: registry.example.org",
            "x-forwarded-proto: https"),
        only(heads())
            .toLowerCase(Locale.ROOT)
            .lines()
            .filter(header -> header.contains("forwarded"))
            .sorted()
            .toList());
  }

  @Test
  void tellsBrowsersToComeByTlsAlone() throws IOException {
    try (SSLSocket client = edge.connect(CLIENT)) {
      write(client, "GET /api HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
      String reply = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(
          reply.toLowerCase(Locale.ROOT).contains("\r\nstrict-transport-security: max-age="),
          reply);
    }
  }

  @Test
  void neverSendsARequestAgainWhoseGatewayDied() throws IOException {
    for (int i = 0; i < 20; i++) {
      assertEquals(502, send(CLIENT, i % 2 == 0 ? "POST" : "GET", "/die"));
    }
    assertEquals(20, heads().size());
  }

  @Test
  void takesTheOtherGatewayWhereOneDoesNotListen() throws IOException {
    first.close();
    for (int i = 0; i < 20; i++) {
      assertEquals(200, send(CLIENT, "POST", "/api/" + i));
    }
    assertEquals(20, second.heads().size());
  }

  @Test
  void sendsNoMoreToAGatewayThatStops() throws IOException {
    first.stop();
    Eventually.isTrue(
        () -> {
          int before = first.heads().size();
          return Stream.generate(() -> statusFrom(CLIENT)).limit(10).allMatch(s -> s == 200)
              && first.heads().size() == before;
        });
  }

  @Test
  void passesBodiesOnWhileTheyCome() throws Exception {
    second.close();
    try (SSLSocket client = edge.connect(CLIENT)) {
      write(client, "POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nbegin");
      assertEquals("begin", first.nextOfBody());
    }
    try (SSLSocket client = edge.connect(CLIENT)) {
      write(client, "GET /endless HTTP/1.1\r\nhost: x\r\n\r\n");
      assertEquals(200, status(client.getInputStream()));
    }
  }

  @Test
  void endsClientsThatDoNotEndAHeadOrReadNothing() throws Exception {
    second.close();
    try (SSLSocket head = edge.connect(CLIENT);
        SSLSocket reader = edge.connect(CLIENT)) {
      write(head, "GET /api HTTP/1.1\r\nhost: ");
      write(reader, "GET /endless HTTP/1.1\r\nhost: x\r\n\r\n");

      assertEquals(408, status(head.getInputStream()));
      assertEquals("/endless", first.nextEnded());
    }
  }

  @Test
  void boundsTheConnectionsOfAnAddress() {
    Eventually.isTrue(this::closesTheNextConnectionAtOnce);
    Eventually.isTrue(() -> statusFrom(CLIENT) == 200);
  }

  /**
   * Opens as many connections as an address may have, and one more. False if the edge has closed
   * the first one too, as it does with one that sends nothing for some seconds.
   */
  private boolean closesTheNextConnectionAtOnce() {
    List<Socket> held = new ArrayList<>();
    try {
      for (int i = 0; i <= MOST_OF_AN_ADDRESS; i++) {
        held.add(open(CLIENT));
      }
      return isClosed(held.getLast(), 0)
          && !isClosed(held.getFirst(), 1)
          && statusFrom("127.0.0.3") == 200;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      held.forEach(EdgeAcceptanceTest::close);
    }
  }

  /**
   * @param millis how long to wait for the end; 0 for ever
   */
  private static boolean isClosed(Socket socket, int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (SocketException reset) {
      return true;
    }
  }

  private Socket open(String from) throws IOException {
    URI address = URI.create(edge.address());
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    return socket;
  }

  /** Sends a request over a connection of its own, and returns the status. */
  private int send(String from, String method, String path, String... headers) throws IOException {
    try (SSLSocket client = edge.connect(from)) {
      String fields = headers.length == 0 ? "host: x\r\n" : String.join("\r\n", headers) + "\r\n";
      write(
          client, "%s %s HTTP/1.1\r\n%scontent-length: 0\r\n\r\n".formatted(method, path, fields));
      return status(client.getInputStream());
    }
  }

  private static void write(SSLSocket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().flush();
  }

  private static int status(InputStream in) throws IOException {
    String line = new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
    return Integer.parseInt(line.split(" ")[1]);
  }

  private List<String> heads() {
    return Stream.of(first, second).flatMap(server -> server.heads().stream()).toList();
  }

  private static String only(List<String> heads) {
    assertEquals(1, heads.size(), heads.toString());
    return heads.getFirst();
  }

  private static String line(String head) {
    return head.lines().findFirst().orElseThrow();
  }

  /** Returns 0 if the edge closes the connection. */
  private int statusFrom(String client) {
    try {
      return send(client, "GET", "/api");
    } catch (IOException closed) {
      return 0;
    }
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
