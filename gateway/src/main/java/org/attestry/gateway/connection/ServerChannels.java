package org.attestry.gateway.connection;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ServerChannel;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts a {@link ClientConnection} before the HTTP decoder of every connection to the API's port.
 * Netty loads it as a service and calls it for every server of the process; connections to ports
 * that are not claimed are left unchanged.
 */
public final class ServerChannels extends ChannelInitializerExtension {

  private static final Map<Integer, Connections> CLAIMED = new ConcurrentHashMap<>();
  private static volatile boolean loaded;

  /**
   * Makes Netty load extensions, unless the process was started with another setting. Must be
   * called before the process opens its first connection.
   */
  public static void load() {
    if (System.getProperty(EXTENSIONS_SYSTEM_PROPERTY) == null) {
      System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }
  }

  /** Whether Netty has found this class; known after any server of the process has started. */
  static boolean loaded() {
    return loaded;
  }

  static void claim(int port, Connections connections) {
    CLAIMED.put(port, connections);
  }

  static void release(int port) {
    CLAIMED.remove(port);
  }

  @Override
  public void postInitializeServerListenerChannel(ServerChannel channel) {
    loaded = true;
  }

  @Override
  public void postInitializeServerChildChannel(Channel channel) {
    if (channel.localAddress() instanceof InetSocketAddress local) {
      Connections connections = CLAIMED.get(local.getPort());
      if (connections != null) {
        channel.pipeline().addFirst(connections.open(channel));
      }
    }
  }
}
