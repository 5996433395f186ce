package org.attestry.credential;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.ImportRevocationsRequest;
import org.attestry.contracts.credential.CredentialOperations.ImportedRevocations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Revocations of a former system, whose credentials verify here by its imported key. */
class RevocationImportIT {

  private static final Path GOLDEN = Path.of("src/test/resources/golden/peer-6.json");

  private TestDatabase database;
  private RunningService service;
  private ObjectNode withoutId;
  private ObjectNode withId;

  @BeforeEach
  void start() throws Exception {
    database = RunningService.migratedDatabase();
    service = RunningService.start(database, Map.of("PUBLIC_URL", "http://localhost:8081"));
    JsonNode golden = Json.read(JsonBytes.of(Files.readAllBytes(GOLDEN)));
    withoutId = (ObjectNode) golden.at("/credentials/simple");
    withId = (ObjectNode) golden.at("/credentials/with id and subject id");
    ImportKeyRequest key =
        ImportKeyRequest.ofPublicKey(
            golden.get("issuer").textValue(),
            golden.get("verificationMethod").textValue(),
            golden.get("publicKeyPem").textValue(),
            List.of(Json.write(withId.get("@context"))));
    service.request(IssuerOperations.IMPORT_KEY, key, RunningService.ADMIN);
  }

  @AfterEach
  void stop() throws Exception {
    service.stop();
  }

  @Test
  void whatAFormerSystemRevokedDoesNotVerify() throws Exception {
    assertNull(revocation(withoutId));
    assertNull(revocation(withId));

    ImportedRevocations first = importLines(line("signedData", withoutId));
    ImportedRevocations second =
        importLines(line("credentialId", withId.get("id")).put("revokedAt", "2024-03-01"));

    assertEquals(1, first.imported() + first.refused());
    assertEquals(1, second.imported() + second.refused());
    assertEquals("revoked", revocation(withoutId));
    assertEquals("revoked", revocation(reordered(withoutId)));
    assertEquals("revoked", revocation(withId));
  }

  @Test
  void aCredentialIsRevokedByTheHashOfItsCanonicalFormAlone() throws Exception {
    importLines(line("signedData", withoutId));
    String hash = database.single("SELECT value FROM imported_revocation WHERE kind = 'HASH'");
    database.execute("DELETE FROM imported_revocation");
    assertNull(revocation(withoutId));

    importLines(line("signedHash", JsonNodeFactory.instance.textNode(hash.toUpperCase())));

    assertEquals("revoked", revocation(withoutId));
    assertNull(revocation(withId));
  }

  /** This software signed two forms of a credential whose context has a language in capitals. */
  @Test
  void aCredentialIsRevokedInEveryFormInWhichItVerifies() throws Exception {
    ObjectNode credential = withoutId.deepCopy();
    credential.withArray("@context").addObject().put("@language", "en-GB");
    credential.withObject("credentialSubject").put("urn:ex:nick", "Ann");

    ImportedRevocations imported = importLines(line("signedData", credential));

    assertEquals("1 1", imported.rows() + " " + imported.imported());
    assertEquals("2", database.single("SELECT count(*) FROM imported_revocation"));
  }

  @Test
  void aCredentialMayBeSentAsItsTextAndThenItsIdCountsToo() throws Exception {
    importLines(line("signedData", JsonNodeFactory.instance.textNode(withId.toString())));

    assertEquals(
        "[HASH, ID]",
        database.query("SELECT kind FROM imported_revocation ORDER BY kind").toString());
    assertEquals("revoked", revocation(withId));
  }

  @Test
  void aCredentialInAnEnvelopeIsRevokedWhicheverFormIsSent() throws Exception {
    for (boolean asText : List.of(true, false)) {
      ObjectNode enveloped =
          signed("{\"type\": \"vc+jwt\", \"alg\": \"EdDSA\"}", "urn:x:" + asText);
      JsonNode jwt =
          JsonNodeFactory.instance.textNode(
              enveloped.get("id").textValue().substring("data:application/vc+jwt,".length()));
      assertNull(revocation(enveloped));

      importLines(line("signedData", asText ? jwt : enveloped));

      assertEquals("revoked", revocation(enveloped));
      assertEquals("revoked", revocation(jwt));
    }
  }

