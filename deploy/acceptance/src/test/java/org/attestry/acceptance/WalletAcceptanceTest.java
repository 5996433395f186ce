package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.WalletKeyPair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** From an offer to credentials in wallets (OpenID4VCI 1.0), and to their end with the record's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalletAcceptanceTest {

  private static final String SD_JWT = "application/dc+sd-jwt";

  /** A key of a holder, as the header holder-key has it. */
  private static final String KEY =
      Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              """
              {"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
              """
                  .getBytes(StandardCharsets.UTF_8));

  private static final String DEFINITION =
      """
      {"type": "object", "title": "Member", "properties": {
        "name": {"type": "string"}, "club": {"type": "string", "title": "Club"}}}
      """;
  private static final String CONFIG =
      """
      {"roles": ["anonymous"], "ownershipAttributes": [{"userId": "/name"}],
       "credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
         "type": ["VerifiableCredential"],
         "credentialSubject": {"club": "{{club}}"}}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final Client nobody = Client.withoutToken(suite);
  private Client admin;
  private OwnType member;

  @BeforeAll
  void publish() {
    JsonNode token = new IdentityProvider(suite).clientCredentials();
    admin = Client.withToken(suite, token.get("access_token").textValue());
    member = OwnType.publish(admin, "Member", DEFINITION, CONFIG);
  }

  @Test
  void aWalletKeepsACredentialUntilItsOwnerRevokesIt() {
    String name = "holder-" + UUID.randomUUID();
    String osid = create(name);
    Client owner = client(name);
    JsonNode offer = offer(owner, osid, "");
    assertFalse(offer.has("transactionCode"), () -> offer.toString());
    assertTrue(offer.at("/qrCode/svg").textValue().startsWith("<svg"));

    JsonNode issuer = nobody.get("/.well-known/openid-credential-issuer").status(200).json();
    String configuration = member.name() + ".sd-jwt";
    assertEquals(
        "dc+sd-jwt",
        issuer
            .get("credential_configurations_supported")
            .get(configuration)
            .get("format")
            .textValue());
    String token = token(offer, "");
    String copy =
        copies(issuer, token, configuration, new WalletKeyPair()).at("/0/credential").textValue();
    assertTrue(verified(copy));
    assertEquals("ACCEPTED", owner.get(at(offer)).status(200).json().get("state").textValue());
    nobody.get(at(offer)).status(401);

    owner.post(member.path(osid) + "/revoke", "").status(200);
    assertFalse(verified(copy));
  }

  @Test
  void aClerkOffersWithATransactionCodeAndAChangeEndsWhatWasIssued() {
    String osid = create("clerk-" + UUID.randomUUID());
    JsonNode offer = offer(admin, osid, "");
    String code = offer.get("transactionCode").textValue();
    redeem(offer, "").status(400);
    String token = token(offer, code);
    JsonNode issuer = nobody.get("/.well-known/openid-credential-issuer").json();
    JsonNode both =
        copies(issuer, token, member.name() + ".ldp", new WalletKeyPair(), new WalletKeyPair());
    assertTrue(verified(both.at("/0/credential")));
    assertTrue(verified(both.at("/1/credential")));

    admin.put(member.path(osid) + "/club", "\"Another\"").status(200);

    assertFalse(verified(both.at("/0/credential")));
    assertFalse(verified(both.at("/1/credential")));
    String renewed = token(offer(admin, osid, ", \"transactionCode\": false"), "");
    JsonNode copy =
        copies(issuer, renewed, member.name() + ".ldp", new WalletKeyPair()).at("/0/credential");
    assertEquals("Another", copy.at("/credentialSubject/club").textValue());
    assertTrue(verified(copy));
    admin.delete(member.path(osid)).status(200);
    assertFalse(verified(copy));
  }

  @Test
  void aWalletRenewsWhatTheOwnerAllowedUntilTheRecordIsRevoked() {
    String name = "renews-" + UUID.randomUUID();
    String osid = create(name);
    Client owner = client(name);
    admin
        .post("/api/v1/offers", body(osid, ", \"refresh\": true"))
        .failed(400, "credential.offer.request");
    JsonNode issuer = nobody.get("/.well-known/openid-credential-issuer").status(200).json();
    Wallet wallet = new Wallet(nobody, issuer);
    wallet.accept(offer(owner, osid, ", \"refresh\": true")).status(200);
    JsonNode copy = received(wallet);
    assertTrue(verified(copy));

    admin.put(member.path(osid) + "/club", "\"Another\"").status(200);
    assertFalse(verified(copy));
    wallet.renew().status(200);
    JsonNode next = received(wallet);
    assertEquals("Another", next.at("/credentialSubject/club").textValue());
    assertTrue(verified(next));

    owner.post(member.path(osid) + "/revoke", "").status(200);
    assertFalse(verified(next));
    Answer refused = wallet.renew().status(400);
    assertEquals("invalid_grant", refused.json().get("error").textValue());
  }

  private JsonNode received(Wallet wallet) {
    return wallet.fetch(member.name() + ".ldp").status(200).json().at("/credentials/0/credential");
  }

  /** A copy that is issued while its credential is revoked is refused, or revoked with it. */
  @Test
  void noCopyOutlivesARevocationThatIsUnderWay() throws Exception {
    JsonNode issuer = nobody.get("/.well-known/openid-credential-issuer").json();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < 20; i++) {
        String osid = create("race-" + UUID.randomUUID());
        String token = token(offer(admin, osid, ", \"transactionCode\": false"), "");
        ObjectNode request =
            Wallet.request(nobody, issuer, member.name() + ".sd-jwt", new WalletKeyPair());
        Future<Answer> issued = threads.submit(() -> credential(token, request));
        Future<Answer> revoked =
            threads.submit(() -> admin.post(member.path(osid) + "/revoke", ""));
        revoked.get().status(200);
        Answer answer = issued.get();
        if (answer.http().statusCode() == 200) {
          assertFalse(verified(answer.json().at("/credentials/0/credential")));
        } else {
          assertEquals("credential_request_denied", answer.json().get("error").textValue());
        }
      }
    }
  }

  @Test
  void nothingThatTheFormerOwnerHoldsOutlivesAHandover() {
    String former = "former-" + UUID.randomUUID();
    String osid = create(former);
    String next = "next-" + UUID.randomUUID();
    String account = account(create(next));
    Client owner = client(former);
    JsonNode issuer = nobody.get("/.well-known/openid-credential-issuer").status(200).json();
    String configuration = member.name() + ".sd-jwt";
    JsonNode copy =
        copies(issuer, token(offer(owner, osid, ""), ""), configuration, new WalletKeyPair())
            .at("/0/credential");
    JsonNode form = form(owner, osid);
    assertTrue(verified(copy));
    assertTrue(verified(form));

    handOver(osid, account);

    assertFalse(verified(copy));
    assertFalse(verified(form));
    owner
        .get(member.path(osid), "accept", SD_JWT, "holder-key", KEY)
        .failed(403, "registry.access.denied");
    assertTrue(
        verified(
            admin.get(member.path(osid), "accept", "application/vc+ld+json").status(200).json()));
    assertTrue(verified(form(client(next), osid)));
  }

  /** The credential of a record for a key of its owner. */
  private JsonNode form(Client owner, String osid) {
    Answer read = owner.get(member.path(osid), "accept", SD_JWT, "holder-key", KEY).status(200);
    return TextNode.valueOf(text(read));
  }

  /** The id of the account that owns a record. */
  private String account(String osid) {
    return admin.get(member.path(osid)).status(200).json().at("/osOwner/0").textValue();
  }

  private void handOver(String osid, String account) {
    admin
        .put(member.path(osid) + "/osOwner", "{\"osOwner\": [\"%s\"]}".formatted(account))
        .status(200);
  }

  /** A copy or form that is issued during a handover is refused, or revoked by it. */
  @Test
  void noCopyOutlivesAHandoverThatIsUnderWay() throws Exception {
    String account = account(create("heir-" + UUID.randomUUID()));
    JsonNode issuer = nobody.get("/.well-known/openid-credential-issuer").json();
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < 10; i++) {
        String former = "races-" + UUID.randomUUID();
        String osid = create(former);
        Client owner = client(former);
        String token = token(offer(owner, osid, ""), "");
        ObjectNode request =
            Wallet.request(nobody, issuer, member.name() + ".sd-jwt", new WalletKeyPair());
        Future<Answer> copy = threads.submit(() -> credential(token, request));
        Future<Answer> form =
            threads.submit(() -> owner.get(member.path(osid), "accept", SD_JWT, "holder-key", KEY));
        threads.submit(() -> handOver(osid, account)).get();

        if (copy.get().http().statusCode() == 200) {
          assertFalse(verified(copy.get().json().at("/credentials/0/credential")));
        }
        if (form.get().http().statusCode() == 200) {
          assertFalse(verified(TextNode.valueOf(text(form.get()))));
        }
      }
    }
  }

  @Test
  void onlyWhoMayChangeTheRecordOffersItsCredential() {
    String name = "one-" + UUID.randomUUID();
    String other = "other-" + UUID.randomUUID();
    String osid = create(name);
    create(other);
    String body = body(osid, "");

    nobody.post("/api/v1/offers", body).failed(401, "registry.access.token-required");
    client(other).post("/api/v1/offers", body).failed(403, "registry.access.denied");
    JsonNode offer = offer(client(name), osid, "");
    client(other).get(at(offer)).failed(404, "credential.offer.not-found");
    client(name).delete(at(offer)).status(200);
    redeem(offer, "").status(404);
  }

  private String create(String name) {
    String body = "{\"name\": \"%s\", \"club\": \"Chess\"}".formatted(name);
    return member.osid(admin.post(member.path() + "/invite", body).status(200));
  }

  private Client client(String name) {
    JsonNode token = new IdentityProvider(suite).password(name, suite.defaultPassword());
    return Client.withToken(suite, token.get("access_token").textValue());
  }

  private String body(String osid, String more) {
    return "{\"type\": \"%s\", \"id\": \"%s\"%s}".formatted(member.name(), osid, more);
  }

  private JsonNode offer(Client caller, String osid, String more) {
    return caller.post("/api/v1/offers", body(osid, more)).status(200).result();
  }

  private static String at(JsonNode offer) {
    return "/api/v1/offers/" + offer.get("id").textValue();
  }

  private String token(JsonNode offer, String transactionCode) {
    return redeem(offer, transactionCode).status(200).json().get("access_token").textValue();
  }

  /** The reply to a redemption, or to the reading of an offer that has ended. */
  private Answer redeem(JsonNode offer, String transactionCode) {
    Answer read = nobody.get(URI.create(offer.get("address").textValue()).getPath());
    if (read.http().statusCode() != 200) {
      return read;
    }
    String form =
        Wallet.grant(nobody, offer)
            + (transactionCode.isEmpty() ? "" : "&tx_code=" + transactionCode);
    return nobody.post(
        "/oid4vci/token",
        "application/x-www-form-urlencoded",
        form.getBytes(StandardCharsets.UTF_8));
  }

  private JsonNode copies(
      JsonNode issuer, String token, String configuration, WalletKeyPair... keys) {
    ObjectNode request = Wallet.request(nobody, issuer, configuration, keys);
    return credential(token, request).status(200).json().get("credentials");
  }

  private Answer credential(String token, ObjectNode request) {
    return nobody.post(
        "/oid4vci/credential", request.toString(), "authorization", "Bearer " + token);
  }

  private static String text(Answer answer) {
    return new String(answer.http().body(), StandardCharsets.UTF_8);
  }

  private boolean verified(String copy) {
    return verified(Json.object().textNode(copy));
  }

  private boolean verified(JsonNode copy) {
    String request = Json.write(Map.of("signedCredentials", copy)).text();
    return nobody.post("/api/v1/verify", request).status(200).json().get("verified").asBoolean();
  }
}
