package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.Test;

class KeycloakServerIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @Test
  void adminLogsInWithHisPassword() throws Exception {
    Keycloak keycloak = TestServers.keycloak();
    HttpResponse<String> answer =
        passwordGrant(keycloak, keycloak.admin().name(), keycloak.admin().password());
    JsonNode token = JSON.readTree(answer.body());
    assertEquals("Bearer", token.path("token_type").asText(), answer.body());
    assertEquals(300, token.path("expires_in").asDouble(), 1);
    assertEquals(1800, token.path("refresh_expires_in").asDouble(), 1);
    JsonNode claims = claims(token);
    assertEquals(keycloak.issuer(), claims.path("iss").asText());
    assertTrue(hasRole(claims, "admin"), claims::toString);
  }

  @Test
  void oneUserLogsInTwentyTimesAtOnce() throws Exception {
    Keycloak keycloak = TestServers.keycloak();
    String name = madeUser(keycloak, "busy");
    for (HttpResponse<String> answer : passwordGrants(keycloak, name, "secret", 20)) {
      assertEquals(200, answer.statusCode(), answer.body());
    }
  }

  @Test
  void wrongPasswordsAtOnceAreCounted() throws Exception {
    Keycloak keycloak = TestServers.keycloak();
    String name = madeUser(keycloak, "attacked");
    for (HttpResponse<String> answer : passwordGrants(keycloak, name, "guess", 5)) {
      assertEquals(400, answer.statusCode(), answer.body());
    }
    String service = serviceToken(keycloak);
    String path = "/attack-detection/brute-force/users/" + userId(keycloak, service, name);
    HttpRequest state = adminRequest(keycloak, service, path).build();
    Eventually.isTrue(
        () ->
            !HTTP.sendAsync(state, HttpResponse.BodyHandlers.ofString())
                .join()
                .body()
                .contains("\"numFailures\":0"));
  }

  @Test
  void wrongPasswordIsRefused() throws Exception {
    Keycloak keycloak = TestServers.keycloak();
    String name = madeUser(keycloak, "guessed");
    HttpResponse<String> answer = passwordGrant(keycloak, name, "guess");
    assertFalse(answer.body().contains("access_token"), answer.body());
    assertTrue(answer.body().contains("invalid_grant"), answer.body());
  }

  @Test
  void adminClientMakesAUserWhoLogsInAtOnceWithHisRoleAndEntity() throws Exception {
    Keycloak keycloak = TestServers.keycloak();
    String service = serviceToken(keycloak);
    String role = "Teacher" + UUID.randomUUID();
    String name = "+91" + UUID.randomUUID();
    assertEquals(201, makeUser(keycloak, service, name, role).statusCode());
    assertEquals(409, makeUser(keycloak, service, name, role).statusCode());
    assertEquals(201, admin(keycloak, service, "/roles", Map.of("name", role)).statusCode());
    assignRole(keycloak, service, name, role);

    JsonNode claims = claims(JSON.readTree(passwordGrant(keycloak, name, "secret").body()));
    assertTrue(hasRole(claims, role), claims::toString);
    assertEquals(role, claims.path("entity").path(0).asText(), claims::toString);
  }

  @Test
  void signingKeysAreOnlySigningKeys() throws Exception {
    JsonNode keys =
        JSON.readTree(
            send(HttpRequest.newBuilder(
                    URI.create(TestServers.keycloak().issuer() + "/protocol/openid-connect/certs")))
                .body());
    assertEquals(1, keys.path("keys").size(), keys::toString);
    assertEquals("RS256", keys.path("keys").path(0).path("alg").asText());
  }

  @Test
  void codeFlowTakesAnyLoopbackPortAndNoOtherHost() throws Exception {
    assertEquals(200, loginPage("http://127.0.0.1:4711/callback").statusCode());
    assertEquals(200, loginPage("http://localhost:4711/callback").statusCode());
    assertEquals(400, loginPage("https://elsewhere.example/callback").statusCode());
  }

  @Test
  void usersAndSecretsSurviveAKillRightAfterTheyWereMade() throws Exception {
    ServerFiles files = ServerFiles.ofThisUser();
    Path temporary = Files.createTempDirectory("attestry-realm-");
    Path folder = temporary.resolve("data");
    KeycloakServer.copyFreshRealm(files, folder);
    KeycloakServer first = KeycloakServer.start(files, folder, Port.free());
    HttpResponse<String> made = makeUser(first, serviceToken(first), "kept@example.org", "Student");
    first.kill();
    assertEquals(201, made.statusCode(), made.body());
    try (KeycloakServer again = KeycloakServer.start(files, folder, Port.free())) {
      String answer = passwordGrant(again, "kept@example.org", "secret").body();
      assertTrue(answer.contains("access_token"), answer);
    }
    Folders.delete(temporary);
  }

  @Test
  void behindAProxyItsAddressIsTheIssuer() throws Exception {
    ServerFiles files = ServerFiles.ofThisUser();
    Path temporary = Files.createTempDirectory("attestry-realm-");
    Path folder = temporary.resolve("data");
    KeycloakServer.copyFreshRealm(files, folder);
    String proxy = "https://registry.example/auth";
    try (KeycloakServer server = KeycloakServer.start(files, folder, Port.free(), proxy)) {
      String answer =
          passwordGrant(server, server.admin().name(), server.admin().password()).body();
      assertEquals(
          proxy + "/realms/attestry", claims(JSON.readTree(answer)).path("iss").asText(), answer);
    }
    Folders.delete(temporary);
  }

  private static HttpResponse<String> loginPage(String redirect) throws Exception {
    String query =
        form(
            Map.of(
                "response_type", "code",
                "scope", "openid",
                "client_id", "registry-consent",
                "redirect_uri", redirect));
    return send(
        HttpRequest.newBuilder(
            URI.create(
                TestServers.keycloak().issuer() + "/protocol/openid-connect/auth?" + query)));
  }

  private static String serviceToken(Keycloak keycloak) throws Exception {
    HttpResponse<String> answer =
        token(
            keycloak,
            Map.of(
                "grant_type", "client_credentials",
                "client_id", keycloak.adminClient().id(),
                "client_secret", keycloak.adminClient().secret()));
    JsonNode token = JSON.readTree(answer.body());
    assertTrue(hasRole(claims(token), "admin"), answer.body());
    return token.path("access_token").asText();
  }

  private static HttpResponse<String> passwordGrant(Keycloak keycloak, String name, String password)
      throws Exception {
    return token(keycloak, login(keycloak, name, password));
  }

  private static List<HttpResponse<String>> passwordGrants(
      Keycloak keycloak, String name, String password, int times) {
    HttpRequest login = tokenRequest(keycloak, login(keycloak, name, password)).build();
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, times)
            .mapToObj(i -> HTTP.sendAsync(login, HttpResponse.BodyHandlers.ofString()))
            .toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static Map<String, String> login(Keycloak keycloak, String name, String password) {
    return Map.of(
        "grant_type",
        "password",
        "client_id",
        keycloak.frontendClient().id(),
        "username",
        name,
        "password",
        password);
  }

  private static String madeUser(Keycloak keycloak, String name) throws Exception {
    String unique = name + UUID.randomUUID();
    assertEquals(201, makeUser(keycloak, serviceToken(keycloak), unique, "Student").statusCode());
    return unique;
  }

  private static HttpResponse<String> makeUser(
      Keycloak keycloak, String service, String name, String entity) throws Exception {
    return admin(
        keycloak,
        service,
        "/users",
        Map.of(
            "username",
            name,
            "enabled",
            true,
            "attributes",
            Map.of("entity", new String[] {entity}, "mobile_number", "1"),
            "credentials",
            new Object[] {Map.of("type", "password", "value", "secret", "temporary", false)}));
  }

  private static void assignRole(Keycloak keycloak, String service, String name, String role)
      throws Exception {
    String userId = userId(keycloak, service, name);
    JsonNode roleBody = JSON.readTree(admin(keycloak, service, "/roles/" + role).body());
    HttpResponse<String> assigned =
        admin(
            keycloak,
            service,
            "/users/" + userId + "/role-mappings/realm",
            new Object[] {roleBody});
    assertEquals(204, assigned.statusCode(), assigned.body());
  }

  private static String userId(Keycloak keycloak, String service, String name) throws Exception {
    String found =
        admin(keycloak, service, "/users?exact=true&" + form(Map.of("username", name))).body();
    return JSON.readTree(found).path(0).path("id").asText();
  }

  private static HttpResponse<String> token(Keycloak keycloak, Map<String, String> fields)
      throws Exception {
    return send(tokenRequest(keycloak, fields));
  }

  private static HttpRequest.Builder tokenRequest(Keycloak keycloak, Map<String, String> fields) {
    return HttpRequest.newBuilder(URI.create(keycloak.issuer() + "/protocol/openid-connect/token"))
        .header("content-type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form(fields)));
  }

  private static HttpResponse<String> admin(Keycloak keycloak, String token, String path)
      throws Exception {
    return send(adminRequest(keycloak, token, path));
  }

  private static HttpResponse<String> admin(
      Keycloak keycloak, String token, String path, Object body) throws Exception {
    return send(
        adminRequest(keycloak, token, path)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private static HttpRequest.Builder adminRequest(Keycloak keycloak, String token, String path) {
    return HttpRequest.newBuilder(
            URI.create(keycloak.authUrl() + "/admin/realms/" + keycloak.realm() + path))
        .header("authorization", "Bearer " + token);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static JsonNode claims(JsonNode token) throws IOException {
    String payload = token.path("access_token").asText().split("\\.")[1];
    return JSON.readTree(Base64.getUrlDecoder().decode(payload));
  }

  private static boolean hasRole(JsonNode claims, String role) {
    for (JsonNode held : claims.path("realm_access").path("roles")) {
      if (held.asText().equals(role)) {
        return true;
      }
    }
    return false;
  }
}