  @Test
  void whatIsInNoEnvelopeIsRefusedWithWhatToSend() throws Exception {
    ObjectNode junk = signed("{\"type\": \"vc+jwt\", \"alg\": \"EdDSA\"}", "urn:x:1");
    junk.put("id", "data:application/vc+jwt,junk");
    ObjectNode sdJwt = line("signedData", JsonNodeFactory.instance.textNode("e30.e30.c2ln~e30~"));
    ObjectNode text = line("signedData", JsonNodeFactory.instance.textNode("a credential"));

    ImportedRevocations done =
        importLines(line("signedData", junk), sdJwt, text, line("credentialId", withId.get("id")));

    assertEquals(List.of(4, 1, 3), List.of(done.rows(), done.imported(), done.refused()));
    assertEquals(
        List.of("1 /signedData envelope", "2 /signedData sd-jwt", "3 /signedData type"),
        done.errors().stream()
            .map(error -> error.line() + " " + error.pointer() + " " + error.rule())
            .toList());
  }

  private ObjectNode signed(String proof, String id) throws Exception {
    String template =
        """
        {"@context": ["https://www.w3.org/ns/credentials/v2"], "id": "%s",
         "type": ["VerifiableCredential"], "credentialSubject": {"name": "Ada"}, "proof": %s}
        """;
    SignCredentialRequest request =
        new SignCredentialRequest(JsonBytes.of("{}"), JsonBytes.of(template.formatted(id, proof)));
    return (ObjectNode)
        Json.read(
            service
                .request(CredentialOperations.SIGN_CREDENTIAL, request, RunningService.ADMIN)
                .credential());
  }

  @Test
  void linesThatAreImportedBeforeChangeNothing() throws Exception {
    ObjectNode known = line("signedData", withId);
    importLines(known);

    ImportedRevocations again =
        importLines(known, line("credentialId", withId.get("id")), line("signedData", withoutId));

    assertEquals(new ImportedRevocations(3, 1, 2, 0, List.of(), 0), again);
  }

  @Test
  void aLineThatIsWrongIsRefusedAndTheOthersAreStored() throws Exception {
    String lines =
        """
        {"credentialId": "urn:uuid:1"}

        {"credentialId": 7}
        {"signedHash": "d41d8cd98f00b204e9800998ecf8427e"}
        {"signedData": {"@context": ["https://unknown.example/v1"], "type": "x"}}
        {"revokedAt": "2024-01-01"}
        {"credentialId": "urn:uuid:2", "revokedAt": "yesterday"}
        {"credentialId": "urn:uuid:2", "entity": "Student"}
        no JSON
        ["urn:uuid:3"]
        {"credentialId": "urn:uuid:4"}
        {"credentialId": "urn:uuid:5", "revokedAt": "2999-01-01T00:00:00Z"}
        """;

    ImportedRevocations done = importText(lines);

    assertEquals(List.of(11, 2, 9), List.of(done.rows(), done.imported(), done.refused()));
    assertEquals(
        List.of(
            "3 /credentialId type",
            "4 /signedHash format",
            "5 /signedData/@context/0 context.unknown",
            "6  required",
            "7 /revokedAt format",
            "8  unknown",
            "9  json",
            "10  type",
            "12 /revokedAt future"),
        done.errors().stream()
            .map(error -> error.line() + " " + error.pointer() + " " + error.rule())
            .toList());
  }

