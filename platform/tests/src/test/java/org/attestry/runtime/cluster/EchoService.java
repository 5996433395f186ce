package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.ServiceLauncher;

/** A service as small as can be: it replies with the name of the replica. */
public final class EchoService extends VerticleBase {

  static final Operation<Request, Reply> ECHO =
      Operation.of("echo.echo.v1", Request.class, Reply.class);

  /** Replied to so late that a replica can be killed meanwhile. */
  static final Operation<Request, Reply> SLOW_ECHO =
      Operation.of("echo.slowEcho.v1", Request.class, Reply.class);

  private static final long WORK_MILLIS = 3;
  private static final long SLOW_MILLIS = 2_000;

  private final EchoConfig config;
  private final ServiceContext context;
  private BusServer server;

  private EchoService(EchoConfig config, ServiceContext context) {
    this.config = config;
    this.context = context;
  }

  public static void main(String[] arguments) {
    ServiceLauncher.run(arguments, "echo-service", EchoConfig.class, EchoService::new);
  }

  @Override
  public Future<?> start() {
    server = new BusServer(vertx, context.meters());
    return server
        .bind(ECHO, (request, call) -> reply(request, WORK_MILLIS))
        .bind(SLOW_ECHO, (request, call) -> reply(request, SLOW_MILLIS))
        .open();
  }

  private Future<Reply> reply(Request request, long millis) {
    return vertx.timer(millis).map(new Reply(config.replica(), request.text()));
  }

  @Override
  public Future<?> stop() {
    return server.close();
  }

  /** A text. */
  public record Request(String text) {}

  /** The same text, and who replies. */
  public record Reply(String replica, String text) {}

  /** The settings of the service. */
  public record EchoConfig(@Setting(description = "names this replica.") String replica) {}
}
