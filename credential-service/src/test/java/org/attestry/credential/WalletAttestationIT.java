package org.attestry.credential;

import static org.attestry.credential.WalletKey.redeeming;
import static org.attestry.credential.WalletKey.refreshing;
import static org.attestry.credential.WalletService.BASE;
import static org.attestry.credential.WalletService.OWNER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64;
import com.nimbusds.jwt.JWTClaimsSet;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.WalletOperations;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.contracts.credential.WalletOperations.ReadAuthorizationMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.key.KeyType;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wallets authenticate themselves by attestations of their provider. */
class WalletAttestationIT {

  private static final String PROVIDER = "https://provider.example";
  private static final String ATTESTATION = "oauth-client-attestation+jwt";
  private static final String PROOF = "oauth-client-attestation-pop+jwt";
  private static final WalletKey ATTESTER = new WalletKey();
  private static final KeyPair AUTHORITY = Keys.generate(KeyType.P256);
  private static WalletService wallets;

  private final String entityId = UUID.randomUUID().toString();
  private final WalletKey instance = new WalletKey();

  @BeforeAll
  static void start() throws Exception {
    wallets =
        new WalletService(
            Map.of(
                "WALLET_ATTESTERS",
                "{\"%s\": {\"keys\": [%s]}}".formatted(PROVIDER, ATTESTER.key().toPublicJWK()),
                "WALLET_ATTESTER_CERTIFICATES",
                TestCertificates.pem(TestCertificates.authority(AUTHORITY))));
  }

  @AfterAll
  static void stop() throws Exception {
    wallets.stop();
  }

  @BeforeEach
  void issue() throws Exception {
    wallets.ownedBy("owner");
    wallets.issue(entityId);
  }

  @Test
  void anAttestedWalletIsAClient() throws Exception {
    String attestation = attestation(ATTESTER, attested().build());
    String proof = proof(instance, proven().build());

    assertEquals(200, redeem(code(), List.of(attestation), List.of(proof)).status());

    refused(List.of(attestation), List.of(proof));
    assertEquals(
        200,
        redeem(code(), List.of(attestation), List.of(proof(instance, proven().build()))).status());
  }

  @Test
  void onlyAnAttestationOfATrustedProviderIsAccepted() throws Exception {
    Date past = Date.from(Instant.EPOCH);
    Date future = Date.from(Instant.parse("2999-01-01T00:00:00Z"));
    JWTClaimsSet right = attested().build();
    for (String wrong :
        List.of(
            attestation(new WalletKey(), right),
            attestation(ATTESTER, attested().issuer("https://other.example").build()),
            attestation(ATTESTER, attested().issuer(null).build()),
            attestation(ATTESTER, attested().subject(null).build()),
            attestation(ATTESTER, attested().expirationTime(past).build()),
            attestation(ATTESTER, attested().expirationTime(null).build()),
            attestation(ATTESTER, attested().notBeforeTime(future).build()),
            attestation(ATTESTER, attested().issueTime(future).build()),
            attestation(ATTESTER, attested().claim("cnf", null).build()),
            attestation(
                ATTESTER,
                attested()
                    .claim("cnf", Map.of("jwk", new WalletKey().key().toPublicJWK().toJSONObject()))
                    .build()),
            attestation(
                ATTESTER,
                attested().claim("cnf", Map.of("jwk", instance.key().toJSONObject())).build()),
            ATTESTER.signed(WalletKey.header("JWT").build(), right),
            ATTESTER.unsignedProof(BASE, "n"),
            "no.jwt",
            "")) {
      refused(List.of(wrong), List.of(proof(instance, proven().build())));
    }
  }

  @Test
  void onlyAProofOfTheAttestedKeyForThisServerIsAccepted() throws Exception {
    List<String> attestation = List.of(attestation(ATTESTER, attested().build()));
    Date past = Date.from(Instant.EPOCH);
    for (String wrong :
        List.of(
            proof(new WalletKey(), proven().build()),
            proof(ATTESTER, proven().build()),
            proof(instance, proven().audience("https://other.example").build()),
            proof(instance, proven().audience((String) null).build()),
            proof(instance, proven().issueTime(past).build()),
            proof(instance, proven().issueTime(null).build()),
            proof(instance, proven().expirationTime(past).build()),
            proof(instance, proven().jwtID(null).build()),
            proof(instance, proven().issuer("another").build()),
            instance.signed(WalletKey.header(ATTESTATION).build(), proven().build()),
            instance.unsignedProof(BASE, "n"),
            "")) {
      refused(attestation, List.of(wrong));
    }
    String right = proof(instance, proven().build());
    refused(attestation, List.of());
    refused(List.of(), List.of(right));
    refused(attestation, List.of(right, right));
    Map<String, String> fields = new HashMap<>(redeeming(code()));
    fields.put("client_id", "another");
    assertEquals("invalid_client", error(request(fields, attestation, List.of(right))));
    fields.put("client_id", "wallet");
    fields.put("client_assertion", "a.b.c");
    assertEquals("invalid_client", error(request(fields, attestation, List.of(right))));
    fields.remove("client_assertion");
    assertEquals(200, request(fields, attestation, List.of(right)).status());
  }

