package org.attestry.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.attestry.contracts.Failure;

/**
 * One connection, before its bytes are decoded. A failure ends it: the request that failed gets its
 * response in order, and nothing after the request is read. If a head fails, the decoder gets a
 * head that it refuses, so that the response follows those to earlier requests. A failure in a body
 * is passed to the handler of its request.
 *
 * <p>Requests in a row (RFC 9112 section 9.3.2) are decoded one by one: the bytes of the next one
 * are passed on when the client has read the response before, and no more is read until then.
 * Decoded requests, and responses that wait, would need many times the memory of these bytes, and
 * nothing would count it. Used on the connection's event loop.
 */
final class ClientConnection extends ChannelDuplexHandler implements WaitingRequests.Waiting {

  private static final byte[] REFUSED_BY_THE_DECODER =
      "refused\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final long LINGER_MILLIS = 1_000;

  private final Connections connections;
  private final Channel channel;
  private final Peer peer;
  private final String client;
  private final Failure refused;
  private final RequestFraming framing;
  private final OutboundQueue outbound = new OutboundQueue();
  private final ArrivalRate sending;
  private final ArrivalRate reading;
  private ChannelHandlerContext context;
  private ByteBuf held = Unpooled.EMPTY_BUFFER;
  private boolean inHead;
  private boolean owned;
  private long counted;
  private long heads;
  private long headBegan;
  private boolean passedOn;
  private boolean responding;
  private boolean waits;
  private boolean slowReader;
  private volatile long used = System.nanoTime();
  private boolean closed;
  private Failure failure;
  private Consumer<Failure> inBodyHandler = ignored -> {};

  /**
   * @param refused the reason why the connection may not stay open, or null
   */
  ClientConnection(Connections connections, Channel channel, Peer peer, Failure refused) {
    this.connections = connections;
    this.channel = channel;
    this.peer = peer;
    this.client = Addresses.group(peer.address());
    this.refused = refused;
    this.framing =
        new RequestFraming(connections.config().headBytes(), connections.config().headFields());
    this.sending = new ArrivalRate(connections.config());
    this.reading = new ArrivalRate(connections.config());
  }

  /** Returns the reason why the connection ends; null while there is none. */
  Failure failure() {
    return failure;
  }

