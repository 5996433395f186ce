package org.attestry.runtime.management;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Asks an address and exits with 0 when it answers 200, else with 1, and prints the answer. For the
 * health checks of container images, which have no other HTTP client; it uses few classes of the
 * JDK so that it costs little.
 */
public final class Probe {

  private static final int MILLIS = 4_000;

  private Probe() {}

  /**
   * Runs the probe.
   *
   * @param arguments one {@code http} address with a port
   */
  public static void main(String[] arguments) {
    Result result = probe(URI.create(arguments[0]));
    System.out.println(result.answer());
    System.exit(result.healthy() ? 0 : 1);
  }

  static Result probe(URI address) {
    try {
      String answer = answer(address);
      return new Result(answer.startsWith("HTTP/1.0 200"), answer);
    } catch (IOException e) {
      return new Result(false, e.getMessage());
    }
  }

  /** What an address answered, or why it did not. */
  record Result(boolean healthy, String answer) {}

  private static String answer(URI address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), MILLIS);
      socket.setSoTimeout(MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(request(address).getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** HTTP 1.0, so that the answer is not in chunks and the connection ends with it. */
  private static String request(URI address) {
    return "GET " + address.getRawPath() + " HTTP/1.0\r\nHost: " + address.getHost() + "\r\n\r\n";
  }
}
