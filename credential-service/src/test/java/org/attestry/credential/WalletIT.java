package org.attestry.credential;

import static org.attestry.credential.WalletKey.redeeming;
import static org.attestry.credential.WalletService.BASE;
import static org.attestry.credential.WalletService.JWT;
import static org.attestry.credential.WalletService.LDP;
import static org.attestry.credential.WalletService.OWNER;
import static org.attestry.credential.WalletService.SD_JWT;
import static org.attestry.credential.WalletService.TYPE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.nimbusds.jose.CompressionAlgorithm;
import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDHDecrypter;
import com.nimbusds.jose.crypto.ECDHEncrypter;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.ReadTokenStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignAsSdJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.OfferOperations;
import org.attestry.contracts.credential.OfferOperations.CreatedOffer;
import org.attestry.contracts.credential.OfferOperations.OfferView;
import org.attestry.contracts.credential.OfferOperations.ReadOfferRequest;
import org.attestry.contracts.credential.OfferOperations.State;
import org.attestry.contracts.credential.OfferOperations.WithdrawOfferRequest;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.NotifyIssuerRequest;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.OwnershipEnded;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wallets receive credentials (OpenID4VCI 1.0), and keep them as long as the record has its own.
 */
class WalletIT {

  private static final WalletKey CLIENT = new WalletKey();
  private static WalletService wallets;

