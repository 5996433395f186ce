package org.attestry.acceptance;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients at several loopback addresses that send or read a byte a second, each at another moment
 * of it, and come again when they are turned away.
 */
final class SlowClients implements AutoCloseable {

  private static final long BETWEEN_BYTES = Duration.ofSeconds(1).toNanos();
  private static final int ADDRESSES = 5;
  private static final int UNREAD_BYTES = 4_096;

  /** What is slow. */
  enum Kind {
    HEADER,
    BODY,
    READER
  }

  private final InetSocketAddress gateway;
  private final String upload;
  private final String download;
  private final Map<Kind, LongAdder> ended = new EnumMap<>(Kind.class);
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * @param upload where files are uploaded without a token
   * @param download something large that can be read without one
   */
  SlowClients(String gateway, String upload, String download) {
    URI uri = URI.create(gateway);
    this.gateway = new InetSocketAddress(uri.getHost(), uri.getPort());
    this.upload = upload;
    this.download = download;
    for (Kind kind : Kind.values()) {
      ended.put(kind, new LongAdder());
    }
  }

  /** Starts so many of each kind. */
  SlowClients start(int each) {
    for (Kind kind : Kind.values()) {
      for (int n = 0; n < each; n++) {
        String address = "127.0.0." + (2 + n % ADDRESSES);
        boolean file = n % 2 == 0;
        long offset = BETWEEN_BYTES * n / each;
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      LockSupport.parkNanos(offset);
                      comeAgain(kind, address, file);
                    }));
      }
    }
    return this;
  }

  /** How often the suite has ended the connection of one of a kind. */
  long ended(Kind kind) {
    return ended.get(kind).sum();
  }

  private void comeAgain(Kind kind, String address, boolean file) {
    while (!stopped) {
      try (Socket socket = new Socket()) {
        socket.setReceiveBufferSize(UNREAD_BYTES);
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(gateway);
        dribble(kind, socket, file);
      } catch (IOException turnedAway) {
        LockSupport.parkNanos(BETWEEN_BYTES);
      }
      if (!stopped) {
        ended.get(kind).increment();
      }
    }
  }

  private void dribble(Kind kind, Socket socket, boolean file) throws IOException {
    socket.getOutputStream().write(beginning(kind, file).getBytes(StandardCharsets.US_ASCII));
    while (!stopped) {
      LockSupport.parkNanos(BETWEEN_BYTES);
      if (kind == Kind.READER) {
        if (socket.getInputStream().read() < 0) {
          return;
        }
      } else {
        socket.getOutputStream().write('a');
        if (socket.getInputStream().available() > 0) {
          return;
        }
      }
    }
  }

  private String beginning(Kind kind, boolean file) {
    return switch (kind) {
      case HEADER -> "GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ";
      case READER ->
          "GET %s HTTP/1.1\r\nhost: x\r\n\r\n"
              .formatted(file ? download : "/api/docs/openapi.json");
      case BODY ->
          file
              ? """
              POST %s HTTP/1.1\r
              host: x\r
              content-type: multipart/form-data; boundary=b\r
              content-length: 1000000\r
              \r
              --b\r
              content-disposition: form-data; name="files"; filename="a"\r
              \r
              """
                  .formatted(upload)
              : """
              POST /api/v1/verify HTTP/1.1\r
              host: x\r
              content-type: application/json\r
              content-length: 900000\r
              \r
              {"a":"\
              """;
    };
  }

  @Override
  public void close() {
    stopped = true;
    threads.forEach(Thread::interrupt);
  }
}
