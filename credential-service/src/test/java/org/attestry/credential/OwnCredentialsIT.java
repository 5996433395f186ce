package org.attestry.credential;

import static org.attestry.credential.WalletService.BASE;
import static org.attestry.credential.WalletService.LDP;
import static org.attestry.credential.WalletService.SD_JWT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.OfferOperations.CreatedOffer;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.IssueDeferredCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.NotifyIssuerRequest;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wallets get credentials of their user's own records with the identity provider's token. */
class OwnCredentialsIT {

  private static final String PROVIDER = "https://id.example/realms/one";
  private static final String CREDENTIAL = BASE + "/oid4vci/credential";
  private static WalletService wallets;

  private final String entityId = UUID.randomUUID().toString();
  private final String user = "user-" + entityId;
  private final Caller caller = user(user, "credentials");
  private final String token = "h.p." + entityId;
  private final WalletKey wallet = new WalletKey();
  private IssuedCredential issued;

  @BeforeAll
  static void start() throws Exception {
    wallets = new WalletService(Map.of("WALLET_AUTHORIZATION_SERVER", PROVIDER));
  }

  @AfterAll
  static void stop() throws Exception {
    wallets.stop();
  }

  @BeforeEach
  void issue() throws Exception {
    wallets.due(false);
    wallets.ownedBy(user);
    wallets.ownRecords(entityId);
    issued = wallets.issue(entityId);
  }

  private static Caller user(String id, String... scopes) {
    Caller known = Callers.user(id);
    return new Caller(
        known.userId(), null, known.roles(), known.entities(), Set.of(scopes), false, "jti");
  }

  @Test
  void theMetadataNameTheIdentityProvider() throws Exception {
    JsonNode metadata =
        Json.read(
            wallets
                .service()
                .request(
                    WalletOperations.READ_ISSUER_METADATA,
                    new ReadIssuerMetadataRequest(null, false),
                    Caller.NOBODY)
                .body());

    assertEquals(
        Json.read("[\"%s\", \"%s\"]".formatted(BASE, PROVIDER)),
        metadata.get("authorization_servers"));
    assertEquals(
        "credentials",
        metadata.get("credential_configurations_supported").get(SD_JWT).get("scope").textValue());
    assertEquals(
        BASE,
        wallets
            .read(wallets.offer(entityId, false, Callers.user(user)))
            .at("/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/authorization_server")
            .textValue());
  }

  @Test
  void anOfferNamesTheLoginIfItIsToDoSo() throws Exception {
    CreatedOffer offer = wallets.offerWithLogin(entityId);

    JsonNode grants = wallets.read(offer).get("grants");
    assertEquals(
        Json.read(
            """
            {"issuer_state": "%s", "authorization_server": "%s"}
            """
                .formatted(offer.id(), PROVIDER)),
        grants.get("authorization_code"));
    assertEquals(2, grants.size());
    assertEquals(1, wallets.read(wallets.offer(entityId)).get("grants").size());

    wallets.ownedBy();
    assertEquals(
        "/login",
        assertThrows(FailureException.class, () -> wallets.offerWithLogin(entityId))
            .failure()
            .violations()
            .getFirst()
            .pointer());
  }

