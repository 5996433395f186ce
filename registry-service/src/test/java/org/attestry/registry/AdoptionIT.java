package org.attestry.registry;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.EntityAdopted;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AdoptionIT {

  private static final Caller ADMIN = admin();
  private static final String OWNER = "95936ca5-00b0-47a3-8b86-2b04d0c4b5fd";
  private static final String FROM = "https://registry.school.example.org";

  @AutoClose
  private static final RunningRegistry registry = RunningRegistry.with(Map.of("ADOPTION", "on"));

  private static int types;

  @Test
  void recordKeepsItsIdsOwnersTimesAndTheOrderOfItsArrays() {
    String type = publish(person());
    String osid = id();
    String first = id();
    String second = id();
    ObjectNode line = line(osid, "Asha");
    line.withObject("/entity").put("osid", "1-" + osid).put("osOwner", "not read");
    line.withArray("/entity/tags").add("b").add("a");
    line.withArray("/entity/addresses").addObject().put("osid", "1-" + first).put("street", "One");
    line.withArray("/entity/addresses")
        .addObject()
        .put("osid", second)
        .put("street", "Two")
        .put("osCreatedAt", "2026-11-27T05:08:35Z");

    ImportView done = adopt(type, line);

    assertEquals(List.of(1L, 1L, 0L, 0L), counts(done));
    ObjectNode entity = read(type, osid, user(OWNER));
    assertEquals(osid, entity.get("osid").textValue());
    assertEquals(List.of(OWNER), texts(entity.get("osOwner")));
    assertEquals("2026-11-27T05:08:35.747Z", entity.get("osCreatedAt").textValue());
    assertEquals("2026-11-27T05:12:36.129Z", entity.get("osUpdatedAt").textValue());
    assertEquals("", entity.get("osCreatedBy").textValue());
    assertEquals("somebody", entity.get("osUpdatedBy").textValue());
    assertEquals(List.of("b", "a"), texts(entity.get("tags")));
    assertEquals(first, entity.at("/addresses/0/osid").textValue());
    assertEquals(second, entity.at("/addresses/1/osid").textValue());
    assertFalse(entity.at("/addresses/1").has("osCreatedAt"));
    assertEquals(FROM, entity.at("/_osAdopted/from").textValue());
  }

  @Test
  void historyBeginsWithTheAdoptionAndTheEventSaysSo() {
    String type = publish(person());
    String osid = id();
    adopt(type, line(osid, "Asha"));

    HistoryView history =
        registry.request(
            EntityOperations.READ_HISTORY, new ReadHistoryRequest(type, osid, 10, 0), ADMIN);

    assertEquals(1, history.totalCount());
    HistoryView.Entry entry = history.data().getFirst();
    assertEquals("adoptEntity", entry.operation());
    assertEquals("/_osAdopted", entry.changes().getFirst().pointer());
    assertEquals(FROM, Json.read(entry.changes().getFirst().to()).get("from").textValue());
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      List<EntityAdopted> events =
          Eventually.until(
              () ->
                  kafka.received(RegistryFacts.ENTITY_ADOPTED).stream()
                      .filter(event -> event.osid().equals(osid))
                      .toList(),
              found -> !found.isEmpty());
      assertEquals(FROM, events.getFirst().from());
    }
  }

  @Test
  void attestationThatWaitsIsGrantedHere() {
    String type = publish(person().policy("nameAttest", null, "name", "email"));
    registry.publish(TestType.named("Teacher"));
    registry.teacher(RunningRegistry.TEACHER, "Kochi");
    String osid = id();
    String claim = id();
    ObjectNode line = line(osid, "Asha");
    attestation(line, "nameAttest", "ATTESTATION_REQUESTED")
        .put("claimId", claim)
        .put("raisedBy", OWNER)
        .putObject("propertyData")
        .putArray("name")
        .add("as it was there");
    adopt(type, line);

    registry.deliver(
        RunningRegistry.decision(new EntityReceipt(type, osid, 1), claim, Decision.GRANTED));

    ObjectNode record = (ObjectNode) read(type, osid, ADMIN).at("/nameAttest/0");
    assertEquals("PUBLISHED", record.get("_osState").textValue());
    assertEquals("Asha", record.at("/propertyData/name").textValue());
  }

  @Test
  void attestationsKeepTheirStatesClaimsAndValues() {
    String type = publish(person().policy("nameAttest", null, "name"));
    String osid = id();
    String claim = id();
    ObjectNode line = line(osid, "Asha");
    attestation(line, "nameAttest", "PUBLISHED")
        .put("claimId", claim)
        .put("attestedData", "{\"name\":\"Asha\"}");
    attestation(line, "nameAttest", "REJECTED").put("propertyData", "{\"name\":\"Asha B\"}");
    attestation(line, "nameAttest", "DRAFT");
    adopt(type, line);

    JsonNode records = read(type, osid, ADMIN).get("nameAttest");

    assertEquals(
        List.of("PUBLISHED", "REJECTED", "DRAFT"),
        List.of(
            records.at("/0/_osState").textValue(),
            records.at("/1/_osState").textValue(),
            records.at("/2/_osState").textValue()));
    assertEquals(claim, records.at("/0/_osClaimId").textValue());
    assertEquals("2026-11-27T05:09:34.000Z", records.at("/0/osCreatedAt").textValue());
    assertEquals("Asha B", records.at("/1/propertyData/name").textValue());
    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        RunningRegistry.change(new EntityReceipt(type, osid, 1), "phone", "\"1\"", false),
        ADMIN);
    assertEquals("PUBLISHED", read(type, osid, ADMIN).at("/nameAttest/0/_osState").textValue());
  }

  @Test
  void formerCredentialsOverAttestedValuesAreHiddenWhereTheTypeHidesValues() {
    String type = publish(person().policy("nameAttest", null, "name").privateFields("phone"));
    String osid = id();
    ObjectNode line = line(osid, "Asha");
    attestation(line, "nameAttest", "PUBLISHED")
        .put("claimId", id())
        .set("attestedData", Json.read("{\"name\":\"Asha\",\"phone\":\"1\",\"proof\":{}}"));
    adopt(type, line);

    assertTrue(read(type, osid, ADMIN).at("/nameAttest/0").has("_osAttestedData"));
    assertFalse(read(type, osid, user("stranger")).at("/nameAttest/0").has("_osAttestedData"));
  }

  @Test
  void credentialOfARecordIsRevokedAsEveryOther() {
    String type = publish(person().template("{\"credentialSubject\": {}}"));
    String osid = id();
    String signed = "{\"proof\": {}, \"of\": \"" + osid + "\"}";
    adopt(type, line(osid, "Asha").put("credential", signed));
    assertEquals(signed, read(type, osid, ADMIN).get("_osSignedData").textValue());
    int signedHere = registry.credentials.requests.get();

    registry.request(
        EntityOperations.REVOKE_CREDENTIAL, new RevokeCredentialRequest(type, osid), ADMIN);

    assertEquals("", read(type, osid, ADMIN).get("_osSignedData").textValue());
    Eventually.isTrue(
        () ->
            registry.credentials.withdrawn.stream()
                .anyMatch(
                    one ->
                        one.osid().equals(osid)
                            && one.credentialId().equals("urn:former:" + signed.hashCode())));
    assertEquals(signedHere, registry.credentials.requests.get());
  }

  @Test
  void revokedCredentialsStayRevokedAndForgedOnesRefuseTheirRecord() {
    String type = publish(person());
    String revoked = id();
    String ended = id();
    String forged = id();

    ImportView done =
        adopt(
            type,
            line(revoked, "Asha").put("credential", ""),
            line(ended, "Berta").set("credential", Json.read("{\"ended\": 1}")),
            line(forged, "Clara").set("credential", Json.read("{\"forged\": 1}")));

    assertEquals(List.of(3L, 2L, 0L, 1L), counts(done));
    assertEquals("", read(type, revoked, ADMIN).get("_osSignedData").textValue());
    assertEquals("", read(type, ended, ADMIN).get("_osSignedData").textValue());
    assertEquals(List.of("3 /credential credential"), errors(done));
  }

  @Test
  void repeatedLineChangesNothingAndAChangedOneReplaces() {
    String type = publish(person());
    String osid = id();
    ObjectNode line = line(osid, "Asha");
    adopt(type, line);

    ImportView again = adopt(type, line);
    assertEquals(List.of(1L, 0L, 0L, 0L), counts(again));
    assertEquals(1, again.unchanged());

    line.withObject("/entity").put("phone", "2");
    assertEquals(List.of(1L, 0L, 1L, 0L), counts(adopt(type, line)));
    assertEquals("2", read(type, osid, ADMIN).get("phone").textValue());

    line.withObject("/entity").put("phone", "3");
    assertEquals(List.of(1L, 0L, 1L, 0L), counts(adopt(type, line)));
    assertEquals("3", read(type, osid, ADMIN).get("phone").textValue());
  }

  @Test
  void recordThatHasChangedHereIsNotOverwritten() {
    String type = publish(person());
    String osid = id();
    ObjectNode line = line(osid, "Asha");
    adopt(type, line);
    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        RunningRegistry.change(new EntityReceipt(type, osid, 1), "phone", "\"here\"", false),
        ADMIN);

    assertEquals(1, adopt(type, line).unchanged());
    line.withObject("/entity").put("phone", "there");
    ImportView done = adopt(type, line);

    assertEquals(List.of("1  conflict"), errors(done));
    assertEquals("here", read(type, osid, ADMIN).get("phone").textValue());
  }

  @Test
  void idsOfOtherRecordsAndTakenValuesAreRefused() {
    String other = publish(person());
    String type = publish(person().unique("email"));
    String adopted = id();
    adopt(other, line(adopted, "Other"));
    String made = registry.create(type, "{\"name\": \"Made\"}", user("anna")).osid();
    String elsewhere = registry.create(other, "{\"name\": \"Made\"}", user("anna")).osid();

    ImportView done =
        adopt(
            type,
            line(adopted, "Asha"),
            line(made, "Berta"),
            line(elsewhere, "Clara"),
            withEmail(line(id(), "Dora"), "d@example.org"),
            withEmail(line(id(), "Ella"), "d@example.org"),
            withEmail(line(id(), "Fina").put("deleted", true), "d@example.org"));

    assertEquals(List.of(6L, 2L, 0L, 4L), counts(done));
    assertEquals(
        List.of(
            "1 /entity/osid osid",
            "2 /entity/osid osid",
            "3 /entity/osid osid",
            "5 /entity/email unique"),
        errors(done));
  }

  @Test
  void deletedRecordIsGoneAndAnIncompleteOneIsKept() {
    String type = publish(person());
    String deleted = id();
    String incomplete = id();
    ObjectNode without = line(incomplete, "Asha");
    without.withObject("/entity").remove("name");

    ImportView done = adopt(type, line(deleted, "Asha").put("deleted", true), without);

    assertEquals(List.of(2L, 2L, 0L, 0L), counts(done));
    assertEquals(
        "registry.entity.inactive",
        registry
            .refusal(
                EntityOperations.READ_ENTITY,
                new EntityOperations.ReadEntityRequest(type, deleted),
                ADMIN)
            .code());
    assertFalse(read(type, incomplete, ADMIN).has("name"));
  }

  @Test
  void linesOfAnotherFormAreRefusedOneByOne() {
    String type = publish(person());
    ObjectNode unknown = line(id(), "Asha").put("osSomething", 1);
    ObjectNode untimed = line(id(), "Asha");
    untimed.remove("osCreatedAt");
    ObjectNode invalid = line(id(), "lower case");

    ImportView done = adopt(type, unknown, untimed, invalid, line(id(), "Right"));

    assertEquals(List.of(4L, 1L, 0L, 3L), counts(done));
    assertEquals(
        List.of("1 /osSomething member", "2 /osCreatedAt required", "3 /entity/name pattern"),
        errors(done));
  }

  @Test
  void onlyAnAdminAdoptsAndOnlyWhereItIsOn() {
    String type = publish(person());
    StartImportRequest request = new StartImportRequest(type, id(), false, null, false, true);
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(BulkOperations.START_IMPORT, request, user("anna")).kind());
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry.refusal(BulkOperations.START_IMPORT, request, Caller.NOBODY).kind());
    try (RunningRegistry off = RunningRegistry.sharing(registry, Map.of("ADOPTION", "off"))) {
      assertEquals(
          "registry.adoption.off", off.refusal(BulkOperations.START_IMPORT, request, ADMIN).code());
    }
    assertTrue(types > 0);
  }

  private static TestType person() {
    return TestType.named("Adopted" + ++types);
  }

  private static String publish(TestType type) {
    registry.publish(type);
    return type.build().name();
  }

  private static String id() {
    return UUID.randomUUID().toString();
  }

  private static ObjectNode line(String osid, String name) {
    ObjectNode line = Json.object();
    line.put("from", FROM)
        .put("osCreatedAt", "2026-11-27T05:08:35.747433958Z")
        .put("osUpdatedAt", "2026-11-27T05:12:36.129029632Z")
        .put("osCreatedBy", "")
        .put("osUpdatedBy", "somebody");
    line.putArray("osOwner").add(OWNER);
    line.putObject("entity").put("osid", osid).put("name", name);
    return line;
  }

  private static ObjectNode withEmail(ObjectNode line, String email) {
    line.withObject("/entity").put("email", email);
    return line;
  }

  private static ObjectNode attestation(ObjectNode line, String policy, String state) {
    return line.withArray("/attestations")
        .addObject()
        .put("osid", id())
        .put("policy", policy)
        .put("state", state)
        .put("createdAt", "2026-11-27T05:09:34");
  }

  private static ImportView adopt(String type, JsonNode... lines) {
    StartImportRequest start = new StartImportRequest(type, id(), false, null, false, true);
    ImportView run = registry.request(BulkOperations.START_IMPORT, start, ADMIN);
    List<ImportRow> rows = new ArrayList<>();
    for (JsonNode line : lines) {
      int number = rows.size() + 1;
      rows.add(new ImportRow(number, 7L * number, Json.write(line), null));
    }
    ImportEntitiesRequest request =
        new ImportEntitiesRequest(type, run.id(), 0, 0L, null, rows, true);
    return registry.request(BulkOperations.IMPORT_ENTITIES, request, ADMIN);
  }

  private static List<Long> counts(ImportView run) {
    return List.of(run.rows(), run.created(), run.replaced(), run.refused());
  }

  private static List<String> errors(ImportView run) {
    ReadImportErrorsRequest request = new ReadImportErrorsRequest(run.type(), run.id(), null, 100);
    ImportErrorsView page = registry.request(BulkOperations.READ_IMPORT_ERRORS, request, ADMIN);
    return page.errors().stream()
        .map(one -> "%d %s %s".formatted(one.row(), one.pointer(), one.rule()))
        .toList();
  }

  private static ObjectNode read(String type, String osid, Caller caller) {
    return registry.read(new EntityReceipt(type, osid, 1), caller);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(one -> texts.add(one.asText()));
    return texts;
  }
}
