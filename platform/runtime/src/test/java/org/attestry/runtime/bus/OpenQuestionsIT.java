package org.attestry.runtime.bus;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.attestry.runtime.cluster.Cluster;
import org.attestry.runtime.cluster.ClusterConfig;
import org.attestry.testkit.servers.Port;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member that is alone, and that answers questions too. */
class OpenQuestionsIT {

  private static final Path NONE = Path.of("");

  private Cluster cluster;
  private OpenQuestions questions;

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
    Vertx vertx = cluster.vertx();
    questions = new OpenQuestions(vertx);
    new BusServer(vertx, new SimpleMeterRegistry()).ready().await(10, TimeUnit.SECONDS);
  }

  @AfterEach
  void leave() throws Exception {
    cluster.leave().await(20, TimeUnit.SECONDS);
  }

  @Test
  void whatIsAskedWhenAMemberHasGoneIsNotTakenForLost() throws Exception {
    Future<Message<Buffer>> before = questions.ask(id -> Future.future(never -> {}));
    questions.doubt();
    Promise<Message<Buffer>> onItsWay = Promise.promise();
    Future<Message<Buffer>> after = questions.ask(id -> onItsWay.future());

    questions.search();

    assertThrows(OpenQuestions.Lost.class, () -> before.await(10, TimeUnit.SECONDS));
    onItsWay.complete(null);
    assertNull(after.await(10, TimeUnit.SECONDS));
  }
}