  @Test
  void aUserGetsTheCredentialOfTheirRecordWhichEndsWithIt() throws Exception {
    WalletReply reply = copies(bearer(), SD_JWT, caller);
    assertEquals(200, reply.status(), () -> reply.body().text());
    JsonNode received = Json.read(reply.body());
    JsonNode copy = received.at("/credentials/0/credential");
    assertTrue(wallets.verify(copy).verified());
    assertEquals(
        204, notified(received.get("notification_id").textValue(), caller, bearer()).status());
    assertEquals(
        "invalid_notification_id",
        error(
            notified(
                received.get("notification_id").textValue(),
                user("another", "credentials"),
                bearer())));

    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_WITHDRAWN,
            entityId,
            new CredentialWithdrawn(
                WalletService.TYPE,
                entityId,
                issued.credentialId(),
                null,
                "u",
                CredentialWithdrawn.Reason.REVOKED),
            Calls.byNobody()));

    assertEquals(false, wallets.verify(copy).verified());
    assertEquals("credential_request_denied", error(copies(bearer(), LDP, caller)));
  }

  @Test
  void aTokenIsUsedOnceForEachConfigurationAndTheNextOneAgain() throws Exception {
    assertEquals(200, copies(bearer(), SD_JWT, caller).status());
    assertEquals("credential_request_denied", error(copies(bearer(), SD_JWT, caller)));
    assertEquals(200, copies(bearer(), LDP, caller).status());

    AccessToken next = new AccessToken("Bearer", token + "-next", List.of());
    assertEquals(200, copies(next, SD_JWT, caller).status());
  }

  @Test
  void aTokenWithoutTheScopeGetsNothing() throws Exception {
    WalletReply refused = copies(bearer(), SD_JWT, user(user, "openid"));

    assertEquals(403, refused.status());
    assertEquals("insufficient_scope", error(refused));
    assertTrue(refused.headers().get("www-authenticate").contains("insufficient_scope"));
  }

  @Test
  void whoHasNoneOrSeveralRecordsOrNamesAnotherCredentialIsRefused() throws Exception {
    wallets.ownRecords();
    assertEquals("credential_request_denied", error(copies(bearer(), SD_JWT, caller)));
    wallets.ownRecords(entityId, UUID.randomUUID().toString());
    assertEquals("credential_request_denied", error(copies(bearer(), SD_JWT, caller)));
    assertEquals(
        "unknown_credential_configuration", error(copies(bearer(), "Student.policy.jwt", caller)));
    assertEquals("unknown_credential_configuration", error(copies(bearer(), "sd-jwt", caller)));
    assertEquals(
        "unknown_credential_identifier",
        error(copies(bearer(), "credential_identifier", SD_JWT, caller)));
  }

  @Test
  void aBoundTokenIsAcceptedWithAProofOfItsKeyAlone() throws Exception {
    WalletKey key = new WalletKey();
    String thumbprint = key.key().computeThumbprint().toString();
    assertEquals(200, copies(bound(key, thumbprint, "DPoP", CREDENTIAL), SD_JWT, caller).status());

    WalletKey thief = new WalletKey();
    for (AccessToken wrong :
        List.of(
            bound(thief, thumbprint, "DPoP", CREDENTIAL),
            bound(key, thumbprint, "Bearer", CREDENTIAL),
            bound(key, thumbprint, "DPoP", BASE + "/oid4vci/token"),
            new AccessToken("DPoP", token, List.of(), thumbprint),
            new AccessToken("DPoP", token, List.of()))) {
      WalletReply refused = copies(wrong, LDP, caller);
      assertTrue(Set.of(400, 401).contains(refused.status()), wrong::toString);
      assertNotEquals("credential_request_denied", error(refused));
    }
  }

  @Test
  void whatIsNotSignedYetIsReceivedLaterWithAnotherTokenOfTheUser() throws Exception {
    wallets.forget(entityId);
    wallets.due(true);
    WalletReply deferred = copies(bearer(), SD_JWT, caller);
    assertEquals(202, deferred.status());
    String transaction = Json.read(deferred.body()).get("transaction_id").textValue();
    wallets.issue(entityId);
    AccessToken next = new AccessToken("Bearer", token + "-next", List.of());

    assertEquals(
        "invalid_transaction_id",
        error(deferred(next, transaction, user("another", "credentials"))));
    assertEquals(200, deferred(next, transaction, caller).status());
    assertEquals("invalid_transaction_id", error(deferred(next, transaction, caller)));
  }

  private AccessToken bearer() {
    return new AccessToken("Bearer", token, List.of());
  }

  private AccessToken bound(WalletKey key, String thumbprint, String scheme, String address)
      throws JOSEException {
    return new AccessToken(scheme, token, List.of(key.dpop(address, token)), thumbprint);
  }

  private WalletReply copies(AccessToken access, String configuration, Caller as) throws Exception {
    return copies(access, "credential_configuration_id", configuration, as);
  }

  private WalletReply copies(AccessToken access, String member, String name, Caller as)
      throws Exception {
    JsonBytes body =
        Json.write(
            Map.of(
                member,
                name,
                "proofs",
                Map.of("jwt", List.of(wallet.keyProof(BASE, wallets.nonce())))));
    return wallets
        .service()
        .request(WalletOperations.ISSUE_COPIES, new IssueCopiesRequest(access, body), as);
  }

  private static WalletReply deferred(AccessToken access, String transaction, Caller as)
      throws Exception {
    return wallets
        .service()
        .request(
            WalletOperations.ISSUE_DEFERRED_COPIES,
            new IssueDeferredCopiesRequest(
                access, Json.write(Map.of("transaction_id", transaction))),
            as);
  }

  private static WalletReply notified(String id, Caller as, AccessToken access) throws Exception {
    return wallets
        .service()
        .request(
            WalletOperations.NOTIFY_ISSUER,
            new NotifyIssuerRequest(
                access, Json.write(Map.of("notification_id", id, "event", "credential_accepted"))),
            as);
  }

  private static String error(WalletReply reply) {
    assertTrue(reply.status() >= 400, () -> reply.body().text());
    return Json.read(reply.body()).get("error").textValue();
  }
}
