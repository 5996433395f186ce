package org.attestry.adopt.schemas;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Fetches what an http or https address names, each address once. */
public final class HttpTemplates implements TemplateSource {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final Map<String, Optional<String>> fetched = new ConcurrentHashMap<>();

  @Override
  public Optional<String> fetch(String address) {
    return address.matches("https?://.*")
        ? fetched.computeIfAbsent(address, this::get)
        : Optional.empty();
  }

  private Optional<String> get(String address) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address))
              .timeout(TIMEOUT)
              .header("accept", "application/ld+json, application/json, text/html, */*")
              .build();
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return response.statusCode() == OK ? Optional.of(response.body()) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
