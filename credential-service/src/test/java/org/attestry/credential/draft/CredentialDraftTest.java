package org.attestry.credential.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.credential.suite.TestProofs;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialDraftTest {

  private static final Issuers ISSUERS =
      new Issuers("did:web:ours.example", List.of("did:web:allowed.example"), 10);
  private static final ProofSuites PROOFS = TestProofs.at("https://registry.example");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  @Test
  void leavesACompleteTemplateAsItIs() {
    ObjectNode complete = complete();
    assertEquals(complete, CredentialDraft.of(complete, ISSUERS, NOW).credential());
  }

  @Test
  void addsIssuerAndDateWhereTheTemplateHasNone() {
    ObjectNode filled = complete().put("issuanceDate", "");
    filled.remove("issuer");
    CredentialDraft draft = CredentialDraft.of(filled, ISSUERS, NOW);

    assertEquals("did:web:ours.example", read(draft).terms().issuer());
    assertEquals("did:web:ours.example", draft.credential().get("issuer").textValue());
    assertEquals("2026-01-02T03:04:05Z", draft.credential().get("issuanceDate").textValue());
  }

  @Test
  void writesContextAndTypeAsArrays() {
    ObjectNode filled = complete().put("@context", CredentialDraft.V1);
    filled.put("type", "VerifiableCredential");
    ObjectNode credential = CredentialDraft.of(filled, ISSUERS, NOW).credential();

    assertEquals(CredentialDraft.V1, credential.at("/@context/0").textValue());
    assertEquals("VerifiableCredential", credential.at("/type/0").textValue());
  }

  @Test
  void givesAnIdAfterTheContext() {
    ObjectNode credential = CredentialDraft.withId(complete(), ISSUERS, NOW).credential();

    List<String> names = credential.properties().stream().map(Map.Entry::getKey).toList();
    assertEquals(List.of("@context", "id"), names.subList(0, 2));
    assertTrue(credential.get("id").textValue().startsWith("urn:uuid:"));
  }

  @ParameterizedTest
  @CsvSource({"issuanceDate, validFrom", "expirationDate, validUntil"})
  void refusesDatesOfTheFirstDataModelInTheSecond(String member, String instead) {
    ObjectNode filled = complete();
    filled.remove("issuanceDate");
    filled.put("@context", CredentialDraft.V2).put(member, "2026-01-02T03:04:05Z");

    FailureException failed =
        assertThrows(FailureException.class, () -> read(CredentialDraft.of(filled, ISSUERS, NOW)));
    Violation refused = failed.failure().violations().getFirst();
    assertEquals("/" + member + " data-model", refused.pointer() + " " + refused.rule());
    assertTrue(refused.message().contains(instead), refused.message());

    filled.set(instead, filled.remove(member));
    read(CredentialDraft.of(filled, ISSUERS, NOW));
  }

  @Test
  void aContextMayDefineDatesOfTheFirstDataModelInTheSecond() {
    ObjectNode filled = complete();
    filled.remove("issuanceDate");
    filled.withArray("@context").removeAll().add(CredentialDraft.V2);
    filled
        .withArray("@context")
        .addObject()
        .putObject("expirationDate")
        .put("@id", "https://www.w3.org/2018/credentials#expirationDate")
        .put("@type", "http://www.w3.org/2001/XMLSchema#dateTime");
    filled.put("expirationDate", "2026-01-02T03:04:05Z");

    assertEquals(1, read(CredentialDraft.of(filled, ISSUERS, NOW)).terms().ends().size());
  }

  @Test
  void datesOfTheSecondDataModelAreOfTheFirstToo() {
    ObjectNode filled = complete().put("validUntil", "2026-01-02T03:04:05Z");
    assertEquals(1, read(CredentialDraft.of(filled, ISSUERS, NOW)).terms().ends().size());
  }

  @Test
  void keepsTheTemplatesId() {
    ObjectNode filled = complete().put("id", "urn:x:1");
    assertEquals(
        "urn:x:1", CredentialDraft.withId(filled, ISSUERS, NOW).credential().get("id").textValue());
  }

  @Test
  void readsIssuersThatAreObjects() {
    ObjectNode filled = complete();
    filled.putObject("issuer").put("id", "did:web:allowed.example").put("urn:name", "School");
    assertEquals(
        "did:web:allowed.example", read(CredentialDraft.of(filled, ISSUERS, NOW)).terms().issuer());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"@context\": [\"https://example.org/\"]}|/@context/0",
        "{\"@context\": []}|/@context/0",
        "{\"type\": [\"Person\"]}|/type",
        "{\"credentialSubject\": \"\"}|/credentialSubject",
        "{\"proof\": {}}|/proof",
        "{\"issuanceDate\": \"yesterday\"}|/issuanceDate",
        "{\"issuanceDate\": \"2026-01-02\"}|/issuanceDate",
        "{\"issuanceDate\": \"2026-02-30T00:00:00Z\"}|/issuanceDate",
        "{\"expirationDate\": \"2026-01-02T03:04Z\"}|/expirationDate",
        "{\"validUntil\": 5}|/validUntil",
        "{\"issuer\": \"did:web:other.example\"}|/issuer",
        "{\"issuer\": {\"name\": \"School\"}}|/issuer",
        "{\"issuer\": 5}|/issuer"
      })
  void pointsAtWhatIsMissingOrWrong(String change, String pointer) {
    ObjectNode filled = complete().setAll((ObjectNode) Json.read(change));
    FailureException refused =
        assertThrows(FailureException.class, () -> read(CredentialDraft.of(filled, ISSUERS, NOW)));
    assertEquals(
        List.of(pointer), refused.failure().violations().stream().map(Violation::pointer).toList());
  }

  @Test
  void aWrongContextIsToldBothThatMayBeFirst() {
    ObjectNode filled = complete().setAll((ObjectNode) Json.read("{\"@context\": []}"));
    FailureException refused =
        assertThrows(FailureException.class, () -> read(CredentialDraft.of(filled, ISSUERS, NOW)));
    assertEquals(
        "The first context must be https://www.w3.org/2018/credentials/v1 or"
            + " https://www.w3.org/ns/credentials/v2.",
        refused.failure().violations().getFirst().message());
  }

  @Test
  void reportsEverythingAtOnce() {
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> CredentialDraft.of((ObjectNode) Json.read("{}"), ISSUERS, NOW));
    assertEquals(3, refused.failure().violations().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05.123+05:30",
        "2026-01-02T03:04:05.000000001-00:30",
        "2024-02-29T23:59:59.5+18:00",
        "0001-01-01T00:00:00Z"
      })
  void readsDates(String date) {
    assertEquals(OffsetDateTime.parse(date).toInstant(), CredentialDraft.instant(date));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-29T03:04:05Z",
        "2026-01-02T24:00:00Z",
        "2026-01-02T23:59:60Z",
        "2026-01-02T03:04:05+18:01",
        "2026-01-02T03:04:05.Z",
        "2026-01-02T03:04:05",
        "2026-01-02"
      })
  void readsNothingElseAsDate(String date) {
    assertNull(CredentialDraft.instant(date));
  }

  @Test
  void dataNamesNoNodesThroughAnUploadedContext() {
    String address = "https://contexts.example/v1";
    Map<String, JsonNode> uploaded =
        Map.of(
            address,
            Json.read(
                "{\"@context\": {\"uid\": \"@id\", \"kind\": {\"@id\": \"@type\"}, \"d\":"
                    + " \"urn:d\"}}"));
    ObjectNode filled = complete();
    filled.withArray("@context").add(address);
    filled.withObject("/credentialSubject/d").put("uid", "did:example:victim");
    CredentialDraft draft = CredentialDraft.of(filled, ISSUERS, NOW);

    draft.read(PROOFS, uploaded, ISSUERS, Budgets.ofACall());
    for (String name : List.of("uid", "kind")) {
      CredentialDraft ofData = draft.bringing(Set.of("other", name));
      FailureException refused =
          assertThrows(
              FailureException.class,
              () -> ofData.read(PROOFS, uploaded, ISSUERS, Budgets.ofACall()));
      assertTrue(refused.failure().message().contains("'%s'".formatted(name)));
    }
  }

  @Test
  void refusesACredentialThatIsTooDeepToBeVerified() {
    ObjectNode filled = complete();
    ObjectNode at = (ObjectNode) filled.get("credentialSubject");
    for (int level = 2; level < 56; level++) {
      at = at.putObject("urn:deeper").put("id", "urn:level:" + level);
    }
    at.put("urn:name", "x");
    read(CredentialDraft.of(filled, ISSUERS, NOW));

    at.putObject("urn:deeper").put("urn:name", "x");
    assertThrows(FailureException.class, () -> read(CredentialDraft.of(filled, ISSUERS, NOW)));
  }

  private static Unsigned read(CredentialDraft draft) {
    return draft.read(PROOFS, Map.of(), ISSUERS, Budgets.ofACall());
  }

  private static ObjectNode complete() {
    return (ObjectNode)
        Json.read(
            """
            {
              "@context": ["https://www.w3.org/2018/credentials/v1"],
              "type": ["VerifiableCredential"],
              "issuanceDate": "2026-01-01T00:00:00Z",
              "credentialSubject": {"urn:name": "Ada"},
              "issuer": "did:web:ours.example"
            }
            """);
  }
}
