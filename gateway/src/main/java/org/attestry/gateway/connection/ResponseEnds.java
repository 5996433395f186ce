package org.attestry.gateway.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;

/** Reports the end of each response of a connection, after its encoder has encoded it. */
final class ResponseEnds extends ChannelOutboundHandlerAdapter {

  private final Runnable ended;

  ResponseEnds(Runnable ended) {
    this.ended = ended;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    boolean end = message instanceof LastHttpContent && !isInterim(message);
    ctx.write(message, promise);
    if (end) {
      ended.run();
    }
  }

  /** Whether another response to the same request follows (RFC 9110 section 15.2). */
  private static boolean isInterim(Object message) {
    return message instanceof HttpResponse response
        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
  }
}
