package org.attestry.adopt.suite;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.contracts.JsonBytes;

/**
 * Sends requests to the gateway with the token of an administrator. A request that finds the suite
 * unavailable or busy is sent again, for five minutes. Thread-safe.
 */
public final class Suite {

  private static final String JSON = "application/json";
  private static final String LINES = "application/x-ndjson";
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final Set<Integer> AGAIN = Set.of(429, 502, 503, 504);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final String gateway;
  private final Token token;

  /**
   * @param gateway the gateway's address, without a trailing slash
   * @param tokenUrl the token endpoint of the identity provider
   */
  public Suite(String gateway, String tokenUrl, String clientId, String clientSecret) {
    this.gateway = gateway.replaceFirst("/$", "");
    this.token = new Token(http, tokenUrl, clientId, clientSecret);
  }

  public Reply get(String path) {
    return send("GET", path, null, BodyPublishers.noBody());
  }

  public Reply post(String path, JsonBytes json) {
    return send("POST", path, JSON, BodyPublishers.ofByteArray(json.utf8()));
  }

  public Reply put(String path, JsonBytes json) {
    return send("PUT", path, JSON, BodyPublishers.ofByteArray(json.utf8()));
  }

  /** Sends lines of NDJSON. */
  public Reply postLines(String path, byte[] lines) {
    return send("POST", path, LINES, BodyPublishers.ofByteArray(lines));
  }

  /**
   * Puts a file as the part {@code file} of a multipart body.
   *
   * @throws AdoptFailure if the file cannot be read
   */
  public Reply putFile(String path, Path file, String name, String contentType) {
    String boundary = "attestry-adopt-7MA4YWxkTrZu0gW";
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n"
            .formatted(boundary, name.replace("\"", "%22"), contentType);
    try {
      BodyPublisher body =
          BodyPublishers.concat(
              BodyPublishers.ofString(head),
              BodyPublishers.ofFile(file),
              BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
      return send("PUT", path, "multipart/form-data; boundary=" + boundary, body);
    } catch (IOException e) {
      throw new AdoptFailure("The file %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Writes a text as one part of a path or query. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private Reply send(String method, String path, String contentType, BodyPublisher body) {
    long end = System.nanoTime() + LONGEST_OUTAGE.toNanos();
    Duration pause = Duration.ofMillis(200);
    while (true) {
      String reason;
      try {
        HttpResponse<byte[]> response =
            http.send(request(method, path, contentType, body), BodyHandlers.ofByteArray());
        if (!AGAIN.contains(response.statusCode())) {
          return new Reply(response.statusCode(), response.body());
        }
        reason = "it replied " + response.statusCode();
      } catch (IOException e) {
        reason = String.valueOf(e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AdoptFailure("Interrupted.", e);
      }
      if (System.nanoTime() - end > 0) {
        throw new AdoptFailure(
            "The suite at %s is unavailable (%s). Start the command again when it runs."
                .formatted(gateway, reason));
      }
      LockSupport.parkNanos(pause.toNanos());
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  private HttpRequest request(String method, String path, String contentType, BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway + path))
            .timeout(TIMEOUT)
            .header("authorization", "Bearer " + token.value())
            .method(method, body);
    if (contentType != null) {
      request.header("content-type", contentType);
    }
    return request.build();
  }
}
