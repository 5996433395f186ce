package org.attestry.gateway.wallet;

import static org.attestry.contracts.credential.OfferOperations.READ_OFFER;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_ACCESS_TOKEN;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_COPIES;
import static org.attestry.contracts.credential.WalletOperations.NOTIFY_ISSUER;
import static org.attestry.contracts.credential.WalletOperations.READ_ISSUER_METADATA;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.OfferOperations.OfferView;
import org.attestry.contracts.credential.OfferOperations.State;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.schema.EntityType;
import org.attestry.gateway.GatewayServer;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Offers, and what wallets request (OpenID4VCI 1.0). */
class WalletRoutesIT {

  private static final String TOKEN = "att_" + "A".repeat(43);

  @AutoClose private static GatewayServer gateway;
  private static String user;

  @BeforeAll
  static void start() {
    gateway = new GatewayServer();
    user = gateway.identity().tokenOf("user-1");
    WalletReply done = new WalletReply(200, JsonBytes.of("{\"done\":true}"), null, Map.of());
    gateway
        .services()
        .answer(ISSUE_ACCESS_TOKEN, done)
        .answer(ISSUE_COPIES, new WalletReply(200, null, "e.y.J", Map.of()))
        .answer(NOTIFY_ISSUER, new WalletReply(204, null, null, Map.of()))
        .answer(READ_ISSUER_METADATA, new WalletReply(200, null, "e.y.J", Map.of("x-other", "one")))
        .answer(
            READ_OFFER,
            new OfferView(
                "o",
                State.OPEN,
                "T",
                "1",
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                0,
                false))
        .answer(CREATE_ENTITY, new EntityReceipt("offers", "1-e", 1));
  }

  @BeforeEach
  void withoutSuchAType() {
    gateway
        .services()
        .handle(
            READ_TYPE,
            (request, call) ->
                Future.failedFuture(FailureException.notFound("schema.type.not-found", "None.")));
    gateway.services().forget();
  }

  @Test
  void passesOnTheTokenOfAWalletUnread() {
    HttpResponse<String> response =
        gateway
            .request("POST", "/oid4vci/credential")
            .header("authorization", "DPoP " + TOKEN)
            .header("dpop", "p.r.f")
            .json("{\"a\":1}")
            .send();

    assertEquals(200, response.statusCode(), response.body());
    assertEquals("e.y.J", response.body());
    assertEquals("application/jwt", response.headers().firstValue("content-type").orElse(""));
    var received = gateway.services().next(ISSUE_COPIES);
    assertEquals(
        new IssueCopiesRequest(
            new AccessToken("DPoP", TOKEN, List.of("p.r.f")), JsonBytes.of("{\"a\":1}")),
        received.request());
    assertFalse(received.context().caller().known());
  }

  @Test
  void theTokenOfAWalletIsNoneElsewhere() {
    for (String path : List.of("/api/v1/offers/x", "/.well-known/openid-credential-issuer")) {
      assertEquals(401, gateway.get(path, TOKEN).statusCode(), path);
    }
    assertEquals(
        401,
        gateway.post("/oid4vci/credential", "other", "{}").statusCode(),
        "a token of nobody was passed on");
  }

  @Test
  void aRequestMayBeEncrypted() {
    gateway
        .request("POST", "/oid4vci/credential")
        .header("content-type", "application/jwt")
        .token(TOKEN)
        .body(BodyPublishers.ofString("a.b.c-_d.e"))
        .send();
    IssueCopiesRequest received =
        (IssueCopiesRequest) gateway.services().next(ISSUE_COPIES).request();
    assertEquals("\"a.b.c-_d.e\"", received.body().text());

    HttpResponse<String> refused =
        gateway
            .request("POST", "/oid4vci/credential")
            .header("content-type", "application/jwt")
            .token(TOKEN)
            .body(BodyPublishers.ofString("{}"))
            .send();
    assertEquals(400, refused.statusCode());
  }

