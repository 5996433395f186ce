package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With SIGNING=deferred: the signer hangs, and the registry is killed with what it had to sign. */
@Tag("resilience")
class DeferredSigningAcceptanceTest {

  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int SOME = 20;
  private static final List<String> OTHERS = List.of("credential", "claims", "schema", "file");

  @AutoClose("discard")
  private static RunningSuite suite;

  private static OwnType note;

  @BeforeAll
  static void start() {
    suite = RunningSuite.startOwn(Map.of("SIGNING", "deferred"), "--processes");
    String token =
        new IdentityProvider(suite.endpoints()).clientCredentials().get("access_token").textValue();
    note =
        OwnType.publish(
            Client.withToken(suite.endpoints(), token),
            "Note",
            "{\"type\": \"object\", \"properties\": {\"text\": {\"type\": \"string\"}}}",
            """
            {"roles": [], "enableLogin": false, "credentialTemplate": {
             "@context": ["https://www.w3.org/2018/credentials/v1"],
             "type": ["VerifiableCredential"],
             "credentialSubject": {"type": "Note", "text": "{{text}}"}}}
            """);
  }

  @AfterEach
  void allGoOn() throws Exception {
    for (String service : OTHERS) {
      signal("CONT", service);
    }
  }

  @Test
  void entityIsStoredWhileTheSignerHangsAndItsCredentialComesLater() throws Exception {
    signal("STOP", "credential");
    String id = note.create("{\"text\": \"early\"}");
    assertFalse(read(id).has("_osSignedData"));
    Answer pending = note.admin().get(note.path(id), "accept", "application/vc+ld+json");
    pending.failed(503, "registry.credential.pending");
    assertNotNull(pending.header("retry-after"));
    note.admin().put(note.path(id), "{\"text\": \"late\"}").status(200);

    signal("CONT", "credential");
    assertEquals("late", valid(id).at("/credentialSubject/text").textValue());
    note.admin().get(note.path(id), "accept", "application/vc+ld+json").status(200);
  }

  /**
   * Each process keeps a part of the registrations. To send a first request to the new registry,
   * the gateway must not have to read any of them from a process that hangs.
   */
  @Test
  void newRegistryIsReachedWhileAllOthersHang() throws Exception {
    String id = note.create("{\"text\": \"first\"}");
    kill("registry");
    for (String service : OTHERS) {
      signal("STOP", service);
    }

    Client client = note.admin();
    client.get(note.path()).status(200);
    client.get(note.path(id)).status(200);
    client.post(note.path() + "/search", "{\"filters\": {}}").status(200);
    client.put(note.path(id), "{\"text\": \"second\"}").status(200);
    client.put(note.path(id) + "/text", "\"third\"").status(200);
    client.delete(note.path(id)).status(200);
  }

  @Test
  void nothingIsSignedOfWhatIsRevokedOrDeletedMeanwhile() throws Exception {
    signal("STOP", "credential");
    String revoked = note.create("{\"text\": \"revoked\"}");
    String deleted = note.create("{\"text\": \"deleted\"}");
    note.admin().delete(note.path(deleted)).status(200);
    note.admin().post(note.path(revoked) + "/revoke", "{}").status(200);
    signal("CONT", "credential");
    String after = note.create("{\"text\": \"after\"}");

    valid(after);
    assertEquals("", read(revoked).get("_osSignedData").textValue());
    note.admin().get(note.path(revoked), "accept", "application/vc+ld+json").status(410);
    note.admin().get(note.path(deleted)).status(404);
  }

  @Test
  void allIsSignedAfterTheRegistryIsKilledWhileItSigns() throws Exception {
    signal("STOP", "credential");
    List<String> waiting = IntStream.range(0, SOME).mapToObj(i -> create("w", i)).toList();
    kill("registry");
    signal("CONT", "credential");
    waiting.forEach(DeferredSigningAcceptanceTest::valid);

    List<String> inFlight = IntStream.range(0, SOME).mapToObj(i -> create("f", i)).toList();
    kill("registry");
    inFlight.forEach(DeferredSigningAcceptanceTest::valid);
  }

  private static String create(String prefix, int number) {
    return note.create("{\"text\": \"%s%d\"}".formatted(prefix, number));
  }

  private static JsonNode read(String id) {
    return reached(() -> note.admin().get(note.path(id))).status(200).json();
  }

  /** Where a service has one replica, the others know its next one some seconds after it is up. */
  private static Answer reached(Supplier<Answer> call) {
    return Eventually.until(SOON, call, answer -> answer.header("retry-after") == null);
  }

  /** The entity's credential when it comes; it verifies. */
  private static JsonNode valid(String id) {
    JsonNode entity = Eventually.until(SOON, () -> read(id), now -> now.has("_osSignedData"));
    JsonNode credential = Json.read(entity.get("_osSignedData").textValue());
    String request = Json.write(Map.of("signedCredentials", credential)).text();
    Answer verified = reached(() -> note.admin().post("/api/v1/verify", request)).status(200);
    assertTrue(verified.json().get("verified").booleanValue(), () -> verified.json().toString());
    return credential;
  }

  private static void kill(String service) {
    Endpoints.Replica replica = suite.replica(service, 1);
    ProcessHandle.of(replica.pid()).orElseThrow().destroyForcibly();
    suite.awaitReplacement(replica);
    reached(() -> note.admin().post(note.path(), "{\"text\": \"created again\"}")).status(200);
  }

  private static void signal(String name, String service) throws IOException, InterruptedException {
    String pid = Long.toString(suite.replica(service, 1).pid());
    assertEquals(0, new ProcessBuilder("kill", "-" + name, pid).start().waitFor());
  }
}
