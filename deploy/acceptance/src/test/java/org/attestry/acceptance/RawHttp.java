package org.attestry.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends bytes as they are, which no client library would, over a connection for each request, and
 * reads the response to its end.
 */
final class RawHttp implements AutoCloseable {

  private static final int MOST_BYTES = 32_000_000;
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final InetSocketAddress address;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  RawHttp(String gateway) {
    URI uri = URI.create(gateway);
    this.address = new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  /**
   * What came back.
   *
   * @param status 0 if the connection ended without a response
   * @param head the status line and the headers
   * @param body as it was transferred: chunks stay chunks
   * @param millis until the last byte
   */
  record Reply(int status, String head, byte[] body, long millis) {

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    boolean has(String header) {
      return head.toLowerCase(Locale.ROOT).contains("\r\n" + header + ":");
    }
  }

  /** Closes the connection after half a minute. */
  Reply send(byte[] request) {
    long begun = System.nanoTime();
    byte[] answer = new byte[0];
    try (Socket socket = new Socket()) {
      ScheduledFuture<?> end =
          clock.schedule(() -> closed(socket), LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      try {
        socket.connect(address, (int) LONGEST.toMillis());
        answer = exchange(socket, request);
      } finally {
        end.cancel(false);
      }
    } catch (IOException broken) {
      answer = new byte[0];
    }
    return reply(answer, (System.nanoTime() - begun) / 1_000_000);
  }

  /** A gateway may respond and close before it has read everything. */
  private static byte[] exchange(Socket socket, byte[] request) throws IOException {
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    OutputStream out = socket.getOutputStream();
                    out.write(request);
                    out.flush();
                  } catch (IOException answeredBefore) {
                    return;
                  }
                });
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      byte[] some = new byte[65_536];
      for (int n = in.read(some); n >= 0 && read.size() < MOST_BYTES; n = in.read(some)) {
        read.write(some, 0, n);
      }
    } catch (IOException reset) {
      return read.toByteArray();
    } finally {
      closed(socket);
      join(writer);
    }
    return read.toByteArray();
  }

  private static Reply reply(byte[] answer, long millis) {
    String text = new String(answer, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (!text.startsWith("HTTP/1.") || end < 0) {
      return new Reply(0, text, new byte[0], millis);
    }
    byte[] body = java.util.Arrays.copyOfRange(answer, end + 4, answer.length);
    return new Reply(
        Integer.parseInt(text.substring(9, 12)), text.substring(0, end + 2), body, millis);
  }

  private static void closed(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyClosed) {
      return;
    }
  }

  private static void join(Thread writer) {
    try {
      writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
