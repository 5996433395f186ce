package org.attestry.gateway.connection;

import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.attestry.contracts.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of all clients, with limits for their number and their time. Used on the event
 * loop of one verticle, which is that of its server's connections; only {@link #open} is called by
 * the thread that accepts them.
 */
public final class Connections {

  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
  private static final long CHECK_MILLIS = 1_000;

  /**
   * All connections are checked when the unread bytes of one exceed the limit divided by this
   * number.
   */
  private static final int SHARES_OF_LIMIT = 64;

  /** The most refused connections that get a reply at once; others are closed without one. */
  private static final int MOST_REFUSED = 1_000;

  private final Vertx vertx;
  private final ConnectionConfig config;
  private final TrustedProxies proxies;
  private final Map<Peer, ClientConnection> open = new ConcurrentHashMap<>();
  private final OpenConnections counted = new OpenConnections();
  private final AtomicInteger refused = new AtomicInteger();
  private final HeldBytes held;
  private final int most;
  private final long mostUnread;
  private final WaitingRequests waiting = new WaitingRequests();
  private long checked = System.nanoTime();
  private long timer;
  private int port;

  public Connections(Vertx vertx, ConnectionConfig config, TrustedProxies proxies) {
    this.vertx = vertx;
    this.config = config;
    this.most = config.most(Runtime.getRuntime().maxMemory());
    this.mostUnread = Math.min(config.unreadBytes(), ConnectionConfig.mostOfHeap());
    this.proxies = proxies;
    this.held = new HeldBytes(config.heldBytes());
  }

  /**
   * Begins to guard the connections to a port of this process.
   *
   * @throws IllegalStateException when Netty was not set to load extensions
   */
  public void guard(int serverPort) {
    if (!ServerChannels.loaded()) {
      throw new IllegalStateException(
          "Start the process with -Dio.netty.bootstrap.extensions=serviceload: without it the"
              + " framing of requests is not checked.");
    }
    port = serverPort;
    ServerChannels.claim(port, this);
    timer = vertx.setPeriodic(CHECK_MILLIS, tick -> check());
  }

  /** Stops guarding new connections; open connections stay open. */
  public void release() {
    ServerChannels.release(port);
    vertx.cancelTimer(timer);
  }

  /** Closes a connection that was opened before {@link #guard}. */
  public void opened(HttpConnection connection) {
    if (!open.containsKey(Peer.of(connection.remoteAddress()))) {
      connection.close();
    }
  }

  /** Returns the reason why the connection ends; null if nothing failed before the HTTP decoder. */
  public Failure failure(HttpConnection connection) {
    ClientConnection found = open.get(Peer.of(connection.remoteAddress()));
    return found == null ? null : found.failure();
  }

  /** Sets the handler of failures in the body of the connection's last request. */
  public void onBrokenBody(HttpConnection connection, Consumer<Failure> handler) {
    ClientConnection found = open.get(Peer.of(connection.remoteAddress()));
    if (found != null) {
      found.onBrokenBody(handler);
    }
  }

  ConnectionConfig config() {
    return config;
  }

  WaitingRequests waiting() {
    return waiting;
  }

  /** Creates the first handler of a new connection; called before any other handler is added. */
  ClientConnection open(Channel channel) {
    Peer peer = Peer.of((InetSocketAddress) channel.remoteAddress());
    Failure refusal = refusal(peer);
    ClientConnection connection = new ClientConnection(this, channel, peer, refusal);
    open.put(peer, connection);
    if (refusal == null) {
      counted.add(connection);
    } else {
      refused.incrementAndGet();
    }
    channel.closeFuture().addListener(closed -> closed(connection, refusal));
    return connection;
  }

  private void closed(ClientConnection connection, Failure refusal) {
    open.remove(connection.peer(), connection);
    counted.remove(connection);
    if (refusal != null) {
      refused.decrementAndGet();
    }
  }

  /**
   * A refused connection does not count, so that retries do not keep other connections out.
   *
   * @return null when the connection may stay open
   */
  private Failure refusal(Peer peer) {
    String client = Addresses.group(peer.address());
    if (counted.of(client) >= config.mostPerAddress() && !proxies.trusts(peer.address())) {
      return FramingFailures.tooMany(config.mostPerAddress());
    }
    return counted.size() < most || makesRoom(client) ? null : FramingFailures.full();
  }

  /** Closes a connection of a client that has more than this one. */
  private boolean makesRoom(String client) {
    ClientConnection idle = counted.makeRoom(client, each -> proxies.trusts(each.peer().address()));
    if (idle != null) {
      idle.end();
    }
    return idle != null;
  }

  boolean repliesToRefused() {
    return refused.get() <= MOST_REFUSED;
  }

  void refused(Peer peer, Failure why) {
    LOG.atInfo()
        .addKeyValue("client", peer.address())
        .addKeyValue("code", why.code())
        .addKeyValue("reason", why.message())
        .log("connection refused");
  }

  private void check() {
    long now = System.nanoTime();
    long nanos = now - checked;
    checked = now;
    List<ClientConnection> all = new ArrayList<>(open.values());
    all.forEach(connection -> connection.check(now, nanos));
    dropMostUnread();
  }

  /**
   * Enforces the limit of unread bytes after those of a connection have grown.
   *
   * @param ofTheConnection the unread bytes of the connection
   */
  void limitUnread(long ofTheConnection) {
    if (ofTheConnection > mostUnread / SHARES_OF_LIMIT) {
      dropMostUnread();
    }
  }

  /**
   * Counts what is held of requests that are not complete, or that wait, and enforces the limits.
   *
   * @param more by how many bytes the connection holds more; negative if it holds less
   */
  void held(ClientConnection connection, long more) {
    if (more == 0) {
      return;
    }
    String client = connection.client();
    held.add(client, more);
    if (more < 0) {
      return;
    }
    if (held.beyondShare(client) > 0 && !proxies.trusts(connection.peer().address())) {
      dropMost(
          open.values().stream().filter(each -> each.client().equals(client)),
          ClientConnection::held,
          held.beyondShare(client));
    } else {
      dropMost(open.values().stream(), ClientConnection::held, held.beyondLimit());
    }
  }

  private void dropMostUnread() {
    long unread = open.values().stream().mapToLong(ClientConnection::unread).sum();
    dropMost(open.values().stream(), ClientConnection::unread, unread - mostUnread);
  }

  /** Closes the connections that occupy most, until so many bytes are freed. */
  private static void dropMost(
      Stream<ClientConnection> connections, ToLongFunction<ClientConnection> bytes, long most) {
    if (most <= 0) {
      return;
    }
    long left = most;
    for (ClientConnection each :
        connections.sorted(Comparator.comparingLong(bytes).reversed()).toList()) {
      if (left > 0) {
        left -= bytes.applyAsLong(each);
        each.drop();
      }
    }
  }
}
