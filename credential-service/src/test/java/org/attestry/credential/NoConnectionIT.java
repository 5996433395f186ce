package org.attestry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Signed and verified documents name a listener in every place that can hold an address: the
 * service does not connect to it, unless the operator has opened the egress gate.
 */
class NoConnectionIT {

  private static final List<String> HOSTS = List.of("127.0.0.1", "localhost");

  private Vertx vertx;
  private NetServer listener;
  private RunningService service;
  private final AtomicInteger accepted = new AtomicInteger();

  @BeforeEach
  void listen() throws Exception {
    vertx = Vertx.vertx();
    listener =
        await(
            vertx
                .createNetServer()
                .connectHandler(
                    socket -> {
                      accepted.incrementAndGet();
                      socket.close();
                    })
                .listen(0, "127.0.0.1"));
  }

  @AfterEach
  void stop() throws Exception {
    service.stop();
    await(vertx.close());
  }

  @Test
  void nothingIsFetchedWithDefaultSettings() throws Exception {
    start(Map.of());
    signEverything();
    verifyEverything();
    assertEquals(0, accepted.get());
  }

  @Test
  void trustInAnIssuerAloneFetchesNothing() throws Exception {
    start(Map.of("TRUSTED_ISSUERS", did("127.0.0.1") + "," + did("localhost")));
    verifyEverything();
    assertEquals(0, accepted.get());
  }

  @Test
  void theListenerIsReachedOnceTheOperatorAllowsIt() throws Exception {
    start(
        Map.of(
            "TRUSTED_ISSUERS",
            did("127.0.0.1"),
            "EGRESS_ALLOWED",
            "http://127.0.0.1:" + listener.actualPort(),
            "EGRESS_LOOPBACK",
            "true"));
    verifyEverything();
    assertTrue(accepted.get() > 0);
  }

  private void start(Map<String, String> overrides) throws Exception {
    Map<String, String> settings = new HashMap<>(overrides);
    settings.put("PUBLIC_URL", "http://127.0.0.1:" + listener.actualPort());
    service = RunningService.start(settings);
  }

  private String did(String host) {
    return "did:web:%s%%3A%d".formatted(host, listener.actualPort());
  }

  private void signEverything() {
    for (String host : HOSTS) {
      for (String scheme : List.of("http", "https")) {
        String address = scheme + "://" + host + ":" + listener.actualPort();
        refused(TextNode.valueOf(address + "/template.json"));
        refused(withContext(TextNode.valueOf(address + "/context.jsonld")));
        refused(withContext(Json.read("{\"@import\": \"%s/import\"}".formatted(address))));
        refused(
            withContext(
                Json.read(
                    "{\"T\": {\"@id\": \"ex:T\", \"@context\": \"%s/t\"}}".formatted(address))));
        signs(naming(address, did(host)));
        issues(naming(address, did(host)));
      }
    }
  }

  private void verifyEverything() throws Exception {
    for (String host : HOSTS) {
      String address = "http://" + host + ":" + listener.actualPort();
      for (String suite :
          List.of("RsaSignature2018", "Ed25519Signature2020", "DataIntegrityProof")) {
        ObjectNode credential = naming(address, did(host));
        credential.set("proof", proof(suite, did(host)));
        assertFalse(verified(credential));
        credential.set("@context", withContext(TextNode.valueOf(address)).get("@context"));
        assertFalse(verified(credential));
      }
      assertFalse(verified(TextNode.valueOf(token(address, did(host)))));
      assertFalse(verified(TextNode.valueOf(token(address, did(host)) + "~")));
    }
  }

  /** A template with an address in each member that other software fetches. */
  private ObjectNode naming(String address, String did) {
    ObjectNode template = ForeignRegistry.template();
    template.withArray("@context").add("https://www.w3.org/ns/credentials/status/v1");
    template.put("id", address + "/credentials/1").putObject("credentialSubject").put("id", did);
    template
        .putObject("credentialStatus")
        .put("id", address + "/status#7")
        .put("type", "BitstringStatusListEntry")
        .put("statusPurpose", "revocation")
        .put("statusListIndex", "7")
        .put("statusListCredential", address + "/status");
    template
        .putObject("credentialSchema")
        .put("id", address + "/schema.json")
        .put("type", "JsonSchemaValidator2018");
    template.putObject("evidence").put("id", address + "/evidence").put("type", address + "/E");
    return template;
  }

  private static ObjectNode withContext(JsonNode context) {
    ObjectNode template = ForeignRegistry.template();
    template.withArray("@context").add(context);
    return template;
  }

  private static ObjectNode proof(String suite, String did) {
    ObjectNode proof = (ObjectNode) Json.read("{\"created\": \"2026-01-02T03:04:05Z\"}");
    return proof
        .put("type", suite)
        .put("cryptosuite", "eddsa-rdfc-2022")
        .put("verificationMethod", did + "#key")
        .put("proofPurpose", "assertionMethod")
        .put("jws", "eyJhbGciOiJQUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..AA")
        .put("proofValue", "z111111");
  }

  /** A JWT whose header and claims name addresses of keys, of its issuer, type and status. */
  private static String token(String address, String did) {
    String header =
        """
        {"alg": "ES256", "typ": "dc+sd-jwt", "kid": "%2$s#key", "jku": "%1$s/jwks", "x5u": "%1$s/x"}
        """;
    String claims =
        """
        {"iss": "%1$s", "vct": "%1$s/type", "vct#integrity": "sha256-AA", "iat": 1767323045,
         "status": {"status_list": {"idx": 7, "uri": "%1$s/tokens"}},
         "vc": {"issuer": "%2$s"}}
        """;
    return encoded(header.formatted(address, did))
        + "."
        + encoded(claims.formatted(address, did))
        + "."
        + encoded("signature");
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.strip().getBytes(StandardCharsets.UTF_8));
  }

  private void refused(JsonNode template) {
    FailureException refusal = assertThrows(FailureException.class, () -> sign(template));
    assertEquals(FailureKind.INVALID, refusal.failure().kind());
  }

  private void signs(JsonNode template) {
    try {
      sign(template);
    } catch (Exception e) {
      throw new AssertionError("a credential that only names addresses is signed", e);
    }
  }

  private void sign(JsonNode template) throws Exception {
    service.request(
        CredentialOperations.SIGN_CREDENTIAL,
        new SignCredentialRequest(JsonBytes.of("{}"), Json.write(template)),
        RunningService.ADMIN);
  }

  private void issues(JsonNode template) {
    try {
      service.request(
          CredentialOperations.ISSUE_CREDENTIAL,
          new IssueCredentialRequest(
              "Student",
              UUID.randomUUID().toString(),
              null,
              Json.write(((ObjectNode) template).without("id")),
              JsonBytes.of("{}")),
          Caller.NOBODY);
    } catch (Exception e) {
      throw new AssertionError("a credential that only names addresses is issued", e);
    }
  }

  private boolean verified(JsonNode signed) throws Exception {
    VerificationView view =
        service.request(
            CredentialOperations.VERIFY_CREDENTIAL,
            new VerifyCredentialRequest(Json.write(signed)),
            Caller.NOBODY);
    return view.verified();
  }
}
