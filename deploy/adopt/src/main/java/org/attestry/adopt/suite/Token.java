package org.attestry.adopt.suite;

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
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** The access token of a client with the admin role, requested anew before it ends. Thread-safe. */
final class Token {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final HttpClient http;
  private final String address;
  private final String clientId;
  private final String clientSecret;
  private String value;
  private Instant renewAt = Instant.MIN;

  Token(HttpClient http, String address, String clientId, String clientSecret) {
    this.http = http;
    this.address = address;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
  }

  synchronized String value() {
    if (Instant.now().isAfter(renewAt)) {
      renew();
    }
    return value;
  }

  private void renew() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(TIMEOUT)
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form()))
            .build();
    try {
      HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
      if (response.statusCode() != OK) {
        throw new AdoptFailure(
            "The token endpoint replied %d: check suite.clientId and suite.clientSecret."
                .formatted(response.statusCode()));
      }
      JsonNode reply = Json.read(JsonBytes.of(response.body()));
      value = reply.path("access_token").asText();
      renewAt = Instant.now().plusSeconds(reply.path("expires_in").asLong() / 2);
    } catch (IOException e) {
      throw new AdoptFailure("The token endpoint is unavailable: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdoptFailure("Interrupted.", e);
    }
  }

  private String form() {
    Map<String, String> fields =
        Map.of(
            "grant_type", "client_credentials",
            "client_id", clientId,
            "client_secret", clientSecret);
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
