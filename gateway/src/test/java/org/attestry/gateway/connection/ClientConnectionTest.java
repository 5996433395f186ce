package org.attestry.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.gateway.GatewayConfig;
import org.attestry.runtime.config.Settings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server behind a connection gets of requests in a row. */
class ClientConnectionTest {

  private static final int MANY = 2_000;
  private static final String HEAD = " HTTP/1.1\r\nhost: x\r\n";

  @AutoClose private final Vertx vertx = Vertx.vertx();

  @AutoClose("finishAndReleaseAll")
  private final EmbeddedChannel channel = new EmbeddedChannel(false, false);

  private final ClientConnection connection =
      new ClientConnection(
          new Connections(
              vertx,
              Settings.of(Map.of("IDENTITY_ISSUER", "http://127.0.0.1/issuer"))
                  .read(GatewayConfig.class)
                  .connection(),
              new TrustedProxies(List.of())),
          channel,
          new Peer("127.0.0.1", 1),
          null);

  @BeforeEach
  void connect() throws Exception {
    channel.pipeline().addLast(connection, new HttpRequestDecoder(), new HttpResponseEncoder());
    channel.register();
  }

  @Test
  void decodesOneRequestAtATimeOfManyThatOneReadBrings() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      many.append(get(i));
    }
    send(many.toString());
    long held = connection.held();

    assertTrue(held > 0 && held <= many.length() + 4_096, held + " bytes");
    for (int i = 0; i < MANY; i++) {
      assertEquals(List.of("/" + i, "end"), decoded());
      assertEquals(i == MANY - 1, channel.config().isAutoRead());
      respond(HttpResponseStatus.OK);
    }
    assertEquals(List.of(), decoded());
    assertEquals(0, connection.held());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 1_000})
  void decodesRequestsInOrderHoweverTheirBytesArrive(int together) {
    String all =
        get(1)
            + "POST /2"
            + HEAD
            + "content-length: 5\r\n\r\nab\r\nc"
            + "\r\n"
            + get(3)
            + "POST /4"
            + HEAD
            + "transfer-encoding: chunked\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n"
            + "HEAD /5"
            + HEAD
            + "\r\n"
            + get(6);

    List<String> requests = new ArrayList<>();
    for (int at = 0; at < all.length(); at += together) {
      send(all.substring(at, Math.min(all.length(), at + together)));
      requests.addAll(decodedAndAnswered());
    }

    assertEquals("/1 end /2 ab\r\nc end /3 end /4 def end /5 end /6 end", joined(requests));
    assertTrue(channel.config().isAutoRead());
    assertEquals(0, connection.held());
  }

  @Test
  void anInterimResponseDoesNotEndTheRequest() {
    String post = "POST /1" + HEAD + "content-length: 2\r\nexpect: 100-continue\r\n\r\n";
    send(post);
    respond(HttpResponseStatus.CONTINUE);
    send("ab" + get(2));

    assertEquals(List.of("/1", "ab", "end"), decoded());
    respond(HttpResponseStatus.OK);
    assertEquals(List.of("/2", "end"), decoded());
  }

  @Test
  void aResponseBeforeTheEndOfTheBodyLetsTheNextRequestFollowTheBody() {
    send("POST /1" + HEAD + "content-length: 4\r\n\r\nab");
    respond(HttpResponseStatus.FORBIDDEN);
    send("cd" + get(2) + get(3));

    assertEquals(List.of("/1", "ab", "cd", "end", "/2", "end"), decoded());
    respond(HttpResponseStatus.OK);
    assertEquals(List.of("/3", "end"), decoded());
  }

  @Test
  void aBrokenRequestWaitsForTheResponseBeforeIt() {
    send(get(1) + "GET /2" + HEAD + "a : b\r\n\r\n" + get(3));

    assertEquals(List.of("/1", "end"), decoded());
    assertEquals(null, connection.failure());
    respond(HttpResponseStatus.OK);
    assertEquals("gateway.request", connection.failure().code());
    assertEquals(List.of("refused"), decoded());
    assertEquals(0, connection.held());
  }

  @Test
  void aConnectionThatClosesHoldsNothing() {
    send(get(1) + get(2));
    assertTrue(connection.held() > 0);
    channel.close();

    assertEquals(0, connection.held());
    assertEquals(List.of("/1", "end"), decoded());
    assertFalse(channel.isOpen());
  }

  @Test
  void aWaitingRequestDoesNotKeepTheBufferThatItWasReadInto() {
    send(get(1));
    channel.writeInbound(
        channel.alloc().buffer(65_536).writeBytes(get(2).getBytes(StandardCharsets.US_ASCII)));

    assertTrue(connection.held() < 4_096, connection.held() + " bytes");
    assertEquals(List.of("/1", "end"), decoded());
    respond(HttpResponseStatus.OK);
    assertEquals(List.of("/2", "end"), decoded());
  }

  private static String get(int number) {
    return "GET /" + number + HEAD + "\r\n";
  }

  private void send(String bytes) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.US_ASCII));
  }

  private void respond(HttpResponseStatus status) {
    channel.writeOutbound(
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER));
    channel.releaseOutbound();
    channel.runPendingTasks();
  }

  private List<String> decodedAndAnswered() {
    List<String> all = new ArrayList<>();
    for (List<String> each = decoded(); !each.isEmpty(); each = decoded()) {
      all.addAll(each);
      if (each.getLast().equals("end")) {
        respond(HttpResponseStatus.OK);
      }
    }
    return all;
  }

  /** What the decoder has passed on: targets, contents, and the ends of requests. */
  private List<String> decoded() {
    List<String> found = new ArrayList<>();
    for (Object each = channel.readInbound(); each != null; each = channel.readInbound()) {
      if (each instanceof HttpRequest request) {
        found.add(request.decoderResult().isSuccess() ? request.uri() : "refused");
      }
      if (each instanceof HttpContent content) {
        if (content.content().isReadable()) {
          found.add(content.content().toString(StandardCharsets.US_ASCII));
        }
        content.release();
      }
      if (each instanceof LastHttpContent last && last.decoderResult().isSuccess()) {
        found.add("end");
      }
    }
    return found;
  }

  /** The contents of a body are one, however many there are. */
  private static String joined(List<String> found) {
    StringBuilder text = new StringBuilder();
    String before = "/";
    for (String each : found) {
      boolean begins = each.startsWith("/") || each.equals("end") || before.startsWith("/");
      text.append(begins && !text.isEmpty() ? " " : "").append(each);
      before = each;
    }
    return text.toString();
  }
}
