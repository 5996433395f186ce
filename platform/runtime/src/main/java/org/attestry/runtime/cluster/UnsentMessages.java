package org.attestry.runtime.cluster;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.eventbus.impl.EventBusImpl;
import io.vertx.core.eventbus.impl.MessageImpl;
import io.vertx.core.eventbus.impl.OutboundDeliveryContext;

/**
 * What happens to a message that could not be sent, because the connection to the chosen member was
 * refused, was not made in time, or broke before the message was written. The clustered event bus
 * itself drops it without a word, and the asker would wait until its deadline. Here the asker of a
 * question is told at once, with {@link ReplyFailure#ERROR}: it has reached nobody. An answer is
 * sent again with growing pauses, for about a second.
 */
final class UnsentMessages implements Handler<DeliveryContext<Object>> {

  private static final String ANSWER_ADDRESS = "__vertx.reply.";
  private static final String PAUSE = "resend-millis";
  private static final int FIRST_PAUSE_MILLIS = 8;
  private static final int LAST_PAUSE_MILLIS = 512;

  private final Vertx vertx;

  UnsentMessages(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public void handle(DeliveryContext<Object> delivery) {
    if (delivery.send() && delivery instanceof OutboundDeliveryContext<?> sent) {
      sent.writePromise.future().onFailure(cause -> unsent(sent, cause));
    }
    delivery.next();
  }

  private void unsent(OutboundDeliveryContext<?> sent, Throwable cause) {
    if (cause instanceof ReplyException) {
      return;
    }
    if (sent.message().address().startsWith(ANSWER_ADDRESS)) {
      sendAgain(sent);
    } else {
      sent.tryFail(new ReplyException(ReplyFailure.ERROR, "not sent"));
    }
  }

  private void sendAgain(OutboundDeliveryContext<?> answer) {
    MessageImpl<?, ?> message = (MessageImpl<?, ?>) answer.message();
    String before = message.headers().get(PAUSE);
    int pause = before == null ? FIRST_PAUSE_MILLIS : Integer.parseInt(before) * 2;
    if (pause <= LAST_PAUSE_MILLIS) {
      message.headers().set(PAUSE, Integer.toString(pause));
      vertx
          .timer(pause)
          .onSuccess(
              rested ->
                  ((EventBusImpl) vertx.eventBus())
                      .sendOrPubInternal(message, answer.options, null));
    }
  }
}
