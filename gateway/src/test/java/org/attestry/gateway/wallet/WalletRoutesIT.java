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
                "o", State.OPEN, "T", "1", null, null, Instant.EPOCH, Instant.EPOCH, null, 0))
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
}
