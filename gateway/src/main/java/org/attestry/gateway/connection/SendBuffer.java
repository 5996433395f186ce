package org.attestry.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.nio.AbstractNioChannel.NioUnsafe;

/**
 * The kernel's send buffer of a socket. The kernel reports a socket as writable only when a third
 * of the buffer is free, and a slow reader may need longer for that than it may stall. An attempt
 * to write uses any space that is free.
 */
final class SendBuffer {

  /** The event that epoll reports for a writable socket. */
  private static final EpollIoEvent WRITABLE = () -> EpollIoOps.EPOLLOUT;

  private SendBuffer() {}

  /**
   * Makes the channel write its pending bytes, as if the kernel had reported it writable. Used on
   * its event loop.
   */
  static void offer(Channel channel) {
    switch (channel.unsafe()) {
      case NioUnsafe nio -> nio.forceFlush();
      case EpollIoHandle epoll -> epoll.handle(null, WRITABLE);
      default -> {}
    }
  }
}