  @Test
  void unknownFieldsOfAFormArePassedOn() {
    HttpResponse<String> response =
        gateway
            .request("POST", "/oid4vci/token")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(BodyPublishers.ofString("grant_type=a&pre-authorized_code=b&other=c%20d"))
            .send();

    assertEquals("{\"done\":true}", response.body());
    assertEquals(
        new IssueAccessTokenRequest(
            Map.of("grant_type", "a", "pre-authorized_code", "b", "other", "c d"), List.of()),
        gateway.services().next(ISSUE_ACCESS_TOKEN).request());
  }

  @Test
  void theAttestationOfAWalletIsPassedOnUnread() {
    gateway
        .request("POST", "/oid4vci/token")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("dpop", "p.r.f")
        .header("oauth-client-attestation", "a.t.t")
        .header("oauth-client-attestation-pop", "p.o.p")
        .body(BodyPublishers.ofString("grant_type=refresh_token&refresh_token=r"))
        .send();

    assertEquals(
        new IssueAccessTokenRequest(
            Map.of("grant_type", "refresh_token", "refresh_token", "r"),
            List.of("p.r.f"),
            List.of("a.t.t"),
            List.of("p.o.p")),
        gateway.services().next(ISSUE_ACCESS_TOKEN).request());
  }

  @Test
  void aReplyMayHaveNoContent() {
    HttpResponse<String> response =
        gateway.post("/oid4vci/notification", TOKEN, "{\"notification_id\":\"n\"}");

    assertEquals(204, response.statusCode());
    assertEquals("", response.body());
  }

  @Test
  void metadataAreSignedForWhoAcceptsThemSo() {
    HttpResponse<String> response =
        gateway
            .request("GET", "/.well-known/openid-credential-issuer/issuers/school")
            .header("accept", "application/jwt")
            .send();

    assertEquals(200, response.statusCode());
    assertEquals("one", response.headers().firstValue("x-other").orElse(""));
    assertEquals(
        new ReadIssuerMetadataRequest("school", true),
        gateway.services().next(READ_ISSUER_METADATA).request());
  }

  @Test
  void aTypeThatWasPublishedBeforeKeepsThePathOfOffers() {
    gateway
        .services()
        .answer(READ_TYPE, new EntityType("offers", "s", 1, JsonBytes.of("{}"), null));

    HttpResponse<String> created = gateway.post("/api/v1/offers", user, "{\"any\":1}");

    assertEquals(200, created.statusCode(), created.body());
    assertEquals(
        new CreateEntityRequest("offers", JsonBytes.of("{\"any\":1}")),
        gateway.services().next(CREATE_ENTITY).request());
  }

  @Test
  void anOfferIsCheckedAgainstItsDescription() {
    HttpResponse<String> refused = gateway.post("/api/v1/offers", user, "{\"any\":1}");

    assertEquals(400, refused.statusCode());
    assertTrue(refused.body().contains("gateway.body.invalid"), refused.body());
    assertEquals(200, gateway.get("/api/v1/offers/o", user).statusCode());
  }

  @Test
  void aTokenOfTheIdentityProviderIsPassedOnWithItsCaller() {
    HttpResponse<String> response = gateway.post("/oid4vci/credential", user, "{\"a\":1}");

    assertEquals(200, response.statusCode(), response.body());
    var received = gateway.services().next(ISSUE_COPIES);
    assertEquals(
        new IssueCopiesRequest(
            new AccessToken("Bearer", user, List.of()), JsonBytes.of("{\"a\":1}")),
        received.request());
    assertEquals("user-1", received.context().caller().userId());
  }