  @Test
  void aRefreshTokenIsBoundToTheAttestedKey() throws Exception {
    String code = wallets.code(wallets.offerWithRefresh(entityId, OWNER));
    WalletReply reply = request(redeeming(code), instance);
    String token = Json.read(reply.body()).get("refresh_token").textValue();
    WalletKey other = new WalletKey();

    assertEquals("invalid_grant", error(request(refreshing(token), other)));
    assertEquals("invalid_grant", error(wallets.redeem(refreshing(token))));
    assertEquals(200, request(refreshing(token), instance).status());
  }

  /** The request of a wallet of the provider, with a key of its own. */
  private static WalletReply request(Map<String, String> fields, WalletKey key) throws Exception {
    return request(
        fields,
        List.of(attestation(ATTESTER, attested(key).build())),
        List.of(proof(key, proven().build())));
  }

  @Test
  void theMetadataSayIt() throws Exception {
    JsonNode metadata = metadata(wallets);

    assertTrue(metadata.at("/token_endpoint_auth_methods_supported").toString().contains("attest"));
    assertEquals(
        metadata.get("dpop_signing_alg_values_supported"),
        metadata.get("client_attestation_pop_signing_alg_values_supported"));
  }

  @Test
  void aProviderMayBeCertified() throws Exception {
    String host = "https://certified.example";
    X509Certificate right = certificate("certified.example", AUTHORITY);
    assertEquals(
        200,
        redeem(code(), List.of(certified(host, right)), List.of(proof(instance, proven().build())))
            .status());

    for (String wrong :
        List.of(
            certified(PROVIDER, right),
            certified("", right),
            certified(host, certificate("certified.example", Keys.generate(KeyType.P256))))) {
      refused(List.of(wrong), List.of(proof(instance, proven().build())));
    }
  }

  private static X509Certificate certificate(String name, KeyPair authority) throws JOSEException {
    return TestCertificates.of(ATTESTER.key().toKeyPair(), name, authority, new byte[] {1});
  }

  /** An attestation whose key is named by a certificate. */
  private String certified(String issuer, X509Certificate certificate) throws JOSEException {
    JWSHeader header =
        WalletKey.header(ATTESTATION)
            .x509CertChain(List.of(new Base64(TestCertificates.base64(certificate))))
            .build();
    return ATTESTER.signed(header, attested().issuer(issuer).build());
  }

  @Test
  void withoutProvidersNoAttestationIsAccepted() throws Exception {
    WalletService none = new WalletService(Map.of());
    try {
      assertFalse(metadata(none).toString().contains("attest_jwt_client_auth"));
      none.issue(entityId);
      IssueAccessTokenRequest request =
          new IssueAccessTokenRequest(
              redeeming(none.code(none.offer(entityId))),
              List.of(),
              List.of(attestation(ATTESTER, attested().build())),
              List.of(proof(instance, proven().build())));
      assertEquals(
          "invalid_client",
          error(
              none.service().request(WalletOperations.ISSUE_ACCESS_TOKEN, request, Caller.NOBODY)));
    } finally {
      none.stop();
    }
  }

  private static JsonNode metadata(WalletService of) throws Exception {
    return Json.read(
        of.service()
            .request(
                WalletOperations.READ_AUTHORIZATION_METADATA,
                new ReadAuthorizationMetadataRequest(),
                Caller.NOBODY)
            .document());
  }

  private String code() throws Exception {
    return wallets.code(wallets.offer(entityId));
  }

  private void refused(List<String> attestations, List<String> proofs) throws Exception {
    WalletReply reply = request(redeeming("a"), attestations, proofs);
    assertEquals("invalid_client", error(reply), () -> attestations + " " + proofs);
    assertEquals(401, reply.status());
  }

  private static WalletReply redeem(String code, List<String> attestations, List<String> proofs)
      throws Exception {
    return request(redeeming(code), attestations, proofs);
  }

  private static WalletReply request(
      Map<String, String> fields, List<String> attestations, List<String> proofs) throws Exception {
    return wallets
        .service()
        .request(
            WalletOperations.ISSUE_ACCESS_TOKEN,
            new IssueAccessTokenRequest(fields, List.of(), attestations, proofs),
            Caller.NOBODY);
  }

  private JWTClaimsSet.Builder attested() {
    return attested(instance);
  }

  private static JWTClaimsSet.Builder attested(WalletKey key) {
    return new JWTClaimsSet.Builder()
        .issuer(PROVIDER)
        .subject("wallet")
        .issueTime(WalletKey.now())
        .expirationTime(WalletKey.soon())
        .claim("cnf", Map.of("jwk", key.key().toPublicJWK().toJSONObject()));
  }

  private static String attestation(WalletKey attester, JWTClaimsSet claims) throws JOSEException {
    return attester.signed(WalletKey.header(ATTESTATION).build(), claims);
  }

  private static JWTClaimsSet.Builder proven() {
    return new JWTClaimsSet.Builder()
        .issuer("wallet")
        .audience(BASE)
        .issueTime(WalletKey.now())
        .jwtID(UUID.randomUUID().toString());
  }

  private static String proof(WalletKey key, JWTClaimsSet claims) throws JOSEException {
    return key.signed(WalletKey.header(PROOF).build(), claims);
  }

  private static String error(WalletReply reply) {
    assertTrue(reply.status() >= 400, () -> reply.body().text());
    return Json.read(reply.body()).get("error").textValue();
  }
}
