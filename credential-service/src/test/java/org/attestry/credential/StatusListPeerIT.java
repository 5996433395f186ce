package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.ReadStatusListRequest;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.NodePackages;
import org.junit.jupiter.api.Test;

/** The reference implementation of Bitstring Status List (npm, locked) reads our lists. */
class StatusListPeerIT {

  private static final String BASE = "https://registry.example";
  private static final int MANY = 120;

  /** A stored credential, and which of its bits are set: every third one, every fourth one. */
  private record Issued(JsonNode credential, boolean revoked, boolean suspended) {}

  @Test
  void theReferenceImplementationFindsEachBitOfOurLists() throws Exception {
    NodePackages packages =
        NodePackages.install(
            Path.of("src/test/interop/status-lists"),
            Path.of("target/interop/status-lists"),
            "Status lists are not read by the reference implementation");
    RunningService service = RunningService.start(Map.of("PUBLIC_URL", BASE));
    try {
      List<Issued> issued = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        issued.add(issued(service, i % 3 == 0, i % 4 == 0));
      }
      compare(issued, found(packages, request(service, issued)));
    } finally {
      service.stop();
    }
  }

  private static void compare(List<Issued> issued, List<JsonNode> found) {
    Map<String, TreeSet<Integer>> set = new java.util.TreeMap<>();
    for (int i = 0; i < MANY; i++) {
      Issued one = issued.get(i);
      assertEquals(
          Json.read(
              "{\"verified\":true,\"error\":null,\"bits\":[%s,%s]}"
                  .formatted(one.revoked(), one.suspended())),
          found.get(i));
      for (int entry = 0; entry < 2; entry++) {
        JsonNode status = one.credential().get("credentialStatus").get(entry);
        TreeSet<Integer> bits =
            set.computeIfAbsent(
                status.get("statusListCredential").textValue(), absent -> new TreeSet<>());
        if (entry == 0 ? one.revoked() : one.suspended()) {
          bits.add(status.get("statusListIndex").asInt());
        }
      }
    }
    for (JsonNode list : found.subList(MANY, found.size())) {
      assertEquals(131_072, list.get("length").intValue());
      assertEquals(
          set.get(list.get("address").textValue()).toString().replace(" ", ""),
          list.get("set").toString());
    }
    assertEquals(set.size(), found.size() - MANY);
  }

  private static List<JsonNode> found(NodePackages packages, ObjectNode request) throws Exception {
    Path file = packages.folder().resolve("request.json");
    Files.write(file, Json.write(request).utf8());
    NodePackages.Ended ended = packages.run("bits.mjs", List.of(file.toString()));
    assertTrue(ended.code() == 0, ended.output());
    return ended.output().lines().map(Json::read).toList();
  }

  private static ObjectNode request(RunningService service, List<Issued> issued) throws Exception {
    ObjectNode request = Json.object();
    ObjectNode lists = request.putObject("lists");
    for (Issued one : issued) {
      request.withArray("credentials").add(one.credential());
      for (JsonNode entry : one.credential().get("credentialStatus")) {
        String address = entry.get("statusListCredential").textValue();
        if (!lists.has(address)) {
          String[] path = address.substring((BASE + "/status-lists/").length()).split("/");
          lists.set(
              address,
              Json.read(
                  service
                      .request(
                          CredentialOperations.READ_STATUS_LIST,
                          new ReadStatusListRequest(path[0], path[1]),
                          Caller.NOBODY)
                      .document()));
        }
      }
    }
    return request;
  }

  private static Issued issued(RunningService service, boolean revoked, boolean suspended)
      throws Exception {
    String template =
        """
        {"@context": ["https://www.w3.org/2018/credentials/v1"],
         "type": ["VerifiableCredential"], "issuanceDate": "2026-01-02T03:04:05Z",
         "credentialSubject": {"id": "did:example:ada"}}
        """;
    String entityId = UUID.randomUUID().toString();
    JsonNode credential =
        Json.read(
            service
                .request(
                    CredentialOperations.ISSUE_CREDENTIAL,
                    new IssueCredentialRequest(
                        "Student", entityId, null, JsonBytes.of(template), JsonBytes.of("{}")),
                    Caller.NOBODY)
                .credential());
    if (suspended) {
      CredentialSuspended fact = new CredentialSuspended("Student", entityId, 2, "u");
      deliver(
          service, Facts.of(RegistryFacts.CREDENTIAL_SUSPENDED, entityId, fact, Calls.byNobody()));
    }
    if (revoked) {
      CredentialWithdrawn fact =
          new CredentialWithdrawn(
              "Student",
              entityId,
              credential.get("id").textValue(),
              null,
              "u",
              CredentialWithdrawn.Reason.REVOKED);
      deliver(
          service, Facts.of(RegistryFacts.CREDENTIAL_WITHDRAWN, entityId, fact, Calls.byNobody()));
    }
    return new Issued(credential, revoked, suspended);
  }

  private static void deliver(RunningService service, Fact fact) throws Exception {
    service.request(Fact.deliveryTo("credential"), fact, Caller.NOBODY);
  }
}
