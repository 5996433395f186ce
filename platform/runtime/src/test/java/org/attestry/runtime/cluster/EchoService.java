package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.ServiceLauncher;

/** A service as small as can be: it answers with the name of the replica. */
public final class EchoService extends VerticleBase {

  static final Operation<Question, Answer> ECHO =
      Operation.of("echo.echo.v1", Question.class, Answer.class);

  private static final long WORK_MILLIS = 3;

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
    return server.answer(ECHO, this::echo).ready();
  }

  private Future<Answer> echo(Question question, CallContext call) {
    Answer answer = new Answer(config.replica(), question.text());
    return vertx.timer(WORK_MILLIS).map(answer);
  }

  @Override
  public Future<?> stop() {
    return server.close();
  }

  /** What is asked. */
  public record Question(String text) {}

  /** Who answers. */
  public record Answer(String replica, String text) {}

  /** The settings of the service. */
  public record EchoConfig(@Setting(says = "names this replica.") String replica) {}
}
