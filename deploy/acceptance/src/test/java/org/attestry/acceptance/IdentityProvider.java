package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.Keycloak;

/** The token endpoint (interface 3.1), and the browser that logs in and consents. */
final class IdentityProvider {

  static final String FRONTEND = "registry-frontend";

  private static final Pattern FORM = Pattern.compile("<form[^>]*action=\"([^\"]+)\"");

  private final Endpoints.Identity identity;
  private final HttpClient http = HttpClient.newHttpClient();

  IdentityProvider(Endpoints suite) {
    this.identity = suite.identity();
  }

  /** The token response of the password grant. */
  JsonNode password(String username, String password) {
    return token(
        Map.of(
            "grant_type", "password",
            "client_id", FRONTEND,
            "username", username,
            "password", password));
  }

  /** The token response of the client credentials grant. */
  JsonNode clientCredentials() {
    Endpoints.Client client =
        identity.clients().stream()
            .filter(candidate -> candidate.secret() != null)
            .findFirst()
            .orElseThrow();
    return token(
        Map.of(
            "grant_type", "client_credentials",
            "client_id", client.clientId(),
            "client_secret", client.secret()));
  }

  /** The token response for a code. */
  JsonNode code(String clientId, String code, String redirectUri) {
    return token(
        Map.of(
            "grant_type", "authorization_code",
            "client_id", clientId,
            "code", code,
            "redirect_uri", redirectUri));
  }

  JsonNode token(Map<String, String> form) {
    return token(identity.tokenEndpoint(), form);
  }

  String tokenEndpoint() {
    return identity.tokenEndpoint();
  }

  /** The response to a form that is sent to an endpoint of the realm. */
  JsonNode post(String address, Map<String, String> form, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encode(form)));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return Json.read(send(request.build()).body());
  }

  private JsonNode token(String endpoint, Map<String, String> form) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(endpoint))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encode(form)))
            .build();
    return Json.read(send(request).body());
  }

  /** The token of the provider's own administrator, who belongs to another realm. */
  String console(Keycloak.User console) {
    String endpoint = identity.tokenEndpoint().replace("/" + identity.realm() + "/", "/master/");
    Map<String, String> form =
        Map.of(
            "grant_type",
            "password",
            "client_id",
            "admin-cli",
            "username",
            console.name(),
            "password",
            console.password());
    return token(endpoint, form).get("access_token").textValue();
  }

  /** Adds a scope that users may request from the frontend; its name is in their tokens. */
  void offerScope(String scope, String console) {
    String realm = identity.authUrl() + "/auth/admin/realms/" + identity.realm();
    HttpRequest.Builder make =
        HttpRequest.newBuilder(URI.create(realm + "/client-scopes"))
            .header("content-type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    """
                    {"name": "%s", "protocol": "openid-connect",
                     "attributes": {"include.in.token.scope": "true"}}
                    """
                        .formatted(scope)));
    String made = administer(make, console).headers().firstValue("location").orElseThrow();
    HttpRequest.Builder find =
        HttpRequest.newBuilder(URI.create(realm + "/clients?clientId=" + FRONTEND)).GET();
    String client = Json.read(administer(find, console).body()).at("/0/id").textValue();
    String id = made.substring(made.lastIndexOf('/') + 1);
    URI offer = URI.create(realm + "/clients/" + client + "/optional-client-scopes/" + id);
    administer(HttpRequest.newBuilder(offer).PUT(HttpRequest.BodyPublishers.noBody()), console);
  }

  private HttpResponse<String> administer(HttpRequest.Builder request, String console) {
    HttpResponse<String> answer =
        send(request.header("authorization", "Bearer " + console).build());
    if (answer.statusCode() >= 300) {
      throw new AssertionError(answer.uri() + " " + answer.statusCode() + " " + answer.body());
    }
    return answer;
  }

  /**
   * Goes through the login page, and the consent page where there is one, as a browser would.
   *
   * @return the query parameters of the redirect
   */
  Map<String, String> logIn(String clientId, String username, String password, String redirectUri) {
    Map<String, String> query =
        Map.of(
            "client_id",
            clientId,
            "response_type",
            "code",
            "scope",
            "openid",
            "redirect_uri",
            redirectUri);
    return logIn(query, username, password, redirectUri);
  }

  /** The same for an authorization request with these parameters. */
  Map<String, String> logIn(
      Map<String, String> query, String username, String password, String redirectUri) {
    List<String> cookies = new ArrayList<>();
    String address = identity.issuer() + "/protocol/openid-connect/auth?" + encode(query);
    HttpResponse<String> page = browse(HttpRequest.newBuilder(URI.create(address)).GET(), cookies);
    if (page.statusCode() == 302) {
      String location = page.headers().firstValue("location").orElseThrow();
      page = browse(HttpRequest.newBuilder(URI.create(location)).GET(), cookies);
    }
    page = submit(page, Map.of("username", username, "password", password), cookies);
    while (page.statusCode() == 302) {
      String location = page.headers().firstValue("location").orElseThrow();
      if (location.startsWith(redirectUri)) {
        return query(URI.create(location));
      }
      page = browse(HttpRequest.newBuilder(URI.create(location)).GET(), cookies);
      if (page.statusCode() == 200) {
        page = submit(page, Map.of("accept", "Yes"), cookies);
      }
    }
    throw new AssertionError("The login did not lead to the redirect: " + page.statusCode());
  }

  private HttpResponse<String> submit(
      HttpResponse<String> page, Map<String, String> fields, List<String> cookies) {
    Matcher form = FORM.matcher(page.body());
    if (!form.find()) {
      throw new AssertionError("The page has no form");
    }
    Map<String, String> all = new TreeMap<>(hidden(page.body()));
    all.putAll(fields);
    URI action = page.uri().resolve(form.group(1).replace("&amp;", "&"));
    return browse(
        HttpRequest.newBuilder(action)
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encode(all))),
        cookies);
  }

  private static Map<String, String> hidden(String page) {
    Map<String, String> fields = new TreeMap<>();
    Matcher input =
        Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"")
            .matcher(page);
    while (input.find()) {
      fields.put(input.group(1), input.group(2));
    }
    return fields;
  }

  /** The provider's cookies are Secure, also on loopback, so no cookie jar would send them. */
  private HttpResponse<String> browse(HttpRequest.Builder request, List<String> cookies) {
    if (!cookies.isEmpty()) {
      request.header("cookie", String.join("; ", cookies));
    }
    HttpResponse<String> response = send(request.build());
    for (String set : response.headers().allValues("set-cookie")) {
      String cookie = set.substring(0, set.indexOf(';'));
      String name = cookie.substring(0, cookie.indexOf('=') + 1);
      cookies.removeIf(known -> known.startsWith(name));
      cookies.add(cookie);
    }
    return response;
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> query(URI address) {
    Map<String, String> parameters = new TreeMap<>();
    for (String pair : address.getRawQuery().split("&")) {
      String[] halves = pair.split("=", 2);
      parameters.put(halves[0], java.net.URLDecoder.decode(halves[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }

  private static String encode(Map<String, String> form) {
    return form.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
