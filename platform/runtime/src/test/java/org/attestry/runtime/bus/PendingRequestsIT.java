package org.attestry.runtime.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Operation;
import org.attestry.runtime.cluster.Cluster;
import org.attestry.runtime.cluster.ClusterConfig;
import org.attestry.testkit.servers.Port;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member that is alone, with one who hears questions and forgets them. */
class PendingRequestsIT {

  private static final Operation<String, String> DECIDE =
      Operation.of("test.decide.v1", String.class, String.class);
  private static final String DEAF = "test.deaf";
  private static final Path NONE = Path.of("");

  /** Less than any question waits for its answer. */
  private static final int TIMEOUT_SECONDS = 10;

  private Cluster cluster;
  private Vertx vertx;
  private PendingRequests questions;

  @BeforeEach
  void join() throws Exception {
    int port = Port.free().settled().number();
    cluster =
        Cluster.join(
                new ClusterConfig(
                    true,
                    "open-questions",
                    List.of("127.0.0.1:" + port),
                    List.of(),
                    "127.0.0.1",
                    "",
                    port,
                    Port.free().settled().number(),
                    new ClusterConfig.Tls(NONE, NONE, NONE)))
            .await(30, TimeUnit.SECONDS);
    vertx = cluster.vertx();
    questions = new PendingRequests(vertx);
    vertx
        .eventBus()
        .consumer(DEAF, question -> {})
        .completion()
        .await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  @AfterEach
  void leave() throws Exception {
    cluster.leave().await(20, TimeUnit.SECONDS);
  }

  @Test
  void whatNobodyHasInHandIsLost() throws Exception {
    Future<Message<Buffer>> answer = questions.request(this::askTheDeaf);

    questions.doubt();

    assertThrows(PendingRequests.Lost.class, () -> answer.await(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void whatIsOnItsWayIsLookedForWhenItIsWritten() throws Exception {
    Promise<Void> sent = Promise.promise();
    Promise<Message<Buffer>> elsewhere = Promise.promise();
    Future<Message<Buffer>> late =
        questions.request(id -> sent.future().compose(go -> askTheDeaf(id)));
    Future<Message<Buffer>> unsent = questions.request(id -> elsewhere.future());

    questions.doubt();
    assertFalse(late.isComplete());
    sent.complete();

    assertThrows(PendingRequests.Lost.class, () -> late.await(TIMEOUT_SECONDS, TimeUnit.SECONDS));
    elsewhere.complete(null);
    assertNull(unsent.await(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void whatSomebodyHasInHandIsWaitedFor() throws Exception {
    Promise<String> answer = Promise.promise();
    Promise<Void> heard = Promise.promise();
    new BusServer(vertx, new SimpleMeterRegistry())
        .answer(
            DECIDE,
            (question, context) -> {
              heard.complete();
              return answer.future();
            })
        .open()
        .await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    Future<Message<Buffer>> decision = questions.request(id -> send(DECIDE.address(), id));
    Future<Message<Buffer>> lost = questions.request(this::askTheDeaf);
    heard.future().await(TIMEOUT_SECONDS, TimeUnit.SECONDS);

    questions.doubt();

    assertThrows(PendingRequests.Lost.class, () -> lost.await(TIMEOUT_SECONDS, TimeUnit.SECONDS));
    assertFalse(decision.isComplete());
    answer.complete("yes");
    assertEquals(
        Buffer.buffer("\"yes\""), decision.await(TIMEOUT_SECONDS, TimeUnit.SECONDS).body());
  }

  private Future<Message<Buffer>> askTheDeaf(String id) {
    return send(DEAF, id);
  }

  private Future<Message<Buffer>> send(String address, String id) {
    CallContext context =
        new CallContext(Caller.NOBODY, "r-1", Deadline.in(Duration.ofSeconds(30)), null);
    return vertx
        .eventBus()
        .request(
            address,
            Buffer.buffer("\"to be or not to be\""),
            BusHeaders.write(context, Duration.ofSeconds(30), id));
  }
}
