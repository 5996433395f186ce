package org.attestry.acceptance;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A server in place of a gateway or of Keycloak, which shows the bytes that it gets. It replies to
 * requests for health, and to other requests by their path: {@code /die} closes the connection
 * without a reply, {@code /endless} never ends its reply, {@code /body} reads and does not reply,
 * any other path replies at once.
 */
final class StandInServer implements AutoCloseable {

  private static final byte[] REPLY = bytes("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK");
  private static final byte[] STOPPING =
      bytes("HTTP/1.1 503 Stopping\r\ncontent-length: 0\r\n\r\n");
  private static final byte[] ENDLESS =
      bytes("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\nfirst");

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
  private volatile boolean stopping;

  StandInServer() throws IOException {
    server = new ServerSocket(0, 1_000, InetAddress.ofLiteral("127.0.0.1"));
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  Edge.Gateway gateway() {
    return new Edge.Gateway(port(), port());
  }

  /** Returns the heads of the requests so far, without those for health. */
  List<String> heads() {
    return heads;
  }

  /** Waits for the next bytes of a body, and returns them. */
  String nextOfBody() throws InterruptedException {
    return bodies.take();
  }

  /** Waits until the client of an endless reply has gone, and returns the path. */
  String nextEnded() throws InterruptedException {
    return ended.take();
  }

  /** From now on health says that the server stops; it goes on serving. */
  void stop() {
    stopping = true;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      return;
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String head = head(in);
      while (!head.isEmpty() && reply(head, in, socket.getOutputStream())) {
        head = head(in);
      }
    } catch (IOException gone) {
      return;
    } finally {
      open.remove(socket);
    }
  }

  private boolean reply(String head, InputStream in, OutputStream out) throws IOException {
    if (head.startsWith("GET /health/started ")) {
      out.write(stopping ? STOPPING : REPLY);
      return true;
    }
    heads.add(head);
    String path = head.split(" ")[1];
    switch (path) {
      case "/die" -> {
        return false;
      }
      case "/endless" -> writeOn(path, out);
      case "/body" -> readOn(in);
      default -> out.write(REPLY);
    }
    return true;
  }

  private void writeOn(String path, OutputStream out) throws IOException {
    try {
      out.write(ENDLESS);
      while (true) {
        out.write(new byte[65_536]);
      }
    } finally {
      ended.add(path);
    }
  }

  private void readOn(InputStream in) throws IOException {
    byte[] some = new byte[65_536];
    for (int n = in.read(some); n >= 0; n = in.read(some)) {
      bodies.add(new String(some, 0, n, StandardCharsets.US_ASCII));
    }
  }

  /** Returns the next head with the empty line; empty at the end of the connection. */
  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0; c = in.read()) {
      head.write(c);
      if (c == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toString(StandardCharsets.ISO_8859_1);
      }
    }
    return "";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Ends as a killed process does: nothing listens any more, and all connections are closed. */
  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
