package org.attestry.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Checks the health of each part of a running suite, for {@code deploy/local/doctor}. */
public final class Doctor {

  private static final Map<String, String> REMEDIES =
      Map.of(
          "postgres", "PostgreSQL does not answer: its log is data/postgres/server.log",
          "s3", "the S3 server does not answer: its log is data/s3/server.log",
          "kafka", "Kafka does not answer: its log is data/kafka/server.log",
          "identity", "Keycloak does not answer: its log is data/keycloak/server.log");

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();
  private boolean broken;

  private Doctor() {}

  /**
   * @param arguments the path of {@code endpoints.json}; exits with 1 if any part is broken
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    JsonBytes json = JsonBytes.of(Files.readAllBytes(Path.of(arguments[0])));
    Doctor doctor = new Doctor();
    doctor.examine(Json.read(json, Endpoints.class));
    System.exit(doctor.broken ? 1 : 0);
  }

  private void examine(Endpoints suite) throws InterruptedException {
    suite.servers().forEach(this::process);
    address("Keycloak", suite.identity().issuer(), REMEDIES.get("identity"));
    address("gateway", suite.gateway() + "/api/docs/swagger.json", "look at suite.log");
    services(suite);
  }

  private void process(String server, long pid) {
    boolean alive = ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    say(
        alive,
        server,
        alive ? "process " + pid : "has ended; it is started again, and suite.log says how often");
  }

  private void address(String part, String address, String remedy) throws InterruptedException {
    try {
      int status = get(address).statusCode();
      say(
          status == 200,
          part,
          status == 200 ? address : "answers %d: %s".formatted(status, remedy));
    } catch (IOException e) {
      say(false, part, "does not answer at %s: %s".formatted(address, remedy));
    }
  }

  private void services(Endpoints suite) throws InterruptedException {
    Set<String> addresses = new LinkedHashSet<>();
    suite.services().forEach(replica -> addresses.add(replica.management()));
    for (String address : addresses) {
      health(address);
    }
  }

  private void health(String address) throws InterruptedException {
    try {
      JsonNode report = Json.read(get(address + "/health/ready").body());
      for (JsonNode service : report.get("services")) {
        String name = service.get("name").textValue();
        say(service.get("healthy").booleanValue(), name, remedy(service));
      }
    } catch (IOException e) {
      say(false, "health", "does not answer at %s: look at the logs".formatted(address));
    }
  }

  private static String remedy(JsonNode service) {
    for (JsonNode check : service.get("checks")) {
      if (!check.get("healthy").booleanValue()) {
        String name = check.get("name").textValue();
        return REMEDIES.getOrDefault(name, name + " is not healthy: look at suite.log");
      }
    }
    return service.has("degraded") ? "ready, but degraded: " + service.get("degraded") : "ready";
  }

  private HttpResponse<String> get(String address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(5)).build();
    return http.send(request, BodyHandlers.ofString());
  }

  private void say(boolean good, String part, String text) {
    broken |= !good;
    System.out.printf("  %-7s %-12s %s%n", good ? "ok" : "BROKEN", part, text);
  }
}
