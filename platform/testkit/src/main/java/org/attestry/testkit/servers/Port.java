package org.attestry.testkit.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
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

  private static final int HIGHEST = 32_000;
  private static final int ATTEMPTS = 200;

  /**
   * The next candidate: a number is not returned twice, because the server to which it was assigned
   * may not listen yet.
   */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(HIGHEST - LOWEST));

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

  private static int findFree() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int candidate = LOWEST + NEXT.getAndIncrement() % (HIGHEST - LOWEST);
      if (isFree(candidate)) {
        return candidate;
      }
    }
    throw new ServerFailure("No free port found between %d and %d.".formatted(LOWEST, HIGHEST));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
