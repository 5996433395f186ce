package org.attestry.runtime.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy of a server: it accepts connections and sends nothing until it is opened. */
final class Gate implements AutoCloseable {

  private final ServerSocket listening;
  private final String host;
  private final int port;
  private final AtomicInteger taken = new AtomicInteger();
  private final CountDownLatch open = new CountDownLatch(1);

  Gate(String host, int port) throws IOException {
    this.listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    this.host = host;
    this.port = port;
    Thread.ofVirtual().start(this::takeAll);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How many connections it has taken. */
  int taken() {
    return taken.get();
  }

  void open() {
    open.countDown();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }

  private void takeAll() {
    try {
      while (true) {
        Socket client = listening.accept();
        taken.incrementAndGet();
        Thread.ofVirtual().start(() -> lead(client));
      }
    } catch (IOException closed) {
      // nobody else comes
    }
  }

  private void lead(Socket client) {
    try (client) {
      open.await();
      try (Socket server = new Socket(host, port)) {
        Thread replies = Thread.ofVirtual().start(() -> copy(server, client));
        copy(client, server);
        replies.join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException over) {
      // one of the two has gone
    }
  }
}
