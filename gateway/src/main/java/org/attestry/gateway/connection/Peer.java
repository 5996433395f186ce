package org.attestry.gateway.connection;

import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;

/** The other end of a connection. */
record Peer(String address, int port) {

  static Peer of(InetSocketAddress remote) {
    return new Peer(remote.getAddress().getHostAddress(), remote.getPort());
  }

  static Peer of(SocketAddress remote) {
    return new Peer(remote.hostAddress(), remote.port());
  }
}
