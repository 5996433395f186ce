package org.attestry.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.servers.Port;

/**
 * HAProxy with the configuration of {@code deploy/edge} and a certificate of its own. Only
 * addresses and paths of the configuration are replaced.
 */
final class Edge implements AutoCloseable {

  private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");
  private static final Path CONFIGURATION = Path.of("../edge/haproxy.cfg");
  private static final Pattern GATEWAYS =
      Pattern.compile("server-template gateway 8 gateway:8081 check port 9081(.*)");
  private static final char[] PASSWORD = "password".toCharArray();

  private final Path folder;
  private final int port = Port.free().settled().number();
  private final SSLContext trust;
  private Process process;

  /**
   * Prepares an edge; skips the test if HAProxy is not installed.
   *
   * @param folder an empty folder
   */
  Edge(Path folder) throws Exception {
    assumeTrue(
        Files.isExecutable(PROGRAM), "The edge is not tested: HAProxy is not installed here.");
    this.folder = folder;
    KeyStore keys = Keys.STORE;
    Path certificates = Files.createDirectory(folder.resolve("certificates"));
    Files.writeString(
        certificates.resolve("edge.pem"),
        pem("CERTIFICATE", keys.getCertificate("edge").getEncoded())
            + pem("PRIVATE KEY", keys.getKey("edge", PASSWORD).getEncoded()));
    this.trust = trust(keys.getCertificate("edge"));
  }

  /**
   * A gateway on this machine.
   *
   * @param management the port of its health
   */
  record Gateway(int port, int management) {}

  String address() {
    return "https://127.0.0.1:" + port;
  }

  /** Returns what trusts the certificate. */
  SSLContext trust() {
    return trust;
  }

  /**
   * Starts it, and waits until it listens.
   *
   * @param keycloak the port of Keycloak
   */
  void start(int keycloak, Gateway... gateways) throws IOException {
    Path configuration = folder.resolve("haproxy.cfg");
    Files.writeString(configuration, replaced(Files.readString(CONFIGURATION), keycloak, gateways));
    Path log = folder.resolve("haproxy.log");
    ProcessBuilder builder =
        new ProcessBuilder(PROGRAM.toString(), "-db", "-f", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("EDGE_ADMINS", "127.0.0.1");
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    Eventually.isTrue(() -> !process.isAlive() || listens());
    if (!process.isAlive()) {
      throw new IllegalStateException(Files.readString(log));
    }
  }

  private String replaced(String shipped, int keycloak, Gateway... gateways) {
    return GATEWAYS
        .matcher(shipped)
        .replaceAll(template -> Matcher.quoteReplacement(servers(template, gateways)))
        .replace("keycloak:8080", "127.0.0.1:" + keycloak)
        .replace(":8443", "127.0.0.1:" + port)
        .replace("/run/certificates", folder.resolve("certificates").toString());
  }

  private static String servers(MatchResult template, Gateway... gateways) {
    return IntStream.range(0, gateways.length)
        .mapToObj(
            i ->
                "server gateway%d 127.0.0.1:%d check port %d%s"
                    .formatted(
                        i + 1, gateways[i].port(), gateways[i].management(), template.group(1)))
        .collect(Collectors.joining("\n    "));
  }

  /**
   * Opens a connection.
   *
   * @param from the address of the client, such as 127.0.0.2
   */
  SSLSocket connect(String from) throws IOException {
    Socket plain = new Socket();
    plain.setReceiveBufferSize(16_384);
    plain.bind(new InetSocketAddress(from, 0));
    plain.connect(new InetSocketAddress("127.0.0.1", port));
    SSLSocket secure =
        (SSLSocket) trust.getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
    secure.startHandshake();
    return secure;
  }

  private boolean listens() {
    try {
      connect("127.0.0.1").close();
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** One key and certificate for all edges of the process. */
  private static final class Keys {

    static final KeyStore STORE = make();

    private static KeyStore make() {
      try {
        Path file = Files.createTempDirectory("edge").resolve("keys.p12");
        Process keytool = new ProcessBuilder(command(file)).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
        if (keytool.waitFor() != 0) {
          throw new IllegalStateException(said);
        }
        KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
        Files.delete(file);
        Files.delete(file.getParent());
        return store;
      } catch (IOException | GeneralSecurityException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static List<String> command(Path file) {
      List<String> words = new ArrayList<>();
      words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      words.addAll(List.of("-genkeypair", "-keystore", file.toString()));
      words.addAll(List.of("-storepass", new String(PASSWORD), "-alias", "edge"));
      words.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
      words.addAll(List.of("-dname", "CN=edge", "-ext", "san=ip:127.0.0.1"));
      return words;
    }
  }

  private static SSLContext trust(Certificate certificate)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("edge", certificate);
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private static String pem(String label, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label);
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }
}
