package org.attestry.gateway.connection;

import java.time.Duration;
import org.attestry.runtime.config.Setting;

/** The limits of clients' connections. */
public record ConnectionConfig(
    @Setting(
            byDefault = "10000",
            description =
                "is how many connections clients may have in all; at most one for each 48 KiB of"
                    + " the largest heap.")
        int most,
    @Setting(
            byDefault = "512",
            description =
                "is how many connections one address may have (an IPv6 /64 is one address); trusted"
                    + " proxies may have any number.")
        int mostPerAddress,
    @Setting(
            byDefault = "32768",
            description =
                "is the largest head of a request, request line and header fields, in bytes.")
        int headBytes,
    @Setting(byDefault = "100", description = "is how many header fields a request may have.")
        int headFields,
    @Setting(
            byDefault = "PT10S",
            description =
                "is how long the head of a request may take from its first byte to its last.")
        Duration headTimeout,
    @Setting(
            byDefault = "PT15S",
            description =
                "is how long a client may send nothing of a body that is waited for, or read"
                    + " nothing of a response.")
        Duration stallTimeout,
    @Setting(
            byDefault = "1000",
            description =
                "is how many bytes a second a client must send of a body, and read of a response,"
                    + " on average after the first CONNECTION_STALL_TIMEOUT.")
        int bytesPerSecond,
    @Setting(
            byDefault = "67108864",
            description =
                "is how many bytes of responses may wait for slow readers in all; beyond it the"
                    + " connections that hold most are closed; at most a sixth of the largest"
                    + " heap.")
        long unreadBytes,
    @Setting(
            byDefault = "33554432",
            description =
                "is how many bytes may be held in all of heads that are not complete and of"
                    + " requests that wait for the one before, and a quarter of it for one address"
                    + " (trusted proxies: all of it); beyond it the connections that hold most are"
                    + " closed.")
        long heldBytes,
    @Setting(
            byDefault = "262144",
            description =
                "is the send buffer of a connection (SO_SNDBUF), in bytes. The kernel's own choice"
                    + " grows to several megabytes for each slow reader; a client far away reads at"
                    + " most this much per round trip.")
        int sendBufferBytes,
    @Setting(
            byDefault = "PT75S",
            description =
                "is how long a connection stays open on which no request is made; one whose request"
                    + " is being worked on stays open.")
        Duration idleTimeout) {

  private static final int HEAP_OF_ONE = 48 << 10;

  public ConnectionConfig {
    if (most < 1 || mostPerAddress < 1 || headBytes < 1_024 || headFields < 10) {
      throw new IllegalArgumentException(
          "CONNECTION_MOST and CONNECTION_MOST_PER_ADDRESS must be 1 or more,"
              + " CONNECTION_HEAD_BYTES 1024 or more, CONNECTION_HEAD_FIELDS 10 or more.");
    }
    if (!headTimeout.isPositive() || !stallTimeout.isPositive() || !idleTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "CONNECTION_HEAD_TIMEOUT, CONNECTION_STALL_TIMEOUT and CONNECTION_IDLE_TIMEOUT must be"
              + " longer than nothing.");
    }
    if (heldBytes < 8L * headBytes) {
      throw new IllegalArgumentException(
          "CONNECTION_HELD_BYTES must be 8 times CONNECTION_HEAD_BYTES or more.");
    }
    if (bytesPerSecond < 0 || unreadBytes < 1 || sendBufferBytes < 4_096) {
      throw new IllegalArgumentException(
          "CONNECTION_BYTES_PER_SECOND must not be negative, CONNECTION_UNREAD_BYTES 1 or more,"
              + " CONNECTION_SEND_BUFFER_BYTES 4096 or more.");
    }
  }

  /**
   * Returns how many connections a heap takes: a connection with a request takes some 12 KB of it,
   * beside its body.
   *
   * @param heap in bytes
   */
  int most(long heap) {
    return (int) Math.min(most, Math.max(1, heap / HEAP_OF_ONE));
  }

  /** Returns the most bytes of the heap for bodies, and for responses. */
  public static long mostOfHeap() {
    return Runtime.getRuntime().maxMemory() / 6;
  }
}
