package org.attestry.credential;

import static org.attestry.credential.WalletKey.redeeming;
import static org.attestry.credential.WalletKey.refreshing;
import static org.attestry.credential.WalletService.BASE;
import static org.attestry.credential.WalletService.JWT;
import static org.attestry.credential.WalletService.OWNER;
import static org.attestry.credential.WalletService.SD_JWT;
import static org.attestry.credential.WalletService.TYPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.OfferOperations;
import org.attestry.contracts.credential.OfferOperations.CreatedOffer;
import org.attestry.contracts.credential.OfferOperations.ReadOfferRequest;
import org.attestry.contracts.credential.OfferOperations.State;
import org.attestry.contracts.credential.OfferOperations.WithdrawOfferRequest;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wallets renew what they received, if the owner of the record allowed it. */
class RefreshTokensIT {

  private static final WalletKey CLIENT = new WalletKey();
  private static final String TOKEN = BASE + "/oid4vci/token";
  private static final String CREDENTIAL = BASE + "/oid4vci/credential";
  private static WalletService wallets;

  private final String entityId = UUID.randomUUID().toString();
  private final WalletKey wallet = new WalletKey();
  private IssuedCredential issued;

  @BeforeAll
  static void start() throws Exception {
    wallets =
        new WalletService(
            Map.of(
                "WALLET_CLIENTS",
                "{\"wallet\": {\"keys\": [%s]}}".formatted(CLIENT.key().toPublicJWK())));
  }

  @AfterAll
  static void stop() throws Exception {
    wallets.stop();
  }

  @BeforeEach
  void issue() throws Exception {
    wallets.ownedBy("owner");
    wallets.due(false);
    issued = wallets.issue(entityId);
  }

  @Test
  void aWalletRenewsWhatTheRecordBecame() throws Exception {
    JsonNode first = accepted();
    JsonNode copy = copy(first, SD_JWT);
    replace();
    assertFalse(wallets.verify(copy).verified());

    JsonNode second = refreshed(refreshToken(first));

    assertTrue(wallets.verify(copy(second, SD_JWT)).verified());
    assertEquals("DPoP", second.get("token_type").textValue());
    assertNotEquals(refreshToken(first), refreshToken(second));
    replace();
    assertTrue(wallets.verify(copy(refreshed(refreshToken(second)), SD_JWT)).verified());
  }

  @Test
  void aTokenIsRenewedForWhatIsNotSignedYet() throws Exception {
    JsonNode first = accepted();
    wallets.forget(entityId);
    wallets.due(true);

    JsonNode second = refreshed(refreshToken(first));

    assertEquals(86_400, second.get("expires_in").intValue());
    assertEquals(202, copies(second, SD_JWT).status());
  }

  @Test
  void aRefreshTokenThatIsSpentTwiceEndsItsChain() throws Exception {
    JsonNode first = accepted();
    JsonNode second = refreshed(refreshToken(first));

    refused(refreshToken(first));

    refused(refreshToken(second));
    assertEquals(401, copies(second, SD_JWT).status());
  }

  @Test
  void aRefreshTokenIsSpentOnceByRequestsAtTheSameTime() throws Exception {
    String token = refreshToken(accepted());
    List<WalletReply> replies =
        Stream.of(1, 2, 3, 4).parallel().map(i -> unchecked(token)).toList();

    List<Integer> statuses = replies.stream().map(WalletReply::status).sorted().toList();
    assertEquals(List.of(200, 400, 400, 400), statuses);
    for (WalletReply reply : replies) {
      if (reply.status() == 200) {
        refused(refreshToken(Json.read(reply.body())));
      }
    }
  }

