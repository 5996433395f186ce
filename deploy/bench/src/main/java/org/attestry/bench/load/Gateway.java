package org.attestry.bench.load;

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
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;

/** Sends single requests to the gateway as an administrator, to prepare and check measurements. */
public final class Gateway {

  private static final String ADMIN_CLIENT = "admin-api";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The age up to which a token is reused, well below its validity of five minutes. */
  private static final Duration TOKEN_AGE = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Endpoints suite;
  private String token;
  private long tokenFrom;

  Gateway(Endpoints suite) {
    this.suite = suite;
  }

  /** A response of the gateway. */
  public record Answer(int status, JsonNode body) {

    public boolean ok() {
      return status / 100 == 2;
    }

    public String message() {
      return body.at("/params/errmsg").asText();
    }
  }

  String address() {
    return suite.gateway();
  }

  /** Requests a new token of an administrator. */
  synchronized String freshToken() {
    Endpoints.Client client =
        suite.identity().clients().stream()
            .filter(c -> c.clientId().equals(ADMIN_CLIENT))
            .findFirst()
            .orElseThrow();
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(ADMIN_CLIENT, URLEncoder.encode(client.secret(), StandardCharsets.UTF_8));
    Answer answer =
        send(
            HttpRequest.newBuilder(URI.create(suite.identity().tokenEndpoint()))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    if (!answer.ok()) {
      throw new BenchFailure("No token was given: the provider answered " + answer.status() + ".");
    }
    token = answer.body().get("access_token").textValue();
    tokenFrom = System.nanoTime();
    return token;
  }

  public Answer post(String path, JsonNode body) {
    return send(
        HttpRequest.newBuilder(URI.create(suite.gateway() + path))
            .header("content-type", "application/json")
            .header("authorization", "Bearer " + token())
            .POST(BodyPublishers.ofString(Json.write(body).text())));
  }

  private synchronized String token() {
    boolean young = token != null && System.nanoTime() - tokenFrom < TOKEN_AGE.toNanos();
    return young ? token : freshToken();
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          http.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), Json.read(answer.body()));
    } catch (IOException e) {
      throw new BenchFailure("The suite does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("Interrupted.", e);
    }
  }
}
