package org.attestry.runtime.cluster;

import io.vertx.core.Handler;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.eventbus.impl.OutboundDeliveryContext;

/**
 * Fails a question as soon as it is known that it could not be sent, with {@link
 * ReplyFailure#ERROR}. The clustered event bus itself tells the asker nothing when the connection
 * to the chosen member is refused or breaks before the message is written: the asker would wait
 * until its deadline. A question that failed so has reached nobody.
 */
final class UnsentQuestions implements Handler<DeliveryContext<Object>> {

  @Override
  public void handle(DeliveryContext<Object> delivery) {
    if (delivery.send() && delivery instanceof OutboundDeliveryContext<?> question) {
      question
          .writePromise
          .future()
          .onFailure(
              cause -> {
                if (!(cause instanceof ReplyException)) {
                  question.tryFail(new ReplyException(ReplyFailure.ERROR, "not sent"));
                }
              });
    }
    delivery.next();
  }
}