  private WalletReply unchecked(String token) {
    try {
      return refresh(token, wallet);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRefreshTokenIsBoundToTheKeyOfTheWallet() throws Exception {
    String token = refreshToken(accepted());

    assertEquals("invalid_grant", error(refresh(token, new WalletKey())));
    assertEquals("invalid_grant", error(wallets.redeem(refreshing(token))));
    assertEquals(
        "invalid_dpop_proof",
        error(wallets.redeem(refreshing(token), wallet.dpop(CREDENTIAL, null))));

    assertEquals(200, refresh(token, wallet).status());
  }

  @Test
  void aRefreshTokenIsBoundToTheClientOfTheWallet() throws Exception {
    String code = wallets.code(wallets.offerWithRefresh(entityId, OWNER));
    JsonNode first = Json.read(wallets.redeem(asClient(redeeming(code))).body());
    String token = refreshToken(first);

    assertEquals("invalid_grant", error(wallets.redeem(refreshing(token))));
    assertEquals("invalid_grant", error(refresh(token, wallet)));
    assertEquals(200, wallets.redeem(asClient(refreshing(token))).status());
  }

  private static Map<String, String> asClient(Map<String, String> request) throws JOSEException {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer("wallet")
            .subject("wallet")
            .audience(TOKEN)
            .jwtID(UUID.randomUUID().toString())
            .expirationTime(WalletKey.soon())
            .build();
    Map<String, String> fields = new HashMap<>(request);
    fields.put("client_assertion", CLIENT.signed("JWT", claims));
    fields.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    return fields;
  }

  @Test
  void aWalletGetsNoneWithoutProofOrPermission() throws Exception {
    String unproven = wallets.code(wallets.offerWithRefresh(entityId, OWNER));
    assertFalse(Json.read(wallets.redeem(redeeming(unproven)).body()).has("refresh_token"));

    String notAllowed = wallets.code(wallets.offer(entityId));
    WalletReply reply = wallets.redeem(redeeming(notAllowed), wallet.dpop(TOKEN, null));
    assertFalse(Json.read(reply.body()).has("refresh_token"));
  }

  @Test
  void onlyTheOwnerAllowsIt() {
    Failure refused =
        assertThrows(
                FailureException.class,
                () -> wallets.offerWithRefresh(entityId, Callers.user("clerk")))
            .failure();

    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("/refresh", refused.violations().getFirst().pointer());
  }

  @Test
  void whatIsNoRefreshTokenIsRefused() throws Exception {
    for (String wrong : List.of("x", "atr_" + "A".repeat(86), "atr_" + "A".repeat(9_000))) {
      refused(wrong);
    }
    assertEquals("invalid_request", error(wallets.redeem(Map.of("grant_type", "refresh_token"))));
    assertEquals(
        "unsupported_grant_type",
        error(wallets.redeem(Map.of("grant_type", "password", "refresh_token", "x"))));
  }

  @Test
  void aChainEndsWithTheOwners() throws Exception {
    String token = refreshToken(accepted());
    wallets.ownedBy("owner", "another");
    refused(token);

    wallets.ownedBy("owner");
    refused(token);
  }

  @Test
  void anAccessTokenThatWasRenewedEndsWithTheOwners() throws Exception {
    JsonNode renewed = refreshed(refreshToken(accepted()));
    wallets.ownedBy("another");

    assertEquals("credential_request_denied", error(copies(renewed, SD_JWT)));
  }

  @Test
  void aChainEndsWithASuspensionThatIsOver() throws Exception {
    String token = refreshToken(accepted());
    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_SUSPENDED,
            entityId,
            new CredentialSuspended(TYPE, entityId, 2, "u"),
            Calls.byNobody()));
    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_REINSTATED,
            entityId,
            new CredentialReinstated(TYPE, entityId, 3, "u"),
            Calls.byNobody()));

    refused(token);
  }

  @Test
  void aChainEndsWithARevocationAlsoIfTheRecordGetsAnotherCredential() throws Exception {
    String token = refreshToken(accepted());
    withdraw(CredentialWithdrawn.Reason.REVOKED);
    wallets.issue(entityId);

    refused(token);
  }

  @Test
  void aChainEndsWithTheRecord() throws Exception {
    String token = refreshToken(accepted());
    wallets.deliver(
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            entityId,
            new EntityDeleted(TYPE, entityId, 2, "u"),
            Calls.byNobody()));

    refused(token);
  }

  @Test
  void aChainEndsWhenTheRecordHasNoCredential() throws Exception {
    String token = refreshToken(accepted());
    wallets.forget(entityId);
    refused(token);

    wallets.issue(entityId);
    refused(token);
  }

  @Test
  void aWalletGetsTenCopiesOfAnUnchangedCredentialInAll() throws Exception {
    JsonNode first = accepted();
    copy(first, SD_JWT);

    JsonNode second = refreshed(refreshToken(first));

    assertEquals(401, copies(first, JWT).status());
    for (int copies = 1; copies < 10; copies++) {
      copy(second, SD_JWT);
    }
    assertEquals("credential_request_denied", error(copies(second, SD_JWT)));
    assertEquals(200, copies(second, JWT).status());
  }

  @Test
  void theOwnerEndsIt() throws Exception {
    CreatedOffer offer = wallets.offerWithRefresh(entityId, OWNER);
    String token = refreshToken(accepted(offer));
    ReadOfferRequest read = new ReadOfferRequest(offer.id());
    assertTrue(wallets.service().request(OfferOperations.READ_OFFER, read, OWNER).refresh());

    var withdrawn =
        wallets
            .service()
            .request(OfferOperations.WITHDRAW_OFFER, new WithdrawOfferRequest(offer.id()), OWNER);

    assertFalse(withdrawn.refresh());
    assertEquals(State.ACCEPTED, withdrawn.state());
    refused(token);
  }

  @Test
  void aChainEndsAtItsTime() throws Exception {
    JsonNode first = accepted();
    wallets
        .database()
        .execute(
            "UPDATE wallet_refresh SET expires_at = 'epoch' WHERE %s".formatted(ofThisRecord()));

    refused(refreshToken(first));
  }

  @Test
  void onlyHashesAreStored() throws Exception {
    String token = refreshToken(refreshed(refreshToken(accepted())));

    assertEquals(
        List.of(Sha256.hex(token)),
        wallets
            .database()
            .query("SELECT encode(token_hash, 'hex') FROM wallet_refresh WHERE " + ofThisRecord()));
  }

  private String ofThisRecord() {
    return "offer IN (SELECT id FROM wallet_offer WHERE entity_id = '%s')".formatted(entityId);
  }

  @Test
  void theOldestChainOfARecordEndsBeyondTen() throws Exception {
    String first = refreshToken(accepted());
    String second = refreshToken(accepted());
    for (int i = 0; i < 9; i++) {
      accepted();
    }

    refused(first);
    assertEquals(200, refresh(second, wallet).status());
  }

  /** The reply to the code of a new offer, which has a refresh token. */
  private JsonNode accepted() throws Exception {
    return accepted(wallets.offerWithRefresh(entityId, OWNER));
  }

  private JsonNode accepted(CreatedOffer offer) throws Exception {
    WalletReply reply = wallets.redeem(redeeming(wallets.code(offer)), wallet.dpop(TOKEN, null));
    assertEquals(200, reply.status(), () -> reply.body().text());
    return Json.read(reply.body());
  }

  private static String refreshToken(JsonNode reply) {
    return reply.get("refresh_token").textValue();
  }

  private WalletReply refresh(String token, WalletKey key) throws Exception {
    return wallets.redeem(refreshing(token), key.dpop(TOKEN, null));
  }

  private JsonNode refreshed(String token) throws Exception {
    WalletReply reply = refresh(token, wallet);
    assertEquals(200, reply.status(), () -> reply.body().text());
    return Json.read(reply.body());
  }

  private void refused(String token) throws Exception {
    assertEquals("invalid_grant", error(refresh(token, wallet)));
  }

  private WalletReply copies(JsonNode granted, String configuration) throws Exception {
    String token = granted.get("access_token").textValue();
    return wallets.copies(
        new AccessToken("DPoP", token, List.of(wallet.dpop(CREDENTIAL, token))),
        Json.write(
            Map.of(
                "credential_configuration_id",
                configuration,
                "proofs",
                Map.of("jwt", List.of(wallet.keyProof(BASE, wallets.nonce()))))));
  }

  private JsonNode copy(JsonNode granted, String configuration) throws Exception {
    WalletReply reply = copies(granted, configuration);
    assertEquals(200, reply.status(), () -> reply.body().text());
    return Json.read(reply.body()).at("/credentials/0/credential");
  }

  /** The record changes, and is signed anew. */
  private void replace() throws Exception {
    IssuedCredential next = wallets.issue(entityId);
    withdraw(CredentialWithdrawn.Reason.REPLACED);
    issued = next;
  }

  private void withdraw(CredentialWithdrawn.Reason reason) throws Exception {
    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_WITHDRAWN,
            entityId,
            new CredentialWithdrawn(
                TYPE,
                entityId,
                issued.credentialId(),
                Sha256.hex(issued.credential().utf8()),
                "u",
                reason),
            Calls.byNobody()));
  }

  private static String error(WalletReply reply) {
    assertTrue(reply.status() >= 400, () -> reply.body().text());
    return Json.read(reply.body()).get("error").textValue();
  }
}
