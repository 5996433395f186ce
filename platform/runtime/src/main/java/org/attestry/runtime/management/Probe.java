package org.attestry.runtime.management;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Requests a URL, prints the response, and exits with 0 for status 200, else with 1. Used by the
 * health checks of container images, which have no other HTTP client; loads few classes, to be
 * cheap.
 */
public final class Probe {

  private static final int MILLIS = 4_000;

  private Probe() {}

  /**
   * Runs the probe.
   *
   * @param arguments one {@code http} URL with a port
   */
  public static void main(String[] arguments) {
    Result result = probe(URI.create(arguments[0]));
    System.out.println(result.response());
    System.exit(result.healthy() ? 0 : 1);
  }

  static Result probe(URI address) {
    try {
      String response = response(address);
      return new Result(response.startsWith("HTTP/1.0 200"), response);
    } catch (IOException e) {
      return new Result(false, e.getMessage());
    }
  }

  /** The result: the response, or why there is none. */
  record Result(boolean healthy, String response) {}

  private static String response(URI address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), MILLIS);
      socket.setSoTimeout(MILLIS);
      OutputStream out = socket.getOutputStream();
      out.write(request(address).getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns the request; HTTP 1.0, so that the response is not chunked and ends with the
   * connection.
   */
  private static String request(URI address) {
    return "GET " + address.getRawPath() + " HTTP/1.0\r\nHost: " + address.getHost() + "\r\n\r\n";
  }
}
