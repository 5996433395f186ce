package org.attestry.testkit.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An S3 server (S3Proxy) that stores its objects in a folder, requires AWS signatures version 4,
 * and listens on 127.0.0.1. It supports neither object tags nor versions.
 */
public final class S3Server extends ChildServer implements S3 {

  private static final String NAME = "S3Proxy";

  /** The access key of the only user. */
  public static final String ACCESS_KEY = "attestry";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final int CONNECT_MILLIS = 200;

  private static final String CONFIG =
      """
      s3proxy.endpoint=http://127.0.0.1:%d
      s3proxy.authorization=aws-v4
      s3proxy.identity=%s
      s3proxy.credential=%s
      jclouds.provider=filesystem-nio2
      jclouds.identity=unused
      jclouds.credential=unused
      jclouds.filesystem.basedir=%s
      """;

  private static final String LOGGING =
      """
      <configuration>
        <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="console"/></root>
      </configuration>
      """;

  private static final List<String> JVM_OPTIONS =
      JavaProgram.jvmOptions(List.of("-Xms32m", "-Xmx128m"));

  private final int port;

  private S3Server(ServerProcess process, DataFolder folder, int port) {
    super(NAME, process, folder);
    this.port = port;
  }

  /**
   * Starts the server with the objects in the folder, which is created if absent.
   *
   * @throws ServerFailure if the port is in use, the folder is in use, or the server does not start
   */
  public static S3Server start(ServerFiles files, Path data, Port wanted) {
    ServerFiles.require(files.s3Proxy());
    DataFolder folder = DataFolder.open(data, NAME);
    return folder.orGiveUp(() -> start(files, folder, wanted.claim(NAME)));
  }

  private static S3Server start(ServerFiles files, DataFolder folder, int port) throws IOException {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    folder.writePrivate(
        "s3proxy.conf", CONFIG.formatted(port, ACCESS_KEY, folder.secret("secretKey"), objects));
    Files.writeString(folder.resolve("logback.xml"), LOGGING);
    List<String> command =
        program(files)
            .command(
                files,
                List.of("-Dlogback.configurationFile=" + folder.resolve("logback.xml")),
                List.of("--properties", folder.resolve("s3proxy.conf").toString()));
    ServerProcess process = ServerProcess.startJava(NAME, folder, command, Map.of());
    process.awaitReady(START_TIMEOUT, () -> accepts(port));
    return new S3Server(process, folder, port);
  }

  @Override
  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public String accessKey() {
    return ACCESS_KEY;
  }

  @Override
  public String secretKey() {
    return secretKey(folder().path());
  }

  /** Returns {@link #secretKey()} of the server that will be started with a data folder. */
  public static String secretKey(Path data) {
    return PrivateFiles.secret(data, "secretKey");
  }

  static JavaProgram program(ServerFiles files) {
    return new JavaProgram(
        files.s3Proxy().getFileName().toString(),
        JVM_OPTIONS,
        List.of(files.s3Proxy().resolve("s3proxy.jar")),
        "org.gaul.s3proxy.Main");
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }
}
