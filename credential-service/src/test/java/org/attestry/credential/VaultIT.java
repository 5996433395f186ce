package org.attestry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.credential.VaultServer.State;
import org.attestry.credential.crypto.MasterKey;
import org.attestry.credential.crypto.SealedKeys;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.vault.VaultConfig;
import org.attestry.credential.vault.VaultSigner;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys in HashiCorp Vault: a stand-in follows its API. */
class VaultIT {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration BRIEF = Duration.ofMillis(500);
  private static final byte[] INPUT = "what is signed".getBytes(StandardCharsets.UTF_8);
  private static final SealedKeys KEYS =
      new SealedKeys(
          MasterKey.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="),
          Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC));
  private static final String DID = "did:web:localhost%3A8081";
  private static final Map<String, String> SETTINGS =
      Map.of("PUBLIC_URL", "http://localhost:8081", "CONFIRMED_AFTER", "PT1H");

  private VaultServer vault;
  private Vertx vertx;
  private VaultSigner signer;
  private VaultSigner brief;

  @BeforeEach
  void start() throws Exception {
    vault = VaultServer.start();
    vertx = Vertx.vertx();
    signer = signer(VaultServer.TOKEN, LONG);
    brief = signer(VaultServer.TOKEN, BRIEF);
  }

  @AfterEach
  void stop() throws Exception {
    await(signer.close());
    await(brief.close());
    await(vertx.close());
    vault.close();
  }

  private VaultSigner signer(String token, Duration timeout) {
    VaultConfig settings =
        new VaultConfig(vault.address(), "transit", new Secret(token), "", 2, timeout);
    return new VaultSigner(
        vertx,
        settings,
        new Workers(vertx, "verifying", 1, 16, new SimpleMeterRegistry())::run,
        KEYS);
  }

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void keysOfEveryTypeSignInVault(SignatureAlgorithm algorithm) throws Exception {
    StoredKey key = made(algorithm.keyType());
    byte[] signature = await(signer.sign(key, algorithm, INPUT, deadline()));

    assertEquals(algorithm.keyType(), key.type());
    assertEquals(0, key.privatePart().sealed().length);
    assertTrue(KEYS.verifies(key, algorithm, INPUT, signature));
  }

  @Test
  void theVersionThatTheKeyHadGoesOnSigningWhenVaultRotatesIt() throws Exception {
    StoredKey key = made(KeyType.P256);
    vault.rotate(vault.keys().getFirst());
    byte[] signature = await(signer.sign(key, SignatureAlgorithm.ES256, INPUT, deadline()));

    assertEquals(vault.keys().getFirst() + ":1", key.privatePart().reference());
    assertTrue(KEYS.verifies(key, SignatureAlgorithm.ES256, INPUT, signature));
  }

  @ParameterizedTest
  @EnumSource(value = State.class, names = "WORKS", mode = EnumSource.Mode.EXCLUDE)
  void whatKeepsVaultFromSigningIsUnavailableInTime(State state) throws Exception {
    StoredKey key = made(KeyType.RSA);
    vault.become(state);

    assertUnavailable(() -> await(brief.sign(key, SignatureAlgorithm.PS256, INPUT, deadline())));
    vault.become(State.WORKS);
    byte[] signature = await(signer.sign(key, SignatureAlgorithm.PS256, INPUT, deadline()));
    assertTrue(KEYS.verifies(key, SignatureAlgorithm.PS256, INPUT, signature));
  }

  @Test
  void aWrongTokenAndAKeyThatIsGoneAreUnavailable() throws Exception {
    StoredKey key = made(KeyType.RSA);
    Signer refused = signer("s.wrong", LONG);
    assertUnavailable(() -> await(refused.sign(key, SignatureAlgorithm.PS256, INPUT, deadline())));
    try (VaultServer empty = VaultServer.start()) {
      VaultConfig settings =
          new VaultConfig(
              empty.address(),
              "transit",
              new Secret(VaultServer.TOKEN),
              "",
              2,
              Duration.ofSeconds(5));
      Signer other =
          new VaultSigner(
              vertx,
              settings,
              new Workers(vertx, "verifying", 1, 16, new SimpleMeterRegistry())::run,
              KEYS);
      assertUnavailable(() -> await(other.sign(key, SignatureAlgorithm.PS256, INPUT, deadline())));
    }
  }

  @Test
  void callsThatWaitForVaultAreLimited() throws Exception {
    StoredKey key = made(KeyType.RSA);
    vault.become(State.SILENT);
    int before = vault.requests();
    List<io.vertx.core.Future<byte[]>> calls = new java.util.ArrayList<>();
    for (int call = 0; call < 200; call++) {
      calls.add(brief.sign(key, SignatureAlgorithm.PS256, INPUT, deadline()));
    }
    for (io.vertx.core.Future<byte[]> call : calls) {
      assertUnavailable(() -> await(call));
    }
    assertTrue(vault.requests() - before <= 2 + 2 * 32, () -> vault.requests() + " requests");
  }

  @Test
  void aKeyTakesTheNextNameWhereVaultHasOneOfAnotherType() throws Exception {
    await(signer.make(DID + "#key-2", DID, KeyType.RSA, deadline()));
    RunningService service = RunningService.start(RunningService.migratedDatabase(), inVault());
    service.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(DID, null, "ED25519"),
        RunningService.ADMIN);
    assertEquals(
        Set.of(DID + "#key-1", DID + "#key-3"),
        service
            .request(
                IssuerOperations.LIST_KEYS, new ListKeysRequest(DID, 20, 0), RunningService.ADMIN)
            .keys()
            .stream()
            .map(KeyView::verificationMethod)
            .collect(Collectors.toSet()));
    service.stop();
  }

  @Test
  void aServiceMakesItsKeysInVaultAndIssuesNothingWhileItIsAway() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    RunningService service = RunningService.start(database, inVault());
    JsonNode signed = sign(service);

    assertEquals(1, vault.keys().size());
    assertEquals("VAULT", database.single("SELECT held_by FROM signing_key"));
    assertEquals("0", database.single("SELECT octet_length(sealed_private_key) FROM signing_key"));
    assertTrue(verifies(service, signed));
    vault.become(State.SEALED);
    assertUnavailable(() -> sign(service));
    assertUnavailable(() -> issue(service));
    assertUnavailable(() -> rotate(service, DID + "#key-1"));
    assertEquals("0", database.single("SELECT count(*) FROM issued_credential"));
    assertTrue(verifies(service, signed), "verification needs no signer");
    vault.become(State.WORKS);
    issue(service);
    assertEquals("1", database.single("SELECT count(*) FROM issued_credential"));
    service.stop();
  }

  @Test
  void aListThatHasNotChangedIsServedWhileVaultIsAway() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    RunningService service = RunningService.start(database, inVault());
    issue(service);
    JsonBytes list = list(service);
    vault.become(State.SEALED);
    String age = "UPDATE status_list_credential SET signed_at = now() - interval '%d days'";
    database.execute(age.formatted(16));
    assertEquals(list, list(service));
    database.execute(age.formatted(30));
    assertUnavailable(() -> list(service));
    vault.become(State.WORKS);
    assertNotEquals(list, list(service));
    service.stop();
  }

  private static JsonBytes list(RunningService service) throws Exception {
    return service
        .request(
            CredentialOperations.READ_STATUS_LIST,
            new ReadStatusListRequest("1", "revocation"),
            Caller.NOBODY)
        .document();
  }

  @Test
  void aServiceStartsBeforeVault() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    vault.become(State.SEALED);
    int before = vault.requests();
    vertx.setPeriodic(
        10, tick -> vault.become(vault.requests() > before ? State.WORKS : State.SEALED));
    RunningService service = RunningService.start(database, inVault());
    assertTrue(verifies(service, sign(service)));
    service.stop();
  }

  @Test
  void anIssuerMovesToVaultAndBackByRotation() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    RunningService before = RunningService.start(database, SETTINGS);
    JsonNode local = sign(before);
    before.stop();

    RunningService moved = RunningService.start(database, inVault());
    assertEquals(DID + "#key-1", method(sign(moved)));
    rotate(moved, DID + "#key-1");
    JsonNode held = sign(moved);
    assertEquals(DID + "#key-2", method(held));
    assertTrue(verifies(moved, local));
    assertTrue(verifies(moved, held));
    moved.stop();

    RunningService without = RunningService.start(database, SETTINGS);
    assertTrue(verifies(without, held));
    assertUnavailable(() -> sign(without));
    rotate(without, DID + "#key-2");
    assertTrue(verifies(without, sign(without)));
    assertEquals("1", database.single("SELECT count(*) FROM signing_key WHERE held_by = 'VAULT'"));
    without.stop();
  }

  private Map<String, String> inVault() {
    Map<String, String> settings = new HashMap<>(SETTINGS);
    settings.put("KEYS_HELD_BY", "vault");
    settings.put("VAULT_ADDRESS", vault.address());
    settings.put("VAULT_TOKEN", VaultServer.TOKEN);
    return settings;
  }

  private StoredKey made(KeyType type) throws Exception {
    return await(signer.make(DID + "#key-1", DID, type, deadline()));
  }

  private static Deadline deadline() {
    return Deadline.in(Duration.ofMinutes(2));
  }

  static void assertUnavailable(org.junit.jupiter.api.function.Executable work) {
    FailureException refused = assertThrows(FailureException.class, work);
    assertEquals(FailureKind.UNAVAILABLE, refused.failure().kind());
    assertFalse(refused.getMessage().contains("127.0.0.1"), refused.getMessage());
  }

  static JsonBytes template() {
    return JsonBytes.of(
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"], "type": ["VerifiableCredential"],
         "issuanceDate": "2026-01-02T03:04:05Z", "credentialSubject": {"name": "{{name}}"}}
        """);
  }

  static JsonNode sign(RunningService service) throws Exception {
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{\"name\": \"Ada\"}"), template());
    return Json.parse(
        service
            .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.ADMIN)
            .credential());
  }

  private static void issue(RunningService service) throws Exception {
    service.request(
        CredentialOperations.ISSUE_CREDENTIAL,
        new IssueCredentialRequest(
            "Student", "s-1", null, template(), JsonBytes.of("{\"name\": \"Ada\"}")),
        RunningService.ADMIN);
  }

  static void rotate(RunningService service, String method) throws Exception {
    service.request(
        IssuerOperations.ROTATE_KEY, new RotateKeyRequest(method), RunningService.ADMIN);
  }

  static boolean verifies(RunningService service, JsonNode signed) throws Exception {
    return service
        .request(
            CredentialOperations.VERIFY_CREDENTIAL,
            new VerifyCredentialRequest(Json.write(signed)),
            Caller.NOBODY)
        .verified();
  }

  static String method(JsonNode signed) {
    return signed.at("/proof/verificationMethod").textValue();
  }
}