  @Test
  void aTokenThatIsBoundToAKeyIsAcceptedInItsFormAndAtTheEndpointsForWalletsAlone() {
    String bound =
        gateway.identity().token(Map.of("typ", "DPoP", "cnf", Map.of("jkt", "thumbprint")));
    HttpResponse<String> response = bound("/oid4vci/credential", "DPoP " + bound);
    assertEquals(200, response.statusCode(), response.body());
    IssueCopiesRequest received =
        (IssueCopiesRequest) gateway.services().next(ISSUE_COPIES).request();
    assertEquals(new AccessToken("DPoP", bound, List.of("p.r.f"), "thumbprint"), received.access());

    assertEquals(401, bound("/oid4vci/credential", "Bearer " + bound).statusCode());
    assertEquals(401, bound("/oid4vci/credential", "DPoP " + user).statusCode());
    assertEquals(401, bound("/oid4vci/credential", "DPoP " + bound + "x").statusCode());
    assertEquals(401, bound("/oid4vci/credential", "DPoP \t" + bound).statusCode());
    assertEquals(401, bound("/oid4vci/credential", "Bearer \t" + user).statusCode());
    assertEquals(401, gateway.get("/api/v1/offers/x", bound).statusCode());
    assertEquals(401, bound("/api/v1/offers", "DPoP " + bound).statusCode());
  }

  private static HttpResponse<String> bound(String path, String authorization) {
    return gateway
        .request("POST", path)
        .header("authorization", authorization)
        .header("dpop", "p.r.f")
        .json("{\"a\":1}")
        .send();
  }

  @Test
  void failuresThatTheGatewayFindsHaveTheFormOfOauth() {
    HttpResponse<String> malformed = gateway.post("/oid4vci/credential", TOKEN, "{\"a");
    assertEquals(400, malformed.statusCode());
    assertEquals("invalid_credential_request", error(malformed));
    HttpResponse<String> form =
        gateway.request("POST", "/oid4vci/token").json("{\"grant_type\":\"a\"}").send();
    assertEquals(415, form.statusCode());
    assertEquals("invalid_request", error(form));
    HttpResponse<String> notified = gateway.post("/oid4vci/notification", TOKEN, "[");
    assertEquals("invalid_notification_request", error(notified));
    HttpResponse<String> unknown = gateway.post("/oid4vci/deferred-credential", "other", "{}");
    assertEquals(401, unknown.statusCode());
    assertEquals("invalid_token", error(unknown));
    assertTrue(unknown.headers().firstValue("www-authenticate").isPresent());
  }

  private static String error(HttpResponse<String> response) {
    var body = Json.read(response.body());
    assertTrue(body.get("error_description").textValue().matches("[ !#-\\[\\]-~]+"));
    return body.get("error").textValue();
  }

  @Test
  void parametersThatAreNotKnownAreIgnored() {
    assertEquals(200, gateway.post("/oid4vci/credential?other=1", TOKEN, "{\"a\":1}").statusCode());
  }

  @Test
  void scriptsOfAnyOriginMayCallTheEndpointsForWallets() {
    HttpResponse<String> asked =
        gateway
            .request("OPTIONS", "/oid4vci/credential")
            .header("origin", "https://wallet.example")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "authorization,content-type,dpop")
            .send();
    assertEquals(204, asked.statusCode());
    assertEquals("*", asked.headers().firstValue("access-control-allow-origin").orElse(""));
    assertEquals("POST", asked.headers().firstValue("access-control-allow-methods").orElse(""));
    assertEquals(
        "authorization, content-type, dpop, oauth-client-attestation, oauth-client-attestation-pop",
        asked.headers().firstValue("access-control-allow-headers").orElse(""));
    HttpResponse<String> called =
        gateway
            .request("POST", "/oid4vci/credential")
            .header("origin", "https://wallet.example")
            .token(TOKEN)
            .json("{\"a\":1}")
            .send();
    assertEquals("*", called.headers().firstValue("access-control-allow-origin").orElse(""));
    assertTrue(called.headers().firstValue("date").orElse("").endsWith(" GMT"));

    HttpResponse<String> offers =
        gateway
            .request("OPTIONS", "/api/v1/offers")
            .header("origin", "https://wallet.example")
            .header("access-control-request-method", "POST")
            .send();
    assertTrue(offers.headers().firstValue("access-control-allow-origin").isEmpty());
  }
}
