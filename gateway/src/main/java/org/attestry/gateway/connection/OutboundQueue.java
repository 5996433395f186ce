package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The bytes that the client of a connection has not read yet. They are passed to the channel in
 * small pieces and only while it is writable, because the channel copies everything into memory
 * outside the heap. A client that does not read would otherwise occupy as much memory there as its
 * responses are long.
 *
 * <p>A message counts in full until its last byte is passed on, because a piece of it keeps all of
 * its memory.
 */
final class OutboundQueue {

  /** The bytes of a piece. The channel counts a piece as written when all of it is. */
  private static final int PIECE = 8_192;

  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long bytes;
  private long passed;

  private record Waiting(Object message, ChannelPromise promise) {}

  /** Returns the number of bytes of memory that the waiting messages keep. */
  long bytes() {
    return bytes;
  }

  /** Returns the number of bytes passed to the channel so far. */
  long passed() {
    return passed;
  }

  void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    waiting.add(new Waiting(message, promise));
    bytes += kept(message);
    drain(context);
  }

  /** Passes on the waiting messages while the channel is writable. */
  void drain(ChannelHandlerContext context) {
    while (!waiting.isEmpty() && context.channel().isWritable()) {
      Waiting first = waiting.peek();
      if (first.message() instanceof ByteBuf large && large.readableBytes() > PIECE) {
        passed += PIECE;
        context.write(large.readRetainedSlice(PIECE));
      } else {
        waiting.remove();
        bytes -= kept(first.message());
        passed += unread(first.message());
        context.write(first.message(), first.promise());
      }
    }
  }

  /** Releases the waiting messages after the connection has ended. */
  void release() {
    for (Waiting each : waiting) {
      ReferenceCountUtil.release(each.message());
      if (!each.promise().isVoid()) {
        each.promise().tryFailure(new ClosedChannelException());
      }
    }
    waiting.clear();
    bytes = 0;
  }

  private static int kept(Object message) {
    return message instanceof ByteBuf buffer ? buffer.capacity() : 0;
  }

  private static int unread(Object message) {
    return message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
  }
}
