package org.attestry.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.attestry.claims.ClaimsMain;
import org.attestry.credential.CredentialMain;
import org.attestry.file.FileMain;
import org.attestry.gateway.GatewayMain;
import org.attestry.registry.RegistryMain;
import org.attestry.schema.SchemaMain;
import org.attestry.testkit.servers.Port;
import org.attestry.testkit.servers.ServerFailure;

/**
 * Runs each replica of each service in a separate process, as in a deployment: with the thin jar
 * and its libraries, settings in the environment, and requests over the clustered event bus. A
 * process that ends, for whatever reason, is started again with the same ports.
 */
final class ServiceProcesses implements Services {

  private static final long POLL_MILLIS = 50;
  private static final Executor AFTER_A_MOMENT =
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  /**
   * The services in the order in which they are stopped: callers before the services that they
   * call.
   */
  static final List<Program> PROGRAMS =
      List.of(
          new Program("gateway", "gateway", GatewayMain.class),
          new Program("schema", "schema-service", SchemaMain.class),
          new Program("file", "file-service", FileMain.class),
          new Program("claims", "claims-service", ClaimsMain.class),
          new Program("registry", "registry-service", RegistryMain.class),
          new Program("credential", "credential-service", CredentialMain.class));

  private final LocalConfig.Attestry config;
  private final Map<String, Integer> counts;
  private final List<ServiceProcess> running = new CopyOnWriteArrayList<>();
  private boolean closing;

  ServiceProcesses(LocalConfig.Attestry config, Map<String, Integer> counts) {
    this.config = config;
    this.counts = counts;
  }

  @Override
  public List<Start> starts(Map<String, Map<String, String>> settings) {
    List<Ports> ports = new ArrayList<>();
    for (Program program : PROGRAMS) {
      for (int number = 1; number <= counts.getOrDefault(program.service(), 1); number++) {
        ports.add(new Ports(program, number, managementPort(program), free(), free()));
      }
    }
    String members = String.join(",", ports.stream().map(Ports::membership).toList());
    return ports.stream()
        .map(
            of ->
                new Start(
                    of.name(), () -> running.add(start(of, environment(of, members, settings)))))
        .toList();
  }

  private static Map<String, String> environment(
      Ports of, String members, Map<String, Map<String, String>> settings) {
    Map<String, String> environment = new TreeMap<>(settings.get(of.program().service()));
    environment.put("MANAGEMENT_PORT", Integer.toString(of.management()));
    environment.put("CLUSTER_ENABLED", "true");
    environment.put("CLUSTER_NAME", "attestry-local");
    environment.put("CLUSTER_MEMBERS", members);
    environment.put("CLUSTER_PORT", Integer.toString(of.member()));
    environment.put("CLUSTER_BUS_PORT", Integer.toString(of.bus()));
    return environment;
  }

  @Override
  public void awaitAlive(Duration timeout) {
    await("alive", ServiceProcess::alive, timeout);
  }

  @Override
  public void awaitReady(Duration timeout) {
    await("ready", ServiceProcess::ready, timeout);
  }

  private void await(String state, Predicate<ServiceProcess> reached, Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    for (ServiceProcess process : running) {
      while (!reached.test(process)) {
        running.forEach(ServiceProcess::requireAlive);
        if (System.nanoTime() - end > 0) {
          throw process.failure("was not %s after %d s".formatted(state, timeout.toSeconds()));
        }
        pause();
      }
    }
  }

  @Override
  public void keepRunning(Runnable changed) {
    running.forEach(process -> keepRunning(process, changed));
  }

  private void keepRunning(ServiceProcess process, Runnable changed) {
    process.onExit().thenRunAsync(() -> startAgain(process, changed), AFTER_A_MOMENT);
  }

  private synchronized void startAgain(ServiceProcess ended, Runnable changed) {
    if (!closing) {
      ServiceProcess next = ended.startAgain();
      running.set(running.indexOf(ended), next);
      keepRunning(next, changed);
      changed.run();
    }
  }

  @Override
  public List<Endpoints.Replica> replicas() {
    return running.stream().map(ServiceProcess::replica).toList();
  }

  @Override
  public void close() {
    synchronized (this) {
      closing = true;
    }
    for (Program program : PROGRAMS) {
      List<ServiceProcess> replicas =
          running.stream().filter(p -> p.replica().service().equals(program.service())).toList();
      replicas.forEach(ServiceProcess::beginStop);
      replicas.forEach(ServiceProcess::awaitStop);
    }
  }

  private ServiceProcess start(Ports ports, Map<String, String> environment) {
    Program program = ports.program();
    Endpoints.Replica replica =
        new Endpoints.Replica(
            program.service(), ports.number(), 0, "http://127.0.0.1:" + ports.management());
    return ServiceProcess.start(replica, program, environment, config.run());
  }

  private int managementPort(Program program) {
    return program.service().equals("gateway") ? config.managementPort() : free();
  }

  private static int free() {
    return Port.free().settled().number();
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailure("The start was interrupted.", e);
    }
  }

  /** The ports of a replica. */
  private record Ports(Program program, int number, int management, int member, int bus) {

    String name() {
      return program.service() + " " + number;
    }

    String membership() {
      return "127.0.0.1:" + member;
    }
  }
}
