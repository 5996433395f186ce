package org.attestry.gateway.access;

import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.gateway.GatewayServer.json;
import static org.attestry.gateway.IdentityProvider.MISSING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;
import org.attestry.gateway.IdentityProvider;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensIT {

  private static final String PATH = "/api/v1/Teacher/t-1";

  @AutoClose private static GatewayServer gateway;
  private static IdentityProvider identity;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer(Map.of("IDENTITY_KEYS_PAUSE", "PT1S"));
    identity = gateway.identity();
    replyToReads(gateway);
  }

  @BeforeEach
  void forget() {
    gateway.services().forget();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsa-1", "pss-1", "ec-1", "ed-1"})
  void acceptsATokenSignedWithAnyAcceptedAlgorithm(String key) {
    String token = identity.sign(key, Map.of("typ", "JWT"), identity.claims(Map.of()));

    assertEquals(200, gateway.get(PATH, token).statusCode());
  }

  @Test
  void acceptsTheConfiguredAlgorithmsAlone() {
    try (GatewayServer strict = new GatewayServer(Map.of("IDENTITY_ALGORITHMS", "ES256"))) {
      replyToReads(strict);
      IdentityProvider provider = strict.identity();

      for (String key : List.of("rsa-1", "pss-1", "ed-1")) {
        String token = provider.sign(key, Map.of(), provider.claims(Map.of()));
        assertEquals(401, strict.get(PATH, token).statusCode(), key);
      }
      String token = provider.sign("ec-1", Map.of(), provider.claims(Map.of()));
      assertEquals(200, strict.get(PATH, token).statusCode());
    }
  }

  @Test
  void readsTheCallerFromTheClaims() {
    String token =
        identity.token(
            Map.of(
                "sub",
                "u-1",
                "email",
                "asha@example.org",
                "realm_access",
                IdentityProvider.roles("Teacher", "Student"),
                "entity",
                new JsonArray().add("Teacher"),
                "scope",
                "openid email profile phone salary",
                "consent",
                new JsonObject().put("phone", 1)));

    assertEquals(200, gateway.get(PATH, token).statusCode());

    assertEquals(
        new Caller(
            "u-1",
            "asha@example.org",
            Set.of("Teacher", "Student"),
            Set.of("Teacher"),
            Set.of("salary", "phone"),
            false),
        gateway.services().next().context().caller());
  }

  @Test
  void acceptsTheTypeOfRfc9068() {
    JsonObject claims = identity.claims(Map.of("typ", MISSING));

    String accessToken = identity.sign("rsa-1", Map.of("typ", "at+jwt"), claims);

    assertEquals(200, gateway.get(PATH, accessToken).statusCode());
  }

  static Stream<Arguments> badTokens() {
    String good = identity.token(Map.of());
    String[] parts = good.split("\\.");
    JsonObject admin = identity.claims(Map.of("realm_access", IdentityProvider.roles("admin")));
    JsonObject none = new JsonObject().put("alg", "none").put("kid", "rsa-1");
    return Stream.of(
        Arguments.of("garbage", "garbage"),
        Arguments.of("empty", ""),
        Arguments.of("two parts", parts[0] + "." + parts[1]),
        Arguments.of("four parts", good + ".x"),
        Arguments.of("empty signature", parts[0] + "." + parts[1] + "."),
        Arguments.of(
            "other claims", parts[0] + "." + IdentityProvider.encode(admin) + "." + parts[2]),
        Arguments.of("other signature", good.substring(0, good.length() - 8) + "AAAAAAAA"),
        Arguments.of("short signature", parts[0] + "." + parts[1] + ".AAAA"),
        Arguments.of("none", IdentityProvider.encode(none) + "." + parts[1] + "."),
        Arguments.of(
            "none, signed", IdentityProvider.encode(none) + "." + parts[1] + "." + parts[2]),
        Arguments.of(
            "HS256 with the public key", hmac(identity.publicKey("rsa-1"), "rsa-1", admin)),
        Arguments.of("HS256 with a key of the set", hmac(secret(), "oct-1", admin)),
        Arguments.of(
            "algorithm of another key", identity.sign("rsa-1", Map.of("alg", "PS256"), admin)),
        Arguments.of("not a header", "bm90anNvbg." + parts[1] + "." + parts[2]),
        Arguments.of("critical extension", identity.sign("rsa-1", Map.of("crit", "x"), admin)),
        Arguments.of("expired", identity.token(Map.of("exp", IdentityProvider.PAST))),
        Arguments.of("without end", identity.token(Map.of("exp", MISSING))),
        Arguments.of("end is a text", identity.token(Map.of("exp", "tomorrow"))),
        Arguments.of("not yet valid", identity.token(Map.of("nbf", IdentityProvider.FUTURE))),
        Arguments.of("other issuer", identity.token(Map.of("iss", "http://127.0.0.1/other"))),
        Arguments.of("without issuer", identity.token(Map.of("iss", MISSING))),
        Arguments.of("without user", identity.token(Map.of("sub", MISSING))),
        Arguments.of("blank user", identity.token(Map.of("sub", " "))),
        Arguments.of("id token", identity.token(Map.of("typ", "ID"))),
        Arguments.of("refresh token", identity.token(Map.of("typ", "Refresh"))),
        Arguments.of("offline token", identity.token(Map.of("typ", "Offline"))),
        Arguments.of("kind not said", identity.token(Map.of("typ", MISSING))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badTokens")
  void refusesABadTokenBeforeAnyRequestToAService(String what, String token) {
    HttpResponse<String> response = gateway.get(PATH, token);

    assertEquals(401, response.statusCode(), what);
    assertEquals("gateway.token.invalid", json(response).getJsonObject("params").getString("err"));
    assertEquals(
        "Bearer realm=\"attestry\", error=\"invalid_token\"",
        response.headers().firstValue("www-authenticate").orElseThrow());
    assertEquals(0, gateway.services().requestCount());
    assertEquals(List.of(), identity.otherRequests());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic dXNlcjpwYXNz", "Bearer", "Bearer ", "DPoP x", "nonsense"})
  void refusesOtherCredentials(String header) {
    HttpResponse<String> response =
        gateway.request("GET", PATH).header("authorization", header).send();

    assertEquals(401, response.statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void refusesTwoTokens() {
    String token = identity.token(Map.of());

    HttpResponse<String> response = gateway.request("GET", PATH).token(token).token(token).send();

    assertEquals(401, response.statusCode());
  }

  @Test
  void takesTheSchemeInAnyCase() {
    String token = identity.token(Map.of());

    HttpResponse<String> response =
        gateway.request("GET", PATH).header("authorization", "bearer " + token).send();

    assertEquals(200, response.statusCode());
    assertTrue(gateway.services().next().context().caller().known());
  }

  @Test
  void takesABlankHeaderForNone() {
    assertEquals(200, gateway.request("GET", PATH).header("authorization", "").send().statusCode());
    assertFalse(gateway.services().next().context().caller().known());
  }

  @Test
  void looksForATokenNowhereElse() {
    String token = identity.token(Map.of());

    gateway
        .request("GET", PATH)
        .header("cookie", "access_token=" + token)
        .header("x-access-token", token)
        .send();

    assertFalse(gateway.services().next().context().caller().known());
    assertEquals(400, gateway.get(PATH + "?access_token=" + token, null).statusCode());
  }

  @Test
  void checksTheAudienceWhereOneIsConfigured() {
    try (GatewayServer strict = new GatewayServer(Map.of("IDENTITY_AUDIENCE", "registry"))) {
      replyToReads(strict);
      JsonArray several = new JsonArray().add("account").add("registry");
      IdentityProvider provider = strict.identity();

      assertEquals(200, strict.get(PATH, provider.token(Map.of("aud", "registry"))).statusCode());
      assertEquals(200, strict.get(PATH, provider.token(Map.of("aud", several))).statusCode());
      assertEquals(401, strict.get(PATH, provider.token(Map.of("aud", "account"))).statusCode());
      assertEquals(401, strict.get(PATH, provider.token(Map.of("aud", MISSING))).statusCode());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"sub\":\"user-1\",\"sub\":\"admin\"",
        "\"realm_access\":{\"roles\":[\"admin\"]}",
        "\"a\":{\"b\":1,\"b\":2}",
        "\"exp\":1e400",
        "\"a\":\"\\u0000\""
      })
  void refusesClaimsThatTwoReadersCouldReadInTwoWays(String more) {
    String claims = identity.claims(Map.of("sub", "user-1")).encode();
    String odd = claims.substring(0, claims.length() - 1) + "," + more + "}";
    String header = "{\"alg\":\"RS256\",\"kid\":\"rsa-1\"}";

    assertEquals(200, gateway.get(PATH, identity.signText("rsa-1", header, claims)).statusCode());
    gateway.services().forget();
    assertEquals(401, gateway.get(PATH, identity.signText("rsa-1", header, odd)).statusCode());
    assertEquals(0, gateway.services().requestCount());
  }

  @Test
  void refusesAHeaderWithAMemberTwice() {
    String header = "{\"alg\":\"RS256\",\"kid\":\"rsa-1\",\"kid\":\"ec-1\"}";
    String token = identity.signText("rsa-1", header, identity.claims(Map.of()).encode());

    assertEquals(401, gateway.get(PATH, token).statusCode());
  }

  @Test
  void refusesTokensOfShortRsaKeys() {
    identity.addKey("weak-1", "RS256");
    String token = identity.sign("weak-1", Map.of(), identity.claims(Map.of()));
    Eventually.isTrue(
        () -> {
          int before = identity.keyReads();
          return gateway.get(PATH, withKey(gateway, "asks")).statusCode() == 401
              && identity.keyReads() > before;
        });

    assertEquals(401, gateway.get(PATH, token).statusCode());
    assertEquals(200, gateway.get(PATH, identity.tokenOf("somebody-else")).statusCode());
  }

  @Test
  void readsNoMoreOfAHugeKeySetThanALimit() {
    try (GatewayServer flooded = new GatewayServer(Map.of("IDENTITY_KEYS_PAUSE", "PT0.1S"))) {
      replyToReads(flooded);
      IdentityProvider provider = flooded.identity();
      String token = provider.token(Map.of());
      Eventually.isTrue(() -> flooded.get(PATH, token).statusCode() == 200);
      provider.padKeys(4_000_000_000L);

      Eventually.isTrue(() -> flooded.get(PATH, withKey(flooded, "unknown")).statusCode() == 503);

      assertEquals(200, flooded.get(PATH, provider.tokenOf("known-key")).statusCode());
    }
  }

  @Test
  void learnsANewKeyFromOneQuestion() {
    identity.addKey("rsa-2", "RS256");
    String token = identity.sign("rsa-2", Map.of(), identity.claims(Map.of()));

    Eventually.isTrue(() -> gateway.get(PATH, token).statusCode() == 200);
  }

  @Test
  void fetchesTheKeysOnceForAStormOfUnknownKeys() {
    try (GatewayServer calm = new GatewayServer(Map.of("IDENTITY_KEYS_PAUSE", "PT1H"));
        ExecutorService threads = Executors.newFixedThreadPool(16)) {
      replyToReads(calm);
      assertEquals(200, calm.get(PATH, calm.identity().token(Map.of())).statusCode());
      Eventually.isTrue(() -> calm.get(PATH, withKey(calm, "first")).statusCode() == 401);
      int before = calm.identity().keyReads();

      List<CompletableFuture<Integer>> storm =
          IntStream.range(0, 200)
              .mapToObj(i -> withKey(calm, "invented-" + i))
              .map(
                  token ->
                      CompletableFuture.supplyAsync(
                          () -> calm.get(PATH, token).statusCode(), threads))
              .toList();

      storm.forEach(answer -> assertEquals(401, answer.join()));
      assertEquals(before, calm.identity().keyReads(), "key set read within the pause");
      assertEquals(200, calm.get(PATH, calm.identity().token(Map.of())).statusCode());
    }
  }

  @Test
  void servesKnownKeysWhileTheProviderIsDown() {
    identity.token(Map.of());
    assertEquals(200, gateway.get(PATH, identity.token(Map.of())).statusCode());
    identity.fail(true);
    try {
      HttpResponse<String> unknown =
          Eventually.until(
              () -> gateway.get(PATH, withKey(gateway, "unknown")),
              response -> response.statusCode() == 503);
      assertEquals("1", unknown.headers().firstValue("retry-after").orElseThrow());
      assertEquals(503, gateway.get(PATH, withKey(gateway, "unknown")).statusCode());
      assertEquals(200, gateway.get(PATH, identity.tokenOf("somebody")).statusCode());
    } finally {
      identity.fail(false);
    }
    String unknown = withKey(gateway, "unknown");
    Eventually.isTrue(() -> gateway.get(PATH, unknown).statusCode() == 401);
  }

  @Test
  void respondsUnavailableToTokensWhileItHasNoKeys() {
    Map<String, String> away = Map.of("IDENTITY_JWKS_URL", "http://127.0.0.1:1/keys");
    try (GatewayServer early = new GatewayServer(away)) {
      replyToReads(early);

      HttpResponse<String> response = early.get(PATH, early.identity().token(Map.of()));

      assertEquals(503, response.statusCode());
      assertEquals("1", response.headers().firstValue("retry-after").orElseThrow());
      assertEquals(0, early.services().requestCount());
      assertEquals(200, early.get(PATH, null).statusCode());
    }
  }

  @Test
  void startsWhileTheProviderIsDownAndServesWhenItIsThere() {
    try (GatewayServer early = new GatewayServer()) {
      replyToReads(early);
      early.identity().fail(true);
      assertEquals(200, early.get(PATH, null).statusCode());
      early.identity().fail(false);

      String token = early.identity().token(Map.of());

      Eventually.isTrue(() -> early.get(PATH, token).statusCode() == 200);
    }
  }

  private static void replyToReads(GatewayServer server) {
    server.services().answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null));
  }

  private static String withKey(GatewayServer server, String keyId) {
    IdentityProvider provider = server.identity();
    return provider.sign("rsa-1", Map.of("kid", keyId), provider.claims(Map.of()));
  }

  private static byte[] secret() {
    return "secret".getBytes(StandardCharsets.US_ASCII);
  }

  private static String hmac(byte[] key, String keyId, JsonObject claims) {
    JsonObject header = new JsonObject().put("alg", "HS256").put("kid", keyId);
    String input = IdentityProvider.encode(header) + "." + IdentityProvider.encode(claims);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      byte[] code = mac.doFinal(input.getBytes(StandardCharsets.US_ASCII));
      return input + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
