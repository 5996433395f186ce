package org.attestry.gateway.serve;

import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Promise;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.gateway.GatewayServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitIT {

  private static final String PATH = "/api/v1/Teacher/t-1";

  @Test
  void countsEachUserAndEachAddressForItself() {
    try (GatewayServer gateway = gateway(Map.of())) {
      String one = gateway.identity().tokenOf("user-1");
      String two = gateway.identity().tokenOf("user-2");

      assertEquals(200, gateway.get(PATH, one).statusCode());
      HttpResponse<String> refused = gateway.get(PATH, one);

      assertEquals(429, refused.statusCode());
      assertEquals("60", refused.headers().firstValue("retry-after").orElseThrow());
      assertTrue(refused.body().contains("gateway.rate-limited"), refused.body());
      assertEquals(200, gateway.get(PATH, two).statusCode());
      assertEquals(401, gateway.get(PATH, "bad").statusCode());
      assertEquals(429, gateway.get(PATH, "worse").statusCode());
      assertEquals(429, gateway.get(PATH, null).statusCode());
      assertEquals(503, gateway.get("/health", null).statusCode());
    }
  }

  @Test
  void believesTheForwardedAddressOnlyBehindAProxy() {
    try (GatewayServer gateway = gateway(Map.of())) {
      assertEquals(200, from(gateway, "203.0.113.1"));
      assertEquals(429, from(gateway, "203.0.113.2"));
    }
    try (GatewayServer gateway = gateway(Map.of("TRUSTED_PROXIES", "127.0.0.0/8"))) {
      assertEquals(200, from(gateway, "198.51.100.9, 203.0.113.1"));
      assertEquals(200, from(gateway, "198.51.100.9, 203.0.113.2"));
      assertEquals(429, from(gateway, "198.51.100.8, 203.0.113.2"));
    }
  }

  @Test
  void limitsTheCostlyRequestsThatACallerHasUnderWay() throws Exception {
    Promise<VerificationView> slow = Promise.promise();
    try (GatewayServer gateway = new GatewayServer(Map.of("RATE_LIMIT_COSTLY_AT_ONCE", "1"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      gateway
          .services()
          .handle(VERIFY_CREDENTIAL, (request, context) -> slow.future())
          .answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null));
      String one = gateway.identity().tokenOf("user-1");
      Sent sent = new Sent(threads);
      sent.send(4, () -> verify(gateway, one));

      HttpResponse<String> refused = sent.next();

      assertEquals(429, refused.statusCode());
      assertEquals("1", refused.headers().firstValue("retry-after").orElseThrow());
      gateway.services().next();
      assertEquals(200, gateway.get(PATH, one).statusCode());
      gateway.services().next();
      sent.send(1, () -> verify(gateway, gateway.identity().tokenOf("user-2")));
      gateway.services().next();
      slow.complete(new VerificationView(false, List.of()));
      for (int n = 0; n < 4; n++) {
        assertEquals(200, sent.next().statusCode());
      }
      assertEquals(200, verify(gateway, one).statusCode());
    }
  }

  @Test
  void whoSendsNoTokenMayHaveAQuarterOfTheCostlyRequests() throws Exception {
    Promise<VerificationView> slow = Promise.promise();
    try (GatewayServer gateway = new GatewayServer(Map.of("RATE_LIMIT_COSTLY_AT_ONCE", "4"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      gateway.services().handle(VERIFY_CREDENTIAL, (request, context) -> slow.future());
      Sent sent = new Sent(threads);
      sent.send(4, () -> verify(gateway, null));

      assertEquals(429, sent.next().statusCode());

      slow.complete(new VerificationView(false, List.of()));
      for (int n = 0; n < 3; n++) {
        assertEquals(200, sent.next().statusCode());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/vc+jwt",
        "application/dc+sd-jwt",
        "text/html",
        "application/pdf",
        "image/svg+xml"
      })
  void aReadThatSignsOrRendersTheCredentialIsCostly(String form) throws Exception {
    Promise<EntityView> slow = Promise.promise();
    try (GatewayServer gateway = new GatewayServer(Map.of("RATE_LIMIT_COSTLY_AT_ONCE", "4"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      gateway.services().handle(READ_ENTITY, (request, context) -> slow.future());
      Sent sent = new Sent(threads);
      sent.send(4, () -> read(gateway, form));

      assertEquals(429, sent.next().statusCode());

      slow.fail("no entity");
      for (int n = 0; n < 3; n++) {
        assertEquals(500, sent.next().statusCode());
      }
    }
  }

  /** Requests that are sent at the same time, and their responses in the order of arrival. */
  private static final class Sent {

    private final CompletionService<HttpResponse<String>> responses;

    private Sent(ExecutorService threads) {
      this.responses = new ExecutorCompletionService<>(threads);
    }

    private void send(int times, Callable<HttpResponse<String>> request) {
      for (int n = 0; n < times; n++) {
        responses.submit(request);
      }
    }

    private HttpResponse<String> next() throws Exception {
      return responses.take().get();
    }
  }

  private static HttpResponse<String> read(GatewayServer gateway, String form) {
    return gateway.request("GET", PATH).header("accept", form).send();
  }

  private static HttpResponse<String> verify(GatewayServer gateway, String token) {
    return gateway.post("/api/v1/verify", token, "{\"signedCredentials\":{}}");
  }

  private static GatewayServer gateway(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("RATE_LIMIT_PER_MINUTE", "1");
    settings.put("RATE_LIMIT_BURST", "1");
    GatewayServer gateway = new GatewayServer(settings);
    gateway.services().answer(READ_ENTITY, new EntityView(JsonBytes.of("{}"), 1, null));
    return gateway;
  }

  private static int from(GatewayServer gateway, String addresses) {
    return gateway.request("GET", PATH).header("x-forwarded-for", addresses).send().statusCode();
  }
}
