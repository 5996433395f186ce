package org.attestry.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the decoder reads after the framing was checked. */
class RequestFramingTest {

  private static final String HEAD =
      "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
  private static final String END = "0\r\n\r\n";

  @AutoClose("finishAndReleaseAll")
  private final EmbeddedChannel decoder = new EmbeddedChannel(new HttpRequestDecoder());

  private final RequestFraming framing = new RequestFraming(32_768, 100);
  private final List<String> contents = new ArrayList<>();
  private int requests;

  @Test
  void joinsTheSmallChunksOfOneRead() {
    read((HEAD + "1\r\nx\r\n".repeat(9_000) + END).getBytes(StandardCharsets.US_ASCII), 60_000);

    assertEquals("x".repeat(9_000), String.join("", contents));
    assertTrue(contents.size() < 60, contents.size() + " messages");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 64, 333, 1_000, 100_000})
  void theContentIsTheSameHoweverItsBytesArrive(int together) {
    StringBuilder request = new StringBuilder();
    StringBuilder sent = new StringBuilder();
    for (int repeat = 0; repeat < 2; repeat++) {
      request.append(HEAD);
      for (int length = 1; length < 700; length += length < 40 ? 1 : 47) {
        String content = "%d,".formatted(length).repeat(length).substring(0, length);
        String extension = length % 3 == 0 ? ";a=b" : "";
        request.append("%x%s\r\n%s\r\n".formatted(length, extension, content));
        sent.append(content);
      }
      request.append(END);
    }

    read(request.toString().getBytes(StandardCharsets.US_ASCII), together);

    assertEquals(2, requests);
    assertEquals(sent.toString(), String.join("", contents));
  }

  /** Reads bytes as a connection does. */
  private void read(byte[] bytes, int together) {
    ByteBuf held = Unpooled.buffer();
    for (int at = 0; at < bytes.length; at += together) {
      held.writeBytes(bytes, at, Math.min(together, bytes.length - at));
      do {
        decoder.writeInbound(held.readBytes(framing.advance(held)));
        assertNull(framing.failure());
      } while (held.isReadable() && framing.isBetweenMessages());
      for (Object each = decoder.readInbound(); each != null; each = decoder.readInbound()) {
        count(each);
      }
    }
    held.release();
  }

  private void count(Object message) {
    switch (message) {
      case HttpContent content when content.content().isReadable() ->
          contents.add(content.content().toString(StandardCharsets.US_ASCII));
      case HttpRequest request -> {
        assertTrue(request.decoderResult().isSuccess());
        requests++;
      }
      default -> {}
    }
  }
}
