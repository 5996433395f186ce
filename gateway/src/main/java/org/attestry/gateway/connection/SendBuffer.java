package org.attestry.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.nio.AbstractNioChannel.NioUnsafe;

/**
 * The kernel's buffer of a socket. The kernel reports that it takes more when a third of it is
 * free, which a slow reader needs longer for than it may stall. Asked, it takes what is free.
 */
final class SendBuffer {

  /** What epoll reports of a socket that can be written. */
  private static final EpollIoEvent WRITABLE = () -> EpollIoOps.EPOLLOUT;

  private SendBuffer() {}

  /** Has the channel write what waits, as if the kernel had reported. Used on its event loop. */
  static void offer(Channel channel) {
    switch (channel.unsafe()) {
      case NioUnsafe nio -> nio.forceFlush();
      case EpollIoHandle epoll -> epoll.handle(null, WRITABLE);
      default -> {}
    }
  }
}
