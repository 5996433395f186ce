package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.ServiceLauncher;

/** A service as small as can be: it answers with the name of the replica. */
public final class EchoService extends VerticleBase {

  static final Operation<Question, Answer> ECHO =
      Operation.of("echo.echo.v1", Question.class, Answer.class);

  /** Answered so late that a replica can be killed meanwhile. */
  static final Operation<Question, Answer> THINK =
      Operation.of("echo.think.v1", Question.class, Answer.class);

  private static final long WORK_MILLIS = 3;
  private static final long THOUGHT_MILLIS = 2_000;

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
        .answer(ECHO, (question, call) -> answer(question, WORK_MILLIS))
        .answer(THINK, (question, call) -> answer(question, THOUGHT_MILLIS))
        .open();
  }

  private Future<Answer> answer(Question question, long millis) {
    return vertx.timer(millis).map(new Answer(config.replica(), question.text()));
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
