package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.NodePackages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wallet by other people's software (npm, OpenID4VCI 1.0) accepts our offers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalletPeerAcceptanceTest {

  private static final String DEFINITION =
      """
      {"type": "object", "properties": {"name": {"type": "string"}, "club": {"type": "string"}}}
      """;
  private static final String CONFIG =
      """
      {"roles": ["anonymous"], "ownershipAttributes": [{"userId": "/name"}],
       "credentialTemplate": {"@context": ["https://www.w3.org/ns/credentials/v2"],
         "type": ["VerifiableCredential"],
         "credentialSubject": {"name": "{{name}}", "club": "{{club}}"}}}
      """;

  private final Endpoints suite = RunningSuite.shared();
  private final Client nobody = Client.withoutToken(suite);
  private String token;
  private Client admin;
  private OwnType member;
  private NodePackages wallet;

  @BeforeAll
  void publish() throws IOException {
    wallet =
        NodePackages.install(
            Path.of("../quickstart"),
            Path.of("target/wallet"),
            "Offers are not accepted by other people's software");
    wallet.with("wallet.mjs").with("gateway.mjs");
    token = new IdentityProvider(suite).clientCredentials().get("access_token").textValue();
    admin = Client.withToken(suite, token);
    member = OwnType.publish(admin, "Wallet", DEFINITION, CONFIG);
  }

  /** Whether there is a transaction code; whether the token is bound to a key. */
  @ParameterizedTest
  @CsvSource({"sd-jwt, false, false", "jwt, true, false", "ldp, false, true", "sd-jwt, true, true"})
  void itReceivesABatchThatVerifies(String form, boolean coded, boolean bound) throws Exception {
    JsonNode received = accepted(offer(coded), member.name() + "." + form, 3, bound);

    assertEquals(bound ? "DPoP" : "Bearer", received.get("tokenType").textValue());
    List<JsonNode> credentials = new ArrayList<>();
    received.get("credentials").forEach(credentials::add);
    assertEquals(3, credentials.stream().distinct().count());
    credentials.forEach(credential -> assertTrue(verified(credential), credential.toString()));
  }

  @Test
  void whatItReceivedEndsWithTheCredentialOfTheRecord() throws Exception {
    String osid = create();
    JsonNode offer = offer(osid, false);
    JsonNode credential = accepted(offer, member.name() + ".sd-jwt", 1, false).at("/credentials/0");
    assertTrue(verified(credential));

    admin.post(member.path(osid) + "/revoke", "").status(200);

    assertFalse(verified(credential));
  }

  /** The two commands at the end of the quick start. */
  @Test
  void theQuickStartShowsTheQrCodeAndPresentsTheCredential() throws Exception {
    String name = UUID.randomUUID().toString();
    String body = "{\"name\": \"%s\", \"club\": \"Chess\"}".formatted(name);
    String osid = member.osid(admin.post(member.path() + "/invite", body).status(200));
    String owner =
        new IdentityProvider(suite)
            .password(name, suite.defaultPassword())
            .get("access_token")
            .textValue();
    String[] shown = script("offer.mjs", member.name(), osid, owner).split("\n");
    String link = shown[shown.length - 1];
    assertTrue(link.startsWith("openid-credential-offer://"), link);
    assertTrue(shown.length > 20, "no QR code");

    String presented = script("present.mjs", link, member.name(), "name,club", token);

    assertEquals(
        Json.read(
            "{\"verified\": true, \"claims\": {\"name\": \"%s\", \"club\": \"Chess\"}}"
                .formatted(name)),
        Json.read(presented));
  }

  private String script(String script, String... arguments) throws IOException {
    NodePackages.Ended ended =
        wallet.run(
            script, Stream.concat(Stream.of(suite.gateway()), Stream.of(arguments)).toList());
    assertEquals(0, ended.code(), ended.output());
    return ended.output();
  }

  private String create() {
    return member.create("{\"name\": \"%s\", \"club\": \"Chess\"}".formatted(UUID.randomUUID()));
  }

  private JsonNode offer(boolean coded) {
    return offer(create(), coded);
  }

  private JsonNode offer(String osid, boolean coded) {
    String body =
        "{\"type\": \"%s\", \"id\": \"%s\", \"transactionCode\": %s}"
            .formatted(member.name(), osid, coded);
    return admin.post("/api/v1/offers", body).status(200).result();
  }

  private JsonNode accepted(JsonNode offer, String configuration, int copies, boolean bound)
      throws IOException {
    NodePackages.Ended ended =
        wallet.run(
            "accept.mjs",
            List.of(
                offer.get("link").textValue(),
                configuration,
                Integer.toString(copies),
                offer.path("transactionCode").asText("-"),
                bound ? "dpop" : "-"));
    assertEquals(0, ended.code(), ended.output());
    return Json.read(ended.output());
  }

  private boolean verified(JsonNode credential) {
    String request = Json.write(Map.of("signedCredentials", credential)).text();
    return nobody.post("/api/v1/verify", request).status(200).json().get("verified").asBoolean();
  }
}