  private final String entityId = UUID.randomUUID().toString();
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
    wallets.fill(WalletService.TEMPLATE);
    issued = wallets.issue(entityId);
  }

  @ParameterizedTest
  @ValueSource(strings = {SD_JWT, JWT, LDP})
  void aCopyVerifiesAsLongAsTheCredentialOfTheRecord(String configuration) throws Exception {
    JsonNode copy = wallets.copy(entityId, configuration);
    JsonNode other = wallets.copy(entityId, configuration);
    assertEquals(List.of(), failed(copy));
    assertEquals(List.of(), failed(other));

    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_SUSPENDED,
            entityId,
            new CredentialSuspended(TYPE, entityId, 2, "u"),
            Calls.byNobody()));
    assertEquals(List.of("suspension suspended"), failed(copy));
    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_REINSTATED,
            entityId,
            new CredentialReinstated(TYPE, entityId, 3, "u"),
            Calls.byNobody()));
    assertEquals(List.of(), failed(copy));

    withdraw(CredentialWithdrawn.Reason.REVOKED);
    assertEquals(List.of("revocation revoked"), failed(copy));
    assertEquals(List.of("revocation revoked"), failed(other));
  }

  @ParameterizedTest
  @ValueSource(strings = {SD_JWT, JWT, LDP})
  void aCopyEndsWithTheOwnershipAndTheCredentialStays(String configuration) throws Exception {
    JsonNode copy = wallets.copy(entityId, configuration);
    String unused = wallets.token(entityId);

    wallets.deliver(ownershipEnded());

    assertEquals(List.of("revocation revoked"), failed(copy));
    assertEquals(List.of(), failed(Json.read(issued.credential())));
    String proof = new WalletKey().keyProof(BASE, wallets.nonce());
    assertEquals(401, wallets.copies(unused, configuration, proof).status());
    assertEquals(List.of(), failed(wallets.copy(entityId, configuration)));
  }

  @Test
  void aFormForAKeyEndsWithTheOwnershipAndIsNewForTheNextOwner() throws Exception {
    JsonBytes key = JsonBytes.of(new WalletKey().key().toPublicJWK().toString());
    JsonNode bound = boundTo(key);
    JsonNode free = boundTo(null);
    assertEquals(statusOf(bound), statusOf(boundTo(key)));
    assertNotEquals(statusOf(bound), statusOf(free));
    assertEquals(List.of(), failed(bound));

    wallets.deliver(ownershipEnded());

    assertEquals(List.of("revocation revoked"), failed(bound));
    assertEquals(List.of(), failed(free));
    JsonNode next = boundTo(key);
    assertEquals(List.of(), failed(next));
    withdraw(CredentialWithdrawn.Reason.REVOKED);
    assertEquals(List.of("revocation revoked"), failed(next));
  }

  @Test
  void aFormForAKeyIsSuspendedWithTheCredentialAndNotMadeAnew() throws Exception {
    JsonBytes key = JsonBytes.of(new WalletKey().key().toPublicJWK().toString());
    JsonNode bound = boundTo(key);
    suspend(2, Instant.parse("2999-01-01T00:00:00Z"));

    assertEquals(List.of("suspension suspended"), failed(bound));
    assertEquals(statusOf(bound), statusOf(boundTo(key)));
    JsonBytes other = JsonBytes.of(new WalletKey().key().toPublicJWK().toString());
    Failure refused = assertThrows(FailureException.class, () -> boundTo(other)).failure();
    assertEquals("credential.sd-jwt.form", refused.code());
  }

  /** The credential of the record, for a key of its owner. */
  private JsonNode boundTo(JsonBytes key) throws Exception {
    SignAsSdJwtRequest request = new SignAsSdJwtRequest(issued.credential(), key);
    return TextNode.valueOf(
        wallets
            .service()
            .request(CredentialOperations.SIGN_AS_SD_JWT, request, Caller.NOBODY)
            .sdJwt());
  }

  private static JsonNode statusOf(JsonNode sdJwt) {
    return payload(sdJwt.textValue()).get("status");
  }

  private Fact ownershipEnded() {
    return Facts.of(
        RegistryFacts.OWNERSHIP_ENDED,
        entityId,
        new OwnershipEnded(TYPE, entityId, "admin"),
        Calls.byNobody());
  }

  /** Only time passes between the end of a suspension and the next verification. */
  @Test
  void aSuspensionThatEndsByItselfEndsForCopies() throws Exception {
    JsonNode copy = wallets.copy(entityId, SD_JWT);
    JsonNode list = copyOfList(copy);
    suspend(2, Instant.parse("2999-01-01T00:00:00Z"));
    assertEquals(List.of("suspension suspended"), failed(copy));
    assertNotEquals(list, copyOfList(copy));

    suspend(3, Instant.EPOCH);

    assertEquals(List.of(), failed(copy));
    assertEquals(list, copyOfList(copy));
  }

  private void suspend(long version, Instant until) throws Exception {
    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_SUSPENDED,
            entityId,
            new CredentialSuspended(TYPE, entityId, version, "u", null, null, until),
            Calls.byNobody()));
  }

  /** The statuses of the list in which a copy is. */
  private static JsonNode copyOfList(JsonNode copy) throws Exception {
    String uri = payload(copy.textValue()).at("/status/status_list/uri").textValue();
    ReadTokenStatusListRequest request =
        new ReadTokenStatusListRequest(uri.substring(uri.lastIndexOf('/') + 1));
    String list =
        wallets
            .service()
            .request(CredentialOperations.READ_TOKEN_STATUS_LIST, request, Caller.NOBODY)
            .jwt();
    return payload(list).at("/status_list/lst");
  }

  @Test
  void eachCopyHasAStatusAndAKeyOfItsOwn() throws Exception {
    WalletKey one = new WalletKey();
    WalletKey two = new WalletKey();
    String nonce = wallets.nonce();
    WalletReply reply =
        wallets.copies(
            wallets.token(entityId), SD_JWT, one.keyProof(BASE, nonce), two.keyProof(BASE, nonce));
    assertEquals(200, reply.status(), () -> reply.body().text());

    Set<String> keys = new TreeSet<>();
    Set<String> entries = new TreeSet<>();
    for (JsonNode each : Json.read(reply.body()).get("credentials")) {
      JsonNode claims = payload(each.get("credential").textValue());
      keys.add(claims.at("/cnf/jwk/x").textValue());
      entries.add(claims.at("/status/status_list").toString());
    }
    assertEquals(Set.of(one.key().getX().toString(), two.key().getX().toString()), keys);
    assertEquals(2, entries.size());
  }

  /** A date to the second would link copies to each other (RFC 9901, section 10.1). */
  @Test
  void copiesAsSdJwtsHaveRoundedDates() throws Exception {
    wallets.fill(
        """
        {"@context": ["https://www.w3.org/ns/credentials/v2"], "type": ["VerifiableCredential"],
         "validFrom": "2026-01-02T03:04:05Z", "credentialSubject": {"grade": "{{name}}"},
         "proof": {"type": "DataIntegrityProof", "cryptosuite": "ecdsa-rdfc-2019"}}
        """);
    String entity = UUID.randomUUID().toString();
    wallets.issue(entity);

    JsonNode copy = wallets.copy(entity, SD_JWT);

    JsonNode claims = payload(copy.textValue());
    assertEquals("2026-01-02T03:00:00Z", date(claims.get("nbf")));
    assertEquals(List.of(), failed(copy));
  }

  private static String date(JsonNode seconds) {
    return Instant.ofEpochSecond(seconds.longValue()).toString();
  }

  @Test
  void aCopyAsJsonLdIsAboutItsHolder() throws Exception {
    JsonNode copy = wallets.copy(entityId, LDP);

    assertTrue(copy.at("/credentialSubject/id").textValue().startsWith("did:jwk:"));
    assertEquals("Ada", copy.at("/credentialSubject/name").textValue());
    JsonNode jwt = payload(wallets.copy(entityId, JWT).textValue());
    assertNotNull(jwt.at("/cnf/jwk/x").textValue());
  }

  /** The template gives its subject an id, so that the copy cannot be bound to a holder. */
  @Test
  void aCredentialOfTheDataModel11IsCopiedToo() throws Exception {
    wallets.fill(
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"], "type": ["VerifiableCredential"],
         "credentialSubject": {"id": "did:example:ada", "grade": "{{name}}"}}
        """);
    String entity = UUID.randomUUID().toString();
    wallets.issue(entity);
    CreatedOffer offer = wallets.offer(entity);
    assertEquals(List.of(LDP, SD_JWT), offer.configurations().stream().sorted().toList());
    String code = wallets.code(offer);
    String token =
        Json.read(wallets.redeem(redeeming(code)).body()).get("access_token").textValue();

    WalletReply reply =
        copies("Bearer", token, Json.write(Map.of("credential_configuration_id", LDP)));

    JsonNode copy = Json.read(reply.body()).at("/credentials/0/credential");
    assertEquals("did:example:ada", copy.at("/credentialSubject/id").textValue());
    assertEquals(List.of(), failed(copy));
  }

  @Test
  void anOfferIsUsedOnce() throws Exception {
    CreatedOffer offer = wallets.offer(entityId);
    String code = wallets.code(offer);
    assertTrue(
        offer.link().startsWith("openid-credential-offer://?credential_offer_uri=https%3A%2F%2F"));
    assertTrue(offer.qrCode().svg().startsWith("<svg"));
    assertTrue(offer.qrCode().png().startsWith("data:image/png;base64,"));
    assertEquals(
        List.of(SD_JWT, JWT, LDP).stream().sorted().toList(),
        offer.configurations().stream().sorted().toList());
    assertEquals(State.OPEN, state(offer, OWNER).state());

    assertEquals(200, wallets.redeem(redeeming(code)).status());
    assertEquals("invalid_grant", error(wallets.redeem(redeeming(code))));
    assertEquals(State.ACCEPTED, state(offer, OWNER).state());
    assertEquals(
        FailureKind.NOT_FOUND,
        assertThrows(FailureException.class, () -> wallets.read(offer)).failure().kind());
  }

  @Test
  void aTransactionCodeIsTriedFiveTimes() throws Exception {
    CreatedOffer offer = wallets.offer(entityId, null, Callers.user("clerk"));
    assertTrue(offer.transactionCode().matches("[0-9]{6}"), offer.transactionCode());
    String code = wallets.code(offer);
    assertEquals("invalid_request", error(wallets.redeem(redeeming(code))));
    String wrong = offer.transactionCode().equals("000000") ? "111111" : "000000";
    for (int i = 0; i < 5; i++) {
      assertEquals("invalid_grant", error(wallets.redeem(withCode(code, wrong))));
    }
    assertEquals("invalid_grant", error(wallets.redeem(withCode(code, offer.transactionCode()))));

    CreatedOffer another = wallets.offer(entityId, null, Callers.user("clerk"));
    assertEquals(
        200, wallets.redeem(withCode(wallets.code(another), another.transactionCode())).status());
    assertNull(wallets.offer(entityId).transactionCode());
  }

  private static Map<String, String> withCode(String code, String transactionCode) {
    Map<String, String> fields = new HashMap<>(WalletKey.redeeming(code));
    fields.put("tx_code", transactionCode);
    fields.put("unknown", "ignored");
    return fields;
  }

  @Test
  void anOfferThatWasWithdrawnIsNotRedeemed() throws Exception {
    CreatedOffer offer = wallets.offer(entityId);
    String code = wallets.code(offer);
    wallets
        .service()
        .request(OfferOperations.WITHDRAW_OFFER, new WithdrawOfferRequest(offer.id()), OWNER);

    assertEquals(State.WITHDRAWN, state(offer, OWNER).state());
    assertEquals("invalid_grant", error(wallets.redeem(redeeming(code))));
  }

  @Test
  void anOfferEndsWithWhatItIsAbout() throws Exception {
    CreatedOffer offer = wallets.offer(entityId);
    String code = wallets.code(offer);
    wallets.ownedBy("somebody else");
    assertEquals("invalid_grant", error(wallets.redeem(redeeming(code))));
    assertEquals(State.WITHDRAWN, state(offer, OWNER).state());

    wallets.ownedBy("owner");
    String revoked = wallets.code(wallets.offer(entityId));
    withdraw(CredentialWithdrawn.Reason.REPLACED);
    assertEquals("invalid_grant", error(wallets.redeem(redeeming(revoked))));
  }

  @Test
  void anAccessTokenEndsWithWhatItIsAbout() throws Exception {
    String token = wallets.token(entityId);
    String proof = new WalletKey().keyProof(BASE, wallets.nonce());
    wallets.ownedBy("somebody else");
    assertEquals("credential_request_denied", error(wallets.copies(token, SD_JWT, proof)));

    wallets.ownedBy("owner");
    withdraw(CredentialWithdrawn.Reason.REVOKED);
    String other = new WalletKey().keyProof(BASE, wallets.nonce());
    assertEquals("credential_request_denied", error(wallets.copies(token, SD_JWT, other)));
  }

  @Test
  void anAccessTokenIsUsedOnceForEachConfiguration() throws Exception {
    String token = wallets.token(entityId);
    WalletKey wallet = new WalletKey();
    assertEquals(
        200, wallets.copies(token, SD_JWT, wallet.keyProof(BASE, wallets.nonce())).status());
    assertEquals(
        "credential_request_denied",
        error(wallets.copies(token, SD_JWT, wallet.keyProof(BASE, wallets.nonce()))));
    assertEquals(200, wallets.copies(token, LDP, wallet.keyProof(BASE, wallets.nonce())).status());
  }

  @Test
  void copiesOfACredentialAreBounded() throws Exception {
    WalletKey wallet = new WalletKey();
    String[] tokens = {wallets.token(entityId), wallets.token(entityId)};
    assertEquals(
        200, wallets.copies(tokens[0], SD_JWT, wallet.keyProof(BASE, wallets.nonce())).status());
    wallets
        .database()
        .execute(
            """
            INSERT INTO wallet_copy (
              id, credential, offer, configuration, status_list, status_index, notification,
              issued_at)
            SELECT gen_random_uuid(), credential, offer, configuration, 1000000, n, notification,
              issued_at
            FROM wallet_copy, generate_series(1, 998) AS n
            WHERE credential = (
              SELECT id FROM issued_credential WHERE credential_id = '%s')
            """
                .formatted(issued.credentialId()));
    String one = wallet.keyProof(BASE, wallets.nonce());
    String two = new WalletKey().keyProof(BASE, wallets.nonce());
    WalletReply both = wallets.copies(tokens[1], SD_JWT, one, two);
    assertEquals("credential_request_denied", error(both));
    assertTrue(both.body().text().contains("1000 copies"), () -> both.body().text());
    String last = wallet.keyProof(BASE, wallets.nonce());
    assertEquals(200, wallets.copies(tokens[1], SD_JWT, last).status());
  }

  @Test
  void aNonceIsUsedOnce() throws Exception {
    String nonce = wallets.nonce();
    WalletKey wallet = new WalletKey();
    assertEquals(
        200,
        wallets.copies(wallets.token(entityId), SD_JWT, wallet.keyProof(BASE, nonce)).status());
    assertEquals(
        "invalid_nonce",
        error(wallets.copies(wallets.token(entityId), SD_JWT, wallet.keyProof(BASE, nonce))));
    assertEquals(
        "invalid_nonce",
        error(
            wallets.copies(
                wallets.token(entityId), SD_JWT, wallet.keyProof(BASE, "A".repeat(64)))));
  }

  @Test
  void onlyAProofOfTheKeyForThisIssuerIsAccepted() throws Exception {
    WalletKey wallet = new WalletKey();
    WalletKey other = new WalletKey();
    String token = wallets.token(entityId);
    JWTClaimsSet claims = wallet.claims(BASE, wallets.nonce());
    JWTClaimsSet old = new JWTClaimsSet.Builder(claims).issueTime(Date.from(Instant.EPOCH)).build();
    List<String> wrong =
        List.of(
            wallet.unsignedProof(BASE, wallets.nonce()),
            wallet.macProof(BASE, wallets.nonce()),
            wallet.keyProof("https://other.example", wallets.nonce()),
            wallet.keyProof(BASE, null),
            wallet.signed("jwt", claims),
            wallet.signed(WalletKey.KEY_PROOF, old),
            other.signed(
                WalletKey.header(WalletKey.KEY_PROOF).jwk(wallet.key().toPublicJWK()).build(),
                claims),
            wallet.signed(
                WalletKey.header(WalletKey.KEY_PROOF).keyID("did:key:z1#z1").build(), claims),
            "no.jwt",
            "");
    for (String proof : wrong) {
      assertEquals("invalid_proof", error(wallets.copies(token, SD_JWT, proof)), proof);
    }
    assertEquals("invalid_proof", error(wallets.copies(token, SD_JWT)));
    assertEquals(
        "unknown_credential_configuration",
        error(wallets.copies(token, "Other.sd-jwt", wallet.signed(WalletKey.KEY_PROOF, claims))));
    assertEquals(
        200, wallets.copies(token, SD_JWT, wallet.signed(WalletKey.KEY_PROOF, claims)).status());
  }

  @Test
  void anAccessTokenIsBoundToTheKeyOfADpopProof() throws Exception {
    WalletKey wallet = new WalletKey();
    String code = wallets.code(wallets.offer(entityId));
    WalletReply reply = wallets.redeem(redeeming(code), wallet.dpop(BASE + "/oid4vci/token", null));
    JsonNode granted = Json.read(reply.body());
    assertEquals("DPoP", granted.get("token_type").textValue());
    String token = granted.get("access_token").textValue();
    String address = BASE + "/oid4vci/credential";
    JsonBytes body = request(wallet);

    assertEquals(401, copies("Bearer", token, body).status());
    assertEquals(401, copies("DPoP", token, body).status());
    assertEquals(401, copies("DPoP", token, body, new WalletKey().dpop(address, token)).status());
    assertEquals(401, copies("DPoP", token, body, wallet.dpop(address, "other")).status());
    assertEquals(
        401, copies("DPoP", token, body, wallet.dpop(BASE + "/oid4vci/token", token)).status());
    String proof = wallet.dpop(address, token);
    assertEquals(200, copies("DPoP", token, body, proof).status());
    WalletReply again = copies("DPoP", token, request(wallet), proof);
    assertEquals("invalid_dpop_proof", error(again));
    assertTrue(again.headers().get("www-authenticate").startsWith("DPoP error="));
  }

  /** Nobody but the wallet can use such a token again. */
  @Test
  void aTokenThatIsBoundToAKeyGetsTenCopiesInAll() throws Exception {
    WalletKey wallet = new WalletKey();
    String code = wallets.code(wallets.offer(entityId));
    WalletReply reply = wallets.redeem(redeeming(code), wallet.dpop(BASE + "/oid4vci/token", null));
    String token = Json.read(reply.body()).get("access_token").textValue();

    for (int copies : List.of(1, 8)) {
      assertEquals(200, bound(wallet, token, copies).status());
    }
    assertEquals("credential_request_denied", error(bound(wallet, token, 2)));
    assertEquals(200, bound(wallet, token, 1).status());
    assertEquals("credential_request_denied", error(bound(wallet, token, 1)));
  }

  private static WalletReply bound(WalletKey wallet, String token, int copies) throws Exception {
    String nonce = wallets.nonce();
    List<String> proofs = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      proofs.add(new WalletKey().keyProof(BASE, nonce));
    }
    JsonBytes body =
        Json.write(Map.of("credential_configuration_id", SD_JWT, "proofs", Map.of("jwt", proofs)));
    return copies("DPoP", token, body, wallet.dpop(BASE + "/oid4vci/credential", token));
  }

  private static JsonBytes request(WalletKey wallet) throws Exception {
    return Json.write(
        Map.of(
            "credential_configuration_id",
            SD_JWT,
            "proofs",
            Map.of("jwt", List.of(wallet.keyProof(BASE, wallets.nonce())))));
  }

  private static WalletReply copies(String scheme, String token, JsonBytes body, String... dpop)
      throws Exception {
    return wallets.copies(new AccessToken(scheme, token, List.of(dpop)), body);
  }

  @Test
  void aWalletThatAuthenticatesItselfDoesSoAsAClientThatIsKnown() throws Exception {
    JWTClaimsSet claims = assertion("wallet", BASE + "/oid4vci/token");
    List<String> wrong =
        List.of(
            new WalletKey().signed("JWT", claims),
            CLIENT.signed("JWT", assertion("other", BASE + "/oid4vci/token")),
            CLIENT.signed("JWT", assertion("wallet", "https://other.example")),
            CLIENT.unsignedProof(BASE, "n"),
            "no.jwt");
    String code = wallets.code(wallets.offer(entityId));
    for (String assertion : wrong) {
      WalletReply refused = wallets.redeem(asClient(code, assertion));
      assertEquals("invalid_client", error(refused), assertion);
      assertEquals(401, refused.status());
    }
    String right = CLIENT.signed("JWT", claims);
    assertEquals(200, wallets.redeem(asClient(code, right)).status());
    String another = wallets.code(wallets.offer(entityId));
    assertEquals("invalid_client", error(wallets.redeem(asClient(another, right))));
  }

  private static JWTClaimsSet assertion(String client, String audience) {
    return new JWTClaimsSet.Builder()
        .issuer(client)
        .subject(client)
        .audience(audience)
        .jwtID(UUID.randomUUID().toString())
        .expirationTime(WalletKey.soon())
        .build();
  }

  private static Map<String, String> asClient(String code, String assertion) {
    Map<String, String> fields = new HashMap<>(redeeming(code));
    fields.put("client_assertion", assertion);
    fields.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    return fields;
  }

  @Test
  void requestAndReplyAreEncrypted() throws Exception {
    WalletKey wallet = new WalletKey();
    Map<String, Object> request =
        Map.of(
            "credential_configuration_id",
            SD_JWT,
            "proofs",
            Map.of("jwt", List.of(wallet.keyProof(BASE, wallets.nonce()))),
            "credential_response_encryption",
            Map.of("jwk", wallet.key().toPublicJWK().toJSONObject(), "enc", "A256GCM"));
    JsonBytes plain = Json.write(request);
    String token = wallets.token(entityId);
    assertEquals("invalid_encryption_parameters", error(copies("Bearer", token, plain)));
    assertEquals(
        "invalid_credential_request",
        error(copies("Bearer", token, encrypted(plain.text(), CompressionAlgorithm.DEF))));

    WalletReply reply = copies("Bearer", token, encrypted(plain.text(), null));

    assertEquals(200, reply.status(), () -> reply.body().text());
    JWEObject jwe = JWEObject.parse(reply.jwt());
    jwe.decrypt(new ECDHDecrypter(wallet.key()));
    JsonNode credentials = Json.read(jwe.getPayload().toString()).get("credentials");
    assertEquals(List.of(), failed(credentials.get(0).get("credential")));
  }

  private static JsonBytes encrypted(String plain, CompressionAlgorithm zip) throws Exception {
    ECKey key = ECKey.parse(metadata().at("/credential_request_encryption/jwks/keys/0").toString());
    JWEHeader header =
        new JWEHeader.Builder(JWEAlgorithm.ECDH_ES, EncryptionMethod.A128GCM)
            .keyID(key.getKeyID())
            .compressionAlgorithm(zip)
            .build();
    JWEObject jwe = new JWEObject(header, new Payload(plain));
    jwe.encrypt(new ECDHEncrypter(key));
    return Json.write(jwe.serialize());
  }

  @Test
  void aWalletSaysWhatItDid() throws Exception {
    String token = wallets.token(entityId);
    WalletReply reply =
        wallets.copies(token, SD_JWT, new WalletKey().keyProof(BASE, wallets.nonce()));
    String id = Json.read(reply.body()).get("notification_id").textValue();

    assertEquals(204, notify(token, id, "credential_accepted").status());
    assertEquals("invalid_notification_request", error(notify(token, id, "other")));
    assertEquals(
        "invalid_notification_id",
        error(notify(token, UUID.randomUUID().toString(), "credential_deleted")));
    assertEquals(401, notify("att_" + "A".repeat(43), id, "credential_deleted").status());
  }

  private static WalletReply notify(String token, String id, String event) throws Exception {
    return wallets
        .service()
        .request(
            WalletOperations.NOTIFY_ISSUER,
            new NotifyIssuerRequest(
                new AccessToken("Bearer", token, List.of()),
                Json.write(Map.of("notification_id", id, "event", event))),
            Caller.NOBODY);
  }

  @Test
  void offersAreSeenByWhoMadeThem() throws Exception {
    CreatedOffer offer = wallets.offer(entityId);

    assertEquals(State.OPEN, state(offer, OWNER).state());
    assertFalse(
        Json.write(state(offer, OWNER)).text().contains(wallets.code(offer)), "the code is shown");
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        assertThrows(FailureException.class, () -> state(offer, Caller.NOBODY)).failure().kind());
  }

  @Test
  void theMetadataFollowTheSchemas() throws Exception {
    wallets.define("{\"type\": \"object\"}");
    JsonNode before = metadata();
    assertEquals(BASE, before.get("credential_issuer").textValue());
    JsonNode configuration = before.at("/credential_configurations_supported/" + SD_JWT);
    assertEquals("dc+sd-jwt", configuration.get("format").textValue());
    assertEquals(BASE + "/credential-types/Student", configuration.get("vct").textValue());
    assertEquals(
        Json.read("[\"ES256\"]"), configuration.get("credential_signing_alg_values_supported"));

    wallets.define(
        """
        {"type": "object", "title": "Student",
         "properties": {"name": {"type": "string", "title": "Name"}},
         "x-titles": {"hi": {"/name": "नाम", "": "छात्र"}}}
        """);
    JsonNode after = metadata().at("/credential_configurations_supported/" + SD_JWT);
    assertEquals(
        Json.read(
            """
            [{"name": "Name", "locale": "en"}, {"name": "नाम", "locale": "hi"}]
            """),
        claim(after, "name").get("display"));
    assertEquals("छात्र", after.at("/credential_metadata/display/1/name").textValue());
  }

  private static JsonNode claim(JsonNode configuration, String name) {
    for (JsonNode claim : configuration.at("/credential_metadata/claims")) {
      if (claim.at("/path/0").asText().equals(name)) {
        return claim;
      }
    }
    throw new AssertionError(configuration.toString());
  }

  @Test
  void theMetadataAreSignedOnRequest() throws Exception {
    WalletReply reply = metadata(true);

    assertEquals(BASE, payload(reply.jwt()).get("sub").textValue());
    SignedJWT signed = SignedJWT.parse(reply.jwt());
    JWK key = signed.getHeader().getJWK();
    assertEquals(signed.getHeader().getKeyID(), key.getKeyID());
    assertTrue(signed.verify(new RSASSAVerifier(key.toRSAKey())));
  }

  @Test
  void noOfferNamesALoginWithoutAnIdentityProvider() {
    assertEquals(
        "credential.offer.request",
        assertThrows(FailureException.class, () -> wallets.offerWithLogin(entityId))
            .failure()
            .code());
  }

  @Test
  void aCredentialThatTheRegistryHasNoMoreIsNotOffered() throws Exception {
    withdraw(CredentialWithdrawn.Reason.REVOKED);

    assertEquals(
        "credential.offer.form",
        assertThrows(FailureException.class, () -> wallets.offer(entityId)).failure().code());
  }

  /** Signatures of one text differ, because PSS has a random salt. */
  @Test
  void unchangedMetadataAreNotSignedForEachReader() throws Exception {
    String signed = metadata(true).jwt();
    assertEquals(signed, metadata(true).jwt());

    wallets.define(
        "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\", \"title\":"
            + " \"Now\"}}}");

    String now = metadata(true).jwt();
    assertNotEquals(signed, now);
    assertTrue(payload(now).toString().contains("Now"));
  }

  private static JsonNode metadata() throws Exception {
    return Json.read(metadata(false).body());
  }

  private static WalletReply metadata(boolean signed) throws Exception {
    return wallets
        .service()
        .request(
            WalletOperations.READ_ISSUER_METADATA,
            new ReadIssuerMetadataRequest(null, signed),
            Caller.NOBODY);
  }

  private static OfferView state(CreatedOffer offer, Caller caller) throws Exception {
    return wallets
        .service()
        .request(OfferOperations.READ_OFFER, new ReadOfferRequest(offer.id()), caller);
  }

  private void withdraw(CredentialWithdrawn.Reason reason) throws Exception {
    wallets.deliver(
        Facts.of(
            RegistryFacts.CREDENTIAL_WITHDRAWN,
            entityId,
            new CredentialWithdrawn(TYPE, entityId, issued.credentialId(), null, "u", reason),
            Calls.byNobody()));
  }

  /** The checks of a credential that are not OK. */
  private static List<String> failed(JsonNode credential) throws Exception {
    return wallets.verify(credential).checks().stream()
        .filter(check -> check.reason() != null)
        .map(WalletIT::text)
        .toList();
  }

  private static String text(Check check) {
    return check.check() + " " + check.reason();
  }

  private static String error(WalletReply reply) {
    assertTrue(reply.status() >= 400, () -> reply.body().text());
    return Json.read(reply.body()).get("error").textValue();
  }

  private static JsonNode payload(String jwt) {
    String payload = jwt.split("~")[0].split("\\.")[1];
    return Json.read(new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8));
  }
}