  @Test
  void aCredentialThatWasIssuedHereIsRevokedByItsOwnOperation() throws Exception {
    String template =
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"],
         "type": ["VerifiableCredential"], "issuanceDate": "2026-01-02T03:04:05Z",
         "credentialSubject": {"type": "Person", "name": "Ada"}}
        """;
    IssuedCredential issued =
        service.request(
            CredentialOperations.ISSUE_CREDENTIAL,
            new IssueCredentialRequest(
                "Student",
                UUID.randomUUID().toString(),
                null,
                JsonBytes.of(template),
                JsonBytes.of("{}")),
            Caller.NOBODY);
    ObjectNode credential = (ObjectNode) Json.read(issued.credential());

    FailureException refused =
        assertThrows(
            FailureException.class,
            () ->
                importLines(
                    line("signedData", credential), line("credentialId", credential.get("id"))));

    JsonNode report = Json.read(refused.failure().report());
    assertEquals("issued-here", report.at("/errors/1/rule").textValue());
    assertEquals(2, report.get("refused").intValue());
    assertNull(revocation(credential));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"urn:uuid:1 ", " urn:uuid:1", "urn:uuid:1\\n", "\uFEFFurn:uuid:1", "1", ""})
  void anIdThatNoCredentialCanHaveIsRefused(String id) throws Exception {
    String lines = "{\"credentialId\": \"%s\"}\n{\"credentialId\": \"urn:uuid:2\"}".formatted(id);
    ImportedRevocations done = importText(lines);
    assertEquals(List.of(1, 1), List.of(done.imported(), done.refused()));
    assertEquals("/credentialId", done.errors().getFirst().pointer());
  }

  @Test
  void onlyAdminsImportAndOnlySoMuchAtOnce() {
    assertEquals(
        FailureKind.FORBIDDEN, kind("{\"credentialId\":\"urn:x\"}", RunningService.SOMEBODY));
    assertEquals(FailureKind.UNAUTHENTICATED, kind("{}", Caller.NOBODY));
    assertEquals(FailureKind.TOO_LARGE, kind("\n".repeat(10_001), RunningService.ADMIN));
    assertEquals(FailureKind.INVALID, kind("{}", RunningService.ADMIN));
  }

  @Test
  void importsOfTheSameLinesAtOneTimeAllSucceed() throws Exception {
    List<String> lines =
        new ArrayList<>(
            IntStream.range(0, 2_000)
                .mapToObj(i -> "{\"credentialId\":\"urn:uuid:%d\"}".formatted(i))
                .toList());
    List<Future<ImportedRevocations>> begun = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Collections.rotate(lines, 250);
      var request = new ImportRevocationsRequest(String.join("\n", lines));
      begun.add(
          service.begin(CredentialOperations.IMPORT_REVOCATIONS, request, RunningService.ADMIN));
    }
    int imported = 0;
    for (Future<ImportedRevocations> one : begun) {
      imported += await(one).imported();
    }

    assertEquals(2_000, imported);
    assertEquals("2000", database.single("SELECT count(*) FROM imported_revocation"));
  }

  private FailureKind kind(String text, Caller caller) {
    var request = new ImportRevocationsRequest(text);
    return assertThrows(
            FailureException.class,
            () -> service.request(CredentialOperations.IMPORT_REVOCATIONS, request, caller))
        .failure()
        .kind();
  }

  private static ObjectNode line(String member, JsonNode value) {
    return Json.object().set(member, value);
  }

  private ImportedRevocations importLines(ObjectNode... lines) throws Exception {
    return importText(
        List.of(lines).stream().map(ObjectNode::toString).collect(Collectors.joining("\n")));
  }

  private ImportedRevocations importText(String text) throws Exception {
    return service.request(
        CredentialOperations.IMPORT_REVOCATIONS,
        new ImportRevocationsRequest(text),
        RunningService.ADMIN);
  }

  /** Returns the same credential with its members in reverse order. */
  private static ObjectNode reordered(ObjectNode credential) {
    List<String> names = new ArrayList<>();
    credential.fieldNames().forEachRemaining(names::add);
    Collections.reverse(names);
    ObjectNode other = Json.object();
    names.forEach(name -> other.set(name, credential.get(name)));
    return other;
  }

  private String revocation(JsonNode credential) throws Exception {
    VerificationView view =
        service.request(
            CredentialOperations.VERIFY_CREDENTIAL,
            new VerifyCredentialRequest(Json.write(credential)),
            Caller.NOBODY);
    assertEquals("OK", view.checks().getFirst().status().name(), () -> view.checks().toString());
    return view.checks().stream()
        .filter(check -> check.check().equals("revocation"))
        .findFirst()
        .orElseThrow()
        .reason();
  }
}
