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
 * A Kafka broker that is its own controller (KRaft), on 127.0.0.1. Topics are not created
 * automatically. Sessions are short, so that a killed broker is available again within four
 * seconds.
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
      listeners=%4$s://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
      advertised.listeners=%4$s://%5$s:%1$d
      controller.listener.names=CONTROLLER
      inter.broker.listener.name=%4$s
      listener.security.protocol.map=%4$s:%4$s,CONTROLLER:PLAINTEXT
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

  private static final String SECURED =
      """
      sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512
      sasl.mechanism.inter.broker.protocol=PLAIN
      listener.name.sasl_ssl.plain.sasl.jaas.config=\
        org.apache.kafka.common.security.plain.PlainLoginModule required \
        username="%1$s" password="%2$s" user_%1$s="%2$s";
      listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=\
        org.apache.kafka.common.security.scram.ScramLoginModule required;
      ssl.keystore.type=PEM
      ssl.keystore.location=%3$s
      ssl.truststore.type=PEM
      ssl.truststore.location=%4$s
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

  private final String bootstrapServers;

  private KafkaServer(ServerProcess process, DataFolder folder, String bootstrapServers) {
    super(NAME, process, folder);
    this.bootstrapServers = bootstrapServers;
  }

  /** How clients reach a broker, and the lines of its settings for that. */
  private record Access(String protocol, String host, String settings) {

    private static final Access OPEN = new Access("PLAINTEXT", "127.0.0.1", "");
  }

  /**
   * Starts the broker with the topics in the folder, which is created if absent.
   *
   * @throws ServerFailure if the port is in use, the folder is in use, or the broker does not start
   */
  public static KafkaServer start(ServerFiles files, Path data, Port wanted) {
    return start(files, data, wanted, Access.OPEN);
  }

  /**
   * Starts a broker that takes clients with TLS and a password alone (SASL_SSL), at localhost. Its
   * administrator may log in with PLAIN, and makes the users of SCRAM-SHA-512.
   */
  public static KafkaServer startSecured(
      ServerFiles files, Path data, Port wanted, Secrets secrets) {
    String settings =
        SECURED.formatted(
            secrets.admin(), secrets.password(), secrets.keyStore(), secrets.authority());
    return start(files, data, wanted, new Access("SASL_SSL", "localhost", settings));
  }

  /** A PEM file with the key and certificate of localhost, its authority, and the administrator. */
  public record Secrets(Path keyStore, Path authority, String admin, String password) {}

  private static KafkaServer start(ServerFiles files, Path data, Port wanted, Access access) {
    ServerFiles.require(files.kafka());
    DataFolder folder = DataFolder.open(data, NAME);
    return folder.orGiveUp(() -> start(files, folder, wanted.claim(NAME), access));
  }

  private static KafkaServer start(ServerFiles files, DataFolder folder, int port, Access access)
      throws IOException {
    Path topics = folder.resolve("topics");
    if (!Files.exists(topics)) {
      format(files.kafka().resolve("formatted"), topics);
    }
    Path config = folder.resolve("server.properties");
    int controller = Port.free().claim(NAME);
    Files.writeString(
        config,
        CONFIG.formatted(port, controller, topics, access.protocol(), access.host())
            + access.settings());
    ServerProcess process =
        ServerProcess.startJava(
            NAME,
            folder,
            program(files).command(files, List.of(), List.of(config.toString())),
            Map.of());
    process.awaitReady(START_TIMEOUT, () -> process.hasLogged(STARTED));
    return new KafkaServer(process, folder, access.host() + ":" + port);
  }

  @Override
  public String bootstrapServers() {
    return bootstrapServers;
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
