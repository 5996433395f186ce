package org.attestry.runtime.bus;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepeatedReplyTest {

  private final Vertx vertx = Vertx.vertx();
  private final RepeatedReply<String> reply = new RepeatedReply<>(vertx);
  private final Promise<String> first = Promise.promise();
  private final Promise<String> second = Promise.promise();

  @BeforeEach
  void send() {
    reply.first(first.future());
    reply.repetition(second.future());
  }

  @AfterEach
  void stop() throws Exception {
    await(vertx.close());
  }

  @Test
  void successOfTheFirstSendingCountsAtOnce() {
    first.complete("first");
    assertEquals("first", reply.future().result());
  }

  @Test
  void successOfARepetitionWaitsForTheFirstSending() {
    second.complete("second");
    assertFalse(reply.future().isComplete());
    first.complete("first");
    assertEquals("second", reply.future().result());
  }

  @Test
  void successOfARepetitionCountsWhenTheFirstSendingFails() {
    second.complete("second");
    first.fail("lost");
    assertEquals("second", reply.future().result());
  }

  @Test
  void successOutweighsTheFailureBeforeIt() {
    second.fail("in progress");
    first.complete("first");
    assertEquals("first", reply.future().result());
  }

  @Test
  void successOfARepetitionCountsAloneWhenTheFirstSendingHasNoReply() throws Exception {
    second.complete("second");
    assertEquals("second", await(reply.future()));
  }

  @Test
  void failureCountsWhenAllHaveFailed() {
    first.fail("lost");
    second.fail("refused");
    assertEquals("lost", reply.future().cause().getMessage());
  }
}
