package org.attestry.registry.identity;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.servers.Keycloak;

/** Logs users in with the password grant (interface 3.1). */
public final class Logins {

  private final Keycloak keycloak;
  private final HttpClient client = HttpClient.newHttpClient();

  public Logins(Keycloak keycloak) {
    this.keycloak = keycloak;
  }

  /** What is in the access token. */
  public record Token(String subject, List<String> roles, List<String> entities) {}

  /**
   * The token of a user who has this password. Keycloak with brute-force detection refuses a login
   * of a user while another one ends, also after the other has its response; so a refused login is
   * sent again for a while.
   */
  public Token in(String username, String password) {
    HttpResponse<String> response =
        Eventually.until(() -> send(username, password), Logins::isAccepted);
    String token = Json.read(response.body()).path("access_token").textValue();
    return token(
        Json.read(
            new String(
                Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8)));
  }

  /** Whether the user gets a token at the first attempt. */
  public boolean letIn(String username, String password) {
    return isAccepted(send(username, password));
  }

  /** The provider's response to a user who gets no token. */
  public String refusal(String username, String password) {
    HttpResponse<String> response = send(username, password);
    assertFalse(isAccepted(response), username);
    return response.body();
  }

  private static boolean isAccepted(HttpResponse<String> response) {
    return response.statusCode() == 200;
  }

  private HttpResponse<String> send(String username, String password) {
    String form =
        "grant_type=password&client_id=registry-frontend&username=%s&password=%s"
            .formatted(encoded(username), encoded(password));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(keycloak.issuer() + "/protocol/openid-connect/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Token token(JsonNode claims) {
    return new Token(
        claims.path("sub").textValue(),
        texts(claims.at("/realm_access/roles")),
        texts(claims.path("entity")));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
