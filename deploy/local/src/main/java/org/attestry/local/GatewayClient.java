package org.attestry.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.attestry.runtime.json.Json;

/**
 * Calls the gateway and the token endpoint; a response with a status other than 200 causes an
 * exception.
 */
final class GatewayClient {

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final Endpoints suite;

  GatewayClient(Endpoints suite) {
    this.suite = suite;
  }

  /** Requests an access token. */
  String token(Map<String, String> form) throws IOException, InterruptedException {
    String body =
        form.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(suite.identity().tokenEndpoint()))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body))
            .build();
    return send(request).get("access_token").textValue();
  }

  JsonNode get(String path, String token) throws IOException, InterruptedException {
    return send(request(path, token).GET().build());
  }

  JsonNode post(String path, String json, String token) throws IOException, InterruptedException {
    return send(request(path, token).POST(BodyPublishers.ofString(json)).build());
  }

  JsonNode put(String path, String json, String token) throws IOException, InterruptedException {
    return send(request(path, token).PUT(BodyPublishers.ofString(json)).build());
  }

  private HttpRequest.Builder request(String path, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(suite.gateway() + path))
            .timeout(Duration.ofSeconds(30))
            .header("content-type", "application/json");
    return token == null ? request : request.header("authorization", "Bearer " + token);
  }

  private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(
          "%s %s answered %d: %s"
              .formatted(
                  request.method(), request.uri().getPath(), answer.statusCode(), answer.body()));
    }
    return Json.read(answer.body());
  }
}
