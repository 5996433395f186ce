package org.attestry.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Eventually;

/** A client of the gateway, with a token or without. */
final class Client {

  private static final HttpClient HTTP = http().build();
  private static final Duration LONG = Duration.ofMinutes(2);

  private final Endpoints suite;
  private final String token;
  private final HttpClient http;

  private Client(Endpoints suite, String token, HttpClient http) {
    this.suite = suite;
    this.token = token;
    this.http = http;
  }

  private static HttpClient.Builder http() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(5));
  }

  static Client withoutToken(Endpoints suite) {
    return new Client(suite, null, HTTP);
  }

  /**
   * A client without a token at another address of the loopback network, which is another caller.
   *
   * @param address such as 127.0.0.2
   */
  static Client withoutToken(Endpoints suite, String address) {
    return new Client(suite, null, http().localAddress(InetAddress.ofLiteral(address)).build());
  }

  static Client withToken(Endpoints suite, String token) {
    return new Client(suite, token, HTTP);
  }

  Answer get(String path, String... headers) {
    return send(request(path, headers).GET());
  }

  /** Reads a certificate as a PDF, again as long as the suite asks for it with a 503. */
  Answer pdf(String path, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("accept", "application/pdf"));
    return Eventually.until(
        () -> get(path, all.toArray(String[]::new)), answer -> answer.http().statusCode() != 503);
  }

  Answer post(String path, String json, String... headers) {
    return send(
        request(path, headers)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** Sends rows, lines or bytes, which take longer than other requests. */
  Answer post(String path, String contentType, byte[] body) {
    return send(
        request(path)
            .timeout(LONG)
            .header("content-type", contentType)
            .POST(BodyPublishers.ofByteArray(body)));
  }

  Answer put(String path, String json, String... headers) {
    return send(
        request(path, headers)
            .header("content-type", "application/json")
            .PUT(BodyPublishers.ofString(json)));
  }

  Answer delete(String path) {
    return send(request(path).DELETE());
  }

  /** A request as somebody describes it. */
  Answer send(String method, String path, String contentType, byte[] body, String... headers) {
    HttpRequest.Builder request = request(path, headers);
    if (contentType != null) {
      request.header("content-type", contentType);
    }
    return send(request.method(method, BodyPublishers.ofByteArray(body)));
  }

  /** Uploads one file as the part {@code files}. */
  Answer upload(String path, String fileName, String contentType, byte[] content) {
    String boundary = "----attestry-acceptance";
    byte[] head =
        """
        --%s\r
        Content-Disposition: form-data; name="files"; filename="%s"\r
        Content-Type: %s\r
        \r
        """
            .formatted(boundary, fileName, contentType)
            .getBytes(StandardCharsets.UTF_8);
    byte[] tail = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8);
    return send(
        request(path)
            .timeout(LONG)
            .header("content-type", "multipart/form-data; boundary=" + boundary)
            .POST(
                BodyPublishers.concat(
                    BodyPublishers.ofByteArray(head),
                    BodyPublishers.ofByteArray(content),
                    BodyPublishers.ofByteArray(tail))));
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(suite.gateway() + path)).timeout(Duration.ofSeconds(30));
    if (token != null) {
      request.header("authorization", "Bearer " + token);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  private Answer send(HttpRequest.Builder request) {
    Kills kills = Kills.of(suite);
    return kills == null ? send(request.build()) : kills.call(request.build(), sent -> send(sent));
  }

  private Answer send(HttpRequest request) {
    try {
      return new Answer(http.send(request, BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
