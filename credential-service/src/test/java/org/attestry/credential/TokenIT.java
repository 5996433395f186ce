package org.attestry.credential;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.credential.crypto.MasterKey;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.crypto.SealedKeys;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.PrivatePart;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.pkcs11.Pkcs11Signer;
import org.attestry.credential.pkcs11.Pkcs11Token;
import org.attestry.runtime.fair.Workers;
import org.attestry.testkit.Prerequisite;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys in a token behind PKCS #11, SoftHSM; the build names its configuration. */
class TokenIT {

  private static final byte[] INPUT = "what is signed".getBytes(StandardCharsets.UTF_8);
  private static final SealedKeys KEYS =
      new SealedKeys(
          MasterKey.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="),
          Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC));
  private static final String DID = "did:web:localhost%3A8081";
  private static final String PIN = "1234";
  private static final int MOST_SLOTS = 16;
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/softhsm/libsofthsm2.so"),
          Path.of("/usr/lib64/softhsm/libsofthsm2.so"),
          Path.of("/usr/lib64/pkcs11/libsofthsm2.so"));

  private static String library;

  private Vertx vertx;
  private Workers workers;

  @BeforeAll
  static void makeToken() throws Exception {
    library = LIBRARIES.stream().filter(Files::exists).map(Path::toString).findFirst().orElse(null);
    Prerequisite.require(library != null, "SoftHSM is missing: keys in tokens are not tested.");
    Path configuration = Path.of(System.getenv("SOFTHSM2_CONF"));
    Path tokens = configuration.resolveSibling("tokens");
    deleteAll(tokens);
    Files.createDirectories(tokens);
    Files.writeString(configuration, "directories.tokendir = " + tokens + "\nlog.level = ERROR\n");
    run(
        "softhsm2-util",
        "--init-token",
        "--free",
        "--label",
        "t",
        "--so-pin",
        "0000",
        "--pin",
        PIN);
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  private static void deleteAll(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    workers = new Workers(vertx, "token", 2, 64, new SimpleMeterRegistry());
  }

  @AfterEach
  void stop() throws Exception {
    await(workers.close());
    await(vertx.close());
  }

  private Pkcs11Signer signer(Pkcs11Token token) {
    return new Pkcs11Signer(token, workers::run, Duration.ofSeconds(20), KEYS);
  }

  @ParameterizedTest
  @EnumSource(value = SignatureAlgorithm.class, names = "ED25519", mode = EnumSource.Mode.EXCLUDE)
  void keysSignInTheToken(SignatureAlgorithm algorithm) throws Exception {
    Pkcs11Signer signer = signer(new Pkcs11Token(library, -1, PIN));
    StoredKey key = await(signer.make(DID + "#key-1", DID, algorithm.keyType(), deadline()));
    byte[] signature = await(signer.sign(key, algorithm, INPUT, deadline()));

    assertEquals(algorithm.keyType(), key.type());
    assertEquals(0, key.privatePart().sealed().length);
    assertTrue(KEYS.verifies(key, algorithm, INPUT, signature));
  }

  @Test
  void signsAgainAfterTheTokenHasEndedItsSessions() throws Exception {
    Pkcs11Signer signer = signer(new Pkcs11Token(library, -1, PIN));
    StoredKey key = await(signer.make(DID + "#key-1", DID, KeyType.P256, deadline()));
    await(sign(signer, key));
    endSessions();

    assertThrows(FailureException.class, () -> await(sign(signer, key)));
    assertTrue(KEYS.verifies(key, SignatureAlgorithm.ES256, INPUT, await(sign(signer, key))));
  }

  private static Future<byte[]> sign(Pkcs11Signer signer, StoredKey key) {
    return signer.sign(key, SignatureAlgorithm.ES256, INPUT, deadline());
  }

  /**
   * Closes all sessions, as a restart of the token does, by PKCS #11's C_GetSlotList and
   * C_CloseAllSessions.
   */
  @SuppressWarnings("restricted")
  private static void endSessions() {
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup functions = SymbolLookup.libraryLookup(Path.of(library), Arena.global());
      MethodHandle list =
          Linker.nativeLinker()
              .downcallHandle(
                  functions.findOrThrow("C_GetSlotList"),
                  FunctionDescriptor.of(JAVA_LONG, JAVA_BYTE, ADDRESS, ADDRESS));
      MethodHandle close =
          Linker.nativeLinker()
              .downcallHandle(
                  functions.findOrThrow("C_CloseAllSessions"),
                  FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
      MemorySegment slots = arena.allocate(JAVA_LONG, MOST_SLOTS);
      MemorySegment count = arena.allocateFrom(JAVA_LONG, MOST_SLOTS);
      assertEquals(0L, (long) list.invokeExact((byte) 1, slots, count));
      for (int slot = 0; slot < count.get(JAVA_LONG, 0); slot++) {
        assertEquals(0L, (long) close.invokeExact(slots.getAtIndex(JAVA_LONG, slot)));
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusesToMakeEd25519Keys() {
    Pkcs11Signer signer = signer(new Pkcs11Token(library, -1, PIN));
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> await(signer.make(DID + "#key-1", DID, KeyType.ED25519, deadline())));
    assertEquals(FailureKind.INVALID, refused.failure().kind());
  }

  @Test
  void aKeyThatIsNotInTheTokenIsUnavailable() throws Exception {
    Pkcs11Signer signer = signer(new Pkcs11Token(library, -1, PIN));
    StoredKey key = await(signer.make(DID + "#key-1", DID, KeyType.P256, deadline()));
    StoredKey gone =
        KEYS.held(
            DID + "#key-2",
            DID,
            PemKeys.read(key.publicKeyPem()).getEncoded(),
            PrivatePart.heldBy(KeyHolder.PKCS11, "attestry-none"));
    VaultIT.assertUnavailable(
        () -> await(signer.sign(gone, SignatureAlgorithm.ES256, INPUT, deadline())));
    byte[] signature = await(signer.sign(key, SignatureAlgorithm.ES256, INPUT, deadline()));
    assertTrue(KEYS.verifies(key, SignatureAlgorithm.ES256, INPUT, signature));
  }

  @Test
  void aLibraryThatIsMissingIsNamedByItsSetting() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new Pkcs11Token("/none.so", -1, PIN));
    assertTrue(refused.getMessage().startsWith("PKCS11_LIBRARY"), refused.getMessage());
  }

  @Test
  void aServiceMakesItsKeysInTheTokenAndFindsThemAfterARestart() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    Map<String, String> settings = inToken();
    RunningService service = RunningService.start(database, settings);
    JsonNode signed = VaultIT.sign(service);
    assertEquals("PKCS11", database.single("SELECT held_by FROM signing_key"));
    assertEquals("0", database.single("SELECT octet_length(sealed_private_key) FROM signing_key"));
    assertTrue(VaultIT.verifies(service, signed));
    service.stop();

    RunningService again = RunningService.start(database, settings);
    assertEquals(DID + "#key-1", VaultIT.method(VaultIT.sign(again)));
    VaultIT.rotate(again, DID + "#key-1");
    assertEquals(DID + "#key-2", VaultIT.method(VaultIT.sign(again)));
    assertTrue(VaultIT.verifies(again, signed));
    again.stop();
  }

  private static Map<String, String> inToken() {
    Map<String, String> settings = new HashMap<>();
    settings.put("PUBLIC_URL", "http://localhost:8081");
    settings.put("KEYS_HELD_BY", "pkcs11");
    settings.put("PKCS11_LIBRARY", library);
    settings.put("PKCS11_PIN", PIN);
    return settings;
  }

  @Test
  void aTypeThatTheTokenDoesNotMakeIsRefusedWhereItWasAskedFor() throws Exception {
    TestDatabase database = RunningService.migratedDatabase();
    RunningService before =
        RunningService.start(database, Map.of("PUBLIC_URL", "http://localhost:8081"));
    before.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(DID + ":issuers:school", null, "ED25519"),
        RunningService.ADMIN);
    before.stop();

    RunningService service = RunningService.start(database, inToken());
    assertEquals("/keyType", pointer(() -> createIssuer(service)));
    assertEquals(
        "/credentialTemplate/proof",
        pointer(() -> sign(service, "{\"type\": \"Ed25519Signature2020\"}")));
    assertEquals(
        "/credentialTemplate/proof/alg",
        pointer(
            () ->
                sign(
                    service, "{\"type\": \"dc+sd-jwt\", \"alg\": \"EdDSA\", \"vct\": \"urn:v\"}")));
    assertEquals(
        "/verificationMethod",
        pointer(() -> VaultIT.rotate(service, DID + ":issuers:school#key-1")));
    service.stop();
  }

  private static String pointer(Executable refused) {
    Failure failure = assertThrows(FailureException.class, refused).failure();
    assertEquals("credential.key.invalid", failure.code());
    return failure.violations().getFirst().pointer();
  }

  private static void createIssuer(RunningService service) throws Exception {
    service.request(
        IssuerOperations.CREATE_ISSUER,
        new CreateIssuerRequest(DID, null, "ED25519"),
        RunningService.ADMIN);
  }

  private static void sign(RunningService service, String proof) throws Exception {
    String template =
        """
        {"@context": ["https://www.w3.org/ns/credentials/v2"], "type": ["VerifiableCredential"],
         "credentialSubject": {"id": "urn:subject"}, "proof": %s}
        """;
    service.request(
        CredentialOperations.SIGN_CREDENTIAL,
        new SignCredentialRequest(JsonBytes.of("{}"), JsonBytes.of(template.formatted(proof))),
        RunningService.ADMIN);
  }

  private static Deadline deadline() {
    return Deadline.in(Duration.ofMinutes(2));
  }
}
