package org.attestry.gateway.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OutboundQueueTest {

  private static final int LARGE = 2_000_000;

  @AutoClose("finishAndReleaseAll")
  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());

  private final ChannelHandlerContext context =
      channel.pipeline().context(ChannelInboundHandlerAdapter.class);
  private final OutboundQueue queue = new OutboundQueue();

  @Test
  void aPartlyReadResponseCountsInFullUntilItsLastByteIsPassedOn() {
    queue.write(context, Unpooled.wrappedBuffer(new byte[LARGE]), channel.newPromise());
    while (queue.passed() < LARGE - 420_000) {
      assertEquals(LARGE, queue.bytes());
      clientReads();
    }
    assertEquals(LARGE, queue.bytes());
    while (queue.passed() < LARGE) {
      clientReads();
    }
    assertEquals(0, queue.bytes());
  }

  @Test
  void aPieceOfAStaticDocumentCountsWithoutTheRest() {
    ByteBuf document = Unpooled.wrappedBuffer(new byte[LARGE]);
    queue.write(context, document.slice(0, 200_000), channel.newPromise());

    assertEquals(200_000, queue.bytes());
  }

  private void clientReads() {
    long before = queue.passed();
    channel.flush();
    channel.releaseOutbound();
    queue.drain(context);
    assertTrue(queue.passed() > before);
  }
}
