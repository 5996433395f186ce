package org.attestry.testkit.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Main class of a child JVM: starts every server at once, prints their process ids, waits. */
final class StartAllServers {

  private StartAllServers() {}

  /**
   * Starts the servers.
   *
   * @param args the data folder
   */
  public static void main(String[] args) throws Exception {
    ServerFiles files = ServerFiles.ofThisUser();
    Path data = Path.of(args[0]);
    long start = System.nanoTime();
    List<Supplier<Server>> starts =
        List.of(
            () -> PostgresServer.start(files, data.resolve("postgres"), Port.free()),
            () -> KafkaServer.start(files, data.resolve("kafka"), Port.free()),
            () -> S3Server.start(files, data.resolve("s3"), Port.free()),
            () -> KeycloakServer.start(files, data.resolve("keycloak"), Port.free()));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Server>> all =
          starts.stream().map(one -> CompletableFuture.supplyAsync(one, threads)).toList();
      for (CompletableFuture<Server> one : all) {
        Server server = one.join();
        System.out.println(server.pid() + " " + server.name());
      }
    }
    System.out.println("ready after " + (System.nanoTime() - start) / 1_000_000 + " ms");
    Thread.sleep(Long.MAX_VALUE);
  }
}
