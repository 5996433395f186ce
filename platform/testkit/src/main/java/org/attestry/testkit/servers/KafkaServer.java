package org.attestry.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A Kafka broker that is its own controller (KRaft), without credentials, on 127.0.0.1. Topics are
 * not created automatically. Sessions are short, so that a killed broker is available again within
 * four seconds.
 */
public final class KafkaServer extends ChildServer implements Kafka {

  private static final String NAME = "Kafka";
  private static final String STARTED = "Kafka Server started";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private static final String CONFIG =
      """
      process.roles=broker,controller
      node.id=1
      controller.quorum.voters=1@127.0.0.1:%2$d
      listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
      advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
      controller.listener.names=CONTROLLER
      inter.broker.listener.name=PLAINTEXT
      listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
      log.dirs=%3$s
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=4
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      transaction.state.log.num.partitions=4
      share.coordinator.state.topic.replication.factor=1
      share.coordinator.state.topic.min.isr=1
      group.initial.rebalance.delay.ms=0
      auto.create.topics.enable=false
      broker.session.timeout.ms=2000
      broker.heartbeat.interval.ms=500
      log.cleaner.dedupe.buffer.size=8388608
      num.network.threads=2
      num.io.threads=4
      """;

  private static final List<String> JVM_OPTIONS =
      JavaProgram.jvmOptions(
          List.of("-Xms64m", "-Xmx192m"),
          "--sun-misc-unsafe-memory-access=allow",
          "--enable-native-access=ALL-UNNAMED",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
          "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info",
          "-Dorg.slf4j.simpleLogger.showDateTime=true",
          "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX");

  private final int port;

  private KafkaServer(ServerProcess process, DataFolder folder, int port) {
    super(NAME, process, folder);
    this.port = port;
  }

  /**
   * Starts the broker with the topics in the folder, which is created if absent.
   *
   * @throws ServerFailure if the port is in use, the folder is in use, or the broker does not start
   */
  public static KafkaServer start(ServerFiles files, Path data, Port wanted) {
    ServerFiles.require(files.kafka());
    DataFolder folder = DataFolder.open(data, NAME);
    return folder.orGiveUp(() -> start(files, folder, wanted.claim(NAME)));
  }

  private static KafkaServer start(ServerFiles files, DataFolder folder, int port)
      throws IOException {
    Path topics = folder.resolve("topics");
    if (!Files.exists(topics)) {
      format(files.kafka().resolve("formatted"), topics);
    }
    Path config = folder.resolve("server.properties");
    Files.writeString(config, CONFIG.formatted(port, Port.free().claim(NAME), topics));
    ServerProcess process =
        ServerProcess.startJava(
            NAME,
            folder,
            program(files).command(files, List.of(), List.of(config.toString())),
            Map.of());
    process.awaitReady(START_TIMEOUT, () -> process.hasLogged(STARTED));
    return new KafkaServer(process, folder, port);
  }

  @Override
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  static JavaProgram program(ServerFiles files) {
    try (Stream<Path> all = Files.list(files.kafka().resolve("lib"))) {
      return new JavaProgram(
          files.kafka().getFileName().toString(),
          JVM_OPTIONS,
          all.sorted().toList(),
          "kafka.Kafka");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies the formatted, empty folder of the installation, with new cluster and directory ids. */
  private static void format(Path formatted, Path topics) throws IOException {
    Path unfinished = topics.resolveSibling("topics.new");
    Folders.delete(unfinished);
    Folders.copy(formatted, unfinished, file -> true);
    Files.writeString(
        unfinished.resolve("meta.properties"),
        "version=1%nnode.id=1%ncluster.id=%s%ndirectory.id=%s%n".formatted(randomId(), randomId()));
    Files.move(unfinished, topics);
  }

  /** Returns a random UUID in Kafka's text form. */
  private static String randomId() {
    UUID id = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    return text.startsWith("-") ? randomId() : text;
  }
}