  /** Sets the handler of failures in the body of the request that has begun. */
  void onBrokenBody(Consumer<Failure> handler) {
    inBodyHandler = handler;
    if (failure != null && framing.inBody()) {
      handler.accept(failure);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    ChannelPipeline pipeline = ctx.pipeline();
    String encoder = pipeline.context(HttpResponseEncoder.class).name();
    pipeline.addAfter(encoder, null, new ResponseEnds(this::responded));
    ctx.fireChannelActive();
    if (refused != null && connections.repliesToRefused()) {
      refuse(refused);
    } else if (refused != null) {
      ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    closed = true;
    release();
    outbound.release();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    closed = true;
    release();
    outbound.release();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (failure != null || !(message instanceof ByteBuf bytes)) {
      ReferenceCountUtil.release(message);
      return;
    }
    used = System.nanoTime();
    hold(bytes);
    advance();
  }

  /** Reads no more while a request waits. */
  @Override
  public void read(ChannelHandlerContext ctx) {
    if (!waits) {
      ctx.read();
    }
  }

  /**
   * Continues to read, as a decoder does, if all received bytes are held back and the channel does
   * not read automatically.
   */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!passedOn && !ctx.channel().config().isAutoRead()) {
      read(ctx);
    }
    passedOn = false;
    ctx.fireChannelReadComplete();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (closed) {
      ctx.write(message, promise);
      return;
    }
    used = System.nanoTime();
    outbound.write(ctx, message, promise);
    connections.limitUnread(outbound.bytes());
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      used = System.nanoTime();
      outbound.drain(ctx);
      ctx.flush();
    }
    ctx.fireChannelWritabilityChanged();
    continueWaiting();
  }

  /** After a failure the client gets time to read the response (RFC 9112 section 9.6). */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (failure == null || !(ctx.channel() instanceof DuplexChannel duplex)) {
      ctx.close(promise);
      return;
    }
    duplex.config().setAutoRead(true);
    duplex.shutdownOutput();
    ctx.executor().schedule(() -> ctx.close(promise), LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Checks the time limits.
   *
   * @param nanos nanoseconds since the last check
   */
  void check(long now, long nanos) {
    if (failure != null || context == null) {
      return;
    }
    if (inHead && now - headBegan > connections.config().headTimeout().toNanos()) {
      refuse(FramingFailures.headTooSlow(connections.config().headTimeout()));
    } else if (framing.inBody()
        && channel.config().isAutoRead()
        && !sending.keeps(nanos, framing.contentBytes())) {
      refuse(FramingFailures.bodyTooSlow());
    } else if (!reads(nanos) || isIdle(now)) {
      drop();
    }
  }

  /** Whether nothing was sent for too long. A request that is being worked on may take longer. */
  private boolean isIdle(long now) {
    return framing.isBetweenMessages()
        && !responding
        && idleNanos(now) > connections.config().idleTimeout().toNanos();
  }

  /**
   * Returns the bytes of memory that responses keep until the client has read them; 0 while it
   * reads as fast as they are written.
   */
  long unread() {
    return context == null ? 0 : outbound.bytes() + channel.bytesBeforeWritable();
  }

  /** Returns the bytes of memory that hold requests that are not complete, or that wait. */
  long held() {
    return counted;
  }

  /** Returns the connection's other end. */
  Peer peer() {
    return peer;
  }

  /** Returns what identifies the client that opened the connection. */
  String client() {
    return client;
  }

  /**
   * Returns for how many nanoseconds nothing was received or sent; called by any thread.
   *
   * @param now the time of {@link System#nanoTime}
   */
  long idleNanos(long now) {
    return now - used;
  }

  /** Closes the connection without a response; called by any thread. */
  void end() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (context != null) {
                drop();
              }
            });
  }

  /** Closes the connection without a response. */
  void drop() {
    release();
    context.close();
  }

  private boolean reads(long nanos) {
    if (!channel.isWritable()) {
      SendBuffer.offer(channel);
    }
    if (channel.isWritable()) {
      slowReader = false;
      return true;
    }
    long taken = outbound.passed() - channel.bytesBeforeWritable();
    if (!slowReader) {
      slowReader = true;
      reading.begin(taken);
    }
    return reading.keeps(nanos, taken);
  }

  /** Passes on what is complete, up to a request that must wait. */
  private void advance() {
    boolean more = true;
    while (more && mayPassOn()) {
      int count = framing.advance(held);
      responding |= framing.heads() != heads;
      passOn(count);
      measure();
      more = held.isReadable() && framing.isBetweenMessages();
    }
    waits = held.isReadable() && !mayPassOn();
    if (waits) {
      passOn(0);
      channel.config().setAutoRead(false);
    }
    if (framing.failure() != null) {
      refuse(framing.failure());
    }
    countHeld();
  }

  /** Whether what is held belongs to a message that has begun, or to one that may begin. */
  private boolean mayPassOn() {
    return !framing.isBetweenMessages() || !responding && outbound.bytes() == 0;
  }

  private void responded() {
    responding = false;
    continueWaiting();
  }

  private void continueWaiting() {
    if (waits && mayPassOn()) {
      connections.waiting().add(this, this::inNextRound);
    }
  }

  /** With a timer: tasks that follow each other keep an event loop from its connections. */
  private void inNextRound(Runnable task) {
    context.executor().schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  /**
   * Passes on a request that has waited, and reads again. The server behind has taken all of the
   * requests before, and so wants to read too; it may stop reading when this read is complete.
   */
  @Override
  public void passOnWaiting() {
    if (!waits) {
      return;
    }
    advance();
    if (!waits && !closed && failure == null) {
      channel.config().setAutoRead(true);
      context.read();
    }
    passedOn = false;
    context.fireChannelReadComplete();
  }

  private void hold(ByteBuf bytes) {
    if (held.isReadable()) {
      held.discardSomeReadBytes().writeBytes(bytes);
      bytes.release();
    } else {
      held = bytes;
      owned = false;
    }
  }

  /**
   * Passes on the first bytes. The rest is copied, so that a slow client does not keep a large
   * buffer; of a buffer that was copied before, the shorter part is.
   */
  private void passOn(int count) {
    int left = held.readableBytes() - count;
    if (left == 0) {
      ByteBuf all = held;
      held = Unpooled.EMPTY_BUFFER;
      pass(all);
    } else if (!owned || count >= left) {
      ByteBuf whole = held.readRetainedSlice(count);
      ByteBuf rest = context.alloc().buffer(left).writeBytes(held);
      held.release();
      held = rest;
      owned = true;
      pass(whole);
    } else {
      pass(held.readBytes(count));
    }
  }

  private void pass(ByteBuf bytes) {
    if (bytes.isReadable()) {
      passedOn = true;
      context.fireChannelRead(bytes);
    } else {
      bytes.release();
    }
  }

  private void measure() {
    boolean another = framing.heads() != heads;
    heads = framing.heads();
    if (framing.inHead() && (another || !inHead)) {
      headBegan = System.nanoTime();
    }
    if (framing.inBody() && another) {
      sending.begin(framing.contentBytes());
    }
    inHead = framing.inHead();
  }

  private void refuse(Failure why) {
    failure = why;
    release();
    connections.refused(peer, why);
    if (framing.inBody()) {
      inBodyHandler.accept(why);
    } else {
      context.fireChannelRead(Unpooled.wrappedBuffer(REFUSED_BY_THE_DECODER));
      context.fireChannelReadComplete();
    }
  }

  private void release() {
    held.release();
    held = Unpooled.EMPTY_BUFFER;
    waits = false;
    countHeld();
  }

  private void countHeld() {
    long more = held.capacity() - counted;
    counted += more;
    connections.held(this, more);
  }
}
