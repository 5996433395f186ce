package org.attestry.runtime.facts;

import static org.attestry.testkit.Futures.await;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.PostgresConfig;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RelayTimeoutIT {

  @AutoClose
  private final TestService service = new TestService(Map.of("KAFKA_RELAY_TIMEOUT", "PT1S"));

  @Test
  void factsAreSentAfterAConnectionThatNeverReplies() {
    SilentProxy proxy = new SilentProxy(service.vertx, service.postgres());
    Database database = Database.open(service.vertx, service.postgresAt(proxy.port()));
    service.consume(service::record);
    service.relay(database);
    service.commit(service.fact("s", "before"));
    Eventually.isTrue(() -> service.effects().equals(List.of("before")));

    proxy.silenceOpenConnections();
    service.commit(service.fact("s", "after"));

    Eventually.isTrue(() -> service.effects().equals(List.of("before", "after")));
    await(database.close());
  }

  /** Forwards to the database; replies to connections that were silenced are dropped. */
  private static final class SilentProxy {

    private final Queue<NetSocket> open = new ConcurrentLinkedQueue<>();
    private final NetServer server;

    SilentProxy(Vertx vertx, PostgresConfig postgres) {
      server = vertx.createNetServer();
      server.connectHandler(
          client -> {
            client.pause();
            vertx
                .createNetClient()
                .connect(postgres.port(), postgres.host())
                .onSuccess(
                    database -> {
                      open.add(database);
                      database.handler(client::write).closeHandler(_ -> client.close());
                      client.handler(database::write).closeHandler(_ -> database.close());
                      client.resume();
                    });
          });
      await(server.listen(0, "127.0.0.1"));
    }

    int port() {
      return server.actualPort();
    }

    void silenceOpenConnections() {
      open.forEach(database -> database.handler(dropped -> {}));
    }
  }
}
