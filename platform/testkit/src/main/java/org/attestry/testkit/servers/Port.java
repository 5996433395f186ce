package org.attestry.testkit.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The port that a server shall listen on.
 *
 * @param number 1 to 65535, or 0 for any free one
 * @param setting the name of the setting with the number, for the message if the port is in use
 */
public record Port(int number, String setting) {

  /** Free ports are searched below the range that outgoing connections use. */
  private static final int LOWEST = 15_000;

  private static final int BLOCKS = 170;
  private static final int BLOCK_SIZE = 100;

  /**
   * The blocks of ports of this process, on whose first one it listens until it ends: what another
   * process has found, but does not listen on yet, is in a block of that one.
   */
  private static final List<ServerSocket> BLOCKS_HELD = new ArrayList<>();

  /** A number is not returned twice, for the same reason. */
  private static int next;

  private static final long POLL_NANOS = 50_000_000;

  public Port {
    if (number < 0 || number > 65_535) {
      throw new IllegalArgumentException(setting + " must be a port from 0 to 65535: " + number);
    }
  }

  public static Port of(int number, String setting) {
    return new Port(number, setting);
  }

  public static Port free() {
    return new Port(0, "");
  }

  /**
   * Returns the same port; if any free port was wanted, its number is chosen now, for callers that
   * need the address of a server before the server starts.
   */
  public Port settled() {
    return number == 0 ? new Port(findFree(), setting) : this;
  }

  /**
   * Waits until no process listens on the port: for servers that would report a port in use late or
   * with an unclear message.
   *
   * @param timeout how long the process of a former run may take to end
   * @throws ServerFailure if the port is still in use then
   */
  public void requireFree(String user, Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    while (number != 0 && !isFree(number) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    claim(user);
  }

  /**
   * Returns the number to listen on.
   *
   * @throws ServerFailure if the wanted port is in use
   */
  int claim(String server) {
    if (number == 0) {
      return findFree();
    }
    if (!isFree(number)) {
      throw new ServerFailure(
          "Port %d, wanted by %s, is taken by another program: stop that program or set %s to a free port."
              .formatted(number, server, setting));
    }
    return number;
  }

  private static synchronized int findFree() {
    while (true) {
      if (next % BLOCK_SIZE == 0) {
        BLOCKS_HELD.add(freeBlock());
        next = BLOCKS_HELD.getLast().getLocalPort() + 1;
      }
      int candidate = next++;
      if (isFree(candidate)) {
        return candidate;
      }
    }
  }

  /** The search begins anywhere, so that processes seldom look at the same block. */
  private static ServerSocket freeBlock() {
    int first = (int) (ProcessHandle.current().pid() % BLOCKS);
    for (int number = 0; number < BLOCKS; number++) {
      try {
        return bound(LOWEST + (first + number) % BLOCKS * BLOCK_SIZE);
      } catch (IOException taken) {
        // The next one may be free.
      }
    }
    throw new ServerFailure(
        "No free port found from %d to %d.".formatted(LOWEST, LOWEST + BLOCKS * BLOCK_SIZE));
  }

  private static ServerSocket bound(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return socket;
    } catch (IOException taken) {
      socket.close();
      throw taken;
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket _ = bound(port)) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
