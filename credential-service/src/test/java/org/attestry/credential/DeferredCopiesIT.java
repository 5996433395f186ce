package org.attestry.credential;

import static org.attestry.credential.WalletService.BASE;
import static org.attestry.credential.WalletService.LDP;
import static org.attestry.credential.WalletService.SD_JWT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials that are offered before they are signed (OpenID4VCI 1.0, section 9). */
class DeferredCopiesIT {

  private static WalletService wallets;

  private final String entityId = UUID.randomUUID().toString();
  private final WalletKey wallet = new WalletKey();

  @BeforeAll
  static void start() throws Exception {
    wallets = new WalletService(Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    wallets.stop();
  }

  @BeforeEach
  void unsigned() {
    wallets.ownedBy("owner");
    wallets.due(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {SD_JWT, LDP})
  void aCredentialThatIsSignedLaterIsReceivedLater(String configuration) throws Exception {
    String token = wallets.token(entityId);
    JsonNode deferred = requested(token, configuration);
    String transaction = deferred.get("transaction_id").textValue();
    assertTrue(deferred.get("interval").intValue() > 0);
    WalletReply early = wallets.deferred(token, transaction);
    assertEquals(202, early.status());
    assertEquals(transaction, Json.read(early.body()).get("transaction_id").textValue());

    wallets.issue(entityId);
    WalletReply reply = wallets.deferred(token, transaction);

    assertEquals(200, reply.status(), () -> reply.body().text());
    JsonNode received = Json.read(reply.body());
    assertTrue(wallets.verify(received.at("/credentials/0/credential")).verified());
    assertTrue(received.get("notification_id").isTextual());
    assertEquals("invalid_transaction_id", error(wallets.deferred(token, transaction)));
    assertEquals(
        "credential_request_denied",
        error(wallets.copies(token, configuration, wallet.keyProof(BASE, wallets.nonce()))));
  }

  @Test
  void aTokenForWhatIsNotSignedYetIsAcceptedForADay() throws Exception {
    WalletReply reply = wallets.redeem(WalletKey.redeeming(wallets.code(wallets.offer(entityId))));

    assertEquals(86_400, Json.read(reply.body()).get("expires_in").intValue());
  }

  @Test
  void anotherTokenDoesNotReceiveIt() throws Exception {
    String transaction = requested(wallets.token(entityId), SD_JWT).get("transaction_id").asText();
    String other = wallets.token(entityId);
    wallets.issue(entityId);

    assertEquals("invalid_transaction_id", error(wallets.deferred(other, transaction)));
    assertEquals("invalid_transaction_id", error(wallets.deferred(other, "A".repeat(43))));
    assertEquals(
        "invalid_transaction_id",
        error(
            wallets.deferred(
                new AccessToken("Bearer", other, List.of()), Json.write(Map.of("other", 1)))));
    assertEquals(
        401, wallets.deferred(new AccessToken(null, null, List.of()), Json.write(1)).status());
  }

  @Test
  void aWalletThatRequestsAgainGetsAnotherTransaction() throws Exception {
    String token = wallets.token(entityId);
    String first = requested(token, SD_JWT).get("transaction_id").textValue();
    String second = requested(token, SD_JWT).get("transaction_id").textValue();
    wallets.issue(entityId);

    assertNotEquals(first, second);
    assertEquals("invalid_transaction_id", error(wallets.deferred(token, first)));
    assertEquals(200, wallets.deferred(token, second).status());
  }

  @Test
  void itIsReceivedOnceByRequestsAtTheSameTime() throws Exception {
    String token = wallets.token(entityId);
    String transaction = requested(token, SD_JWT).get("transaction_id").textValue();
    wallets.issue(entityId);

    List<Integer> statuses =
        Stream.of(1, 2, 3, 4)
            .parallel()
            .map(
                each -> {
                  try {
                    return wallets.deferred(token, transaction).status();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                })
            .sorted()
            .toList();

    assertEquals(List.of(200, 400, 400, 400), statuses);
  }

  @Test
  void nothingIsIssuedForOtherOwnersOrWithoutARecord() throws Exception {
    String token = wallets.token(entityId);
    String transaction = requested(token, SD_JWT).get("transaction_id").textValue();
    wallets.ownedBy("somebody else");
    assertEquals("credential_request_denied", error(wallets.deferred(token, transaction)));

    wallets.ownedBy("owner");
    wallets.due(false);
    assertEquals("credential_request_denied", error(wallets.deferred(token, transaction)));
  }

  /** Whether a credential as JSON-LD needs a key is known when it is signed. */
  @Test
  void aKeyThatIsMissingIsAskedForWhenTheCredentialIsSigned() throws Exception {
    String token = wallets.token(entityId);
    WalletReply deferred =
        wallets.copies(
            new AccessToken("Bearer", token, List.of()),
            Json.write(Map.of("credential_configuration_id", LDP)));
    assertEquals(202, deferred.status());
    wallets.issue(entityId);

    String transaction = Json.read(deferred.body()).get("transaction_id").textValue();
    assertEquals("invalid_proof", error(wallets.deferred(token, transaction)));
  }

  private JsonNode requested(String token, String configuration) throws Exception {
    WalletReply reply =
        wallets.copies(token, configuration, wallet.keyProof(BASE, wallets.nonce()));
    assertEquals(202, reply.status(), () -> reply.body().text());
    return Json.read(reply.body());
  }

  private static String error(WalletReply reply) {
    assertEquals(400, reply.status());
    return Json.read(reply.body()).get("error").textValue();
  }
}
