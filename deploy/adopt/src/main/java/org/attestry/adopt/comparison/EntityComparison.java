package org.attestry.adopt.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Compares the lines of a page of entities with what the suite shows an administrator. */
final class EntityComparison {

  private static final String SIGNED = "_osSignedData";

  private final Suite suite;
  private final Report report;
  private final String type;
  private final Set<String> policies;
  private final Consumer<String> credentials;

  /**
   * @param policies the type's published policies
   * @param credentials receives each credential that is in force there
   */
  EntityComparison(
      Suite suite, Report report, String type, Set<String> policies, Consumer<String> credentials) {
    this.suite = suite;
    this.report = report;
    this.type = type;
    this.policies = policies;
    this.credentials = credentials;
  }

  void compare(List<ObjectNode> lines) {
    List<String> ids =
        lines.stream().filter(line -> !isDeleted(line)).map(EntityComparison::osid).toList();
    Map<String, JsonNode> found = find(ids);
    for (ObjectNode line : lines) {
      if (isDeleted(line)) {
        compareDeleted(osid(line));
      } else if (found.containsKey(osid(line))) {
        compare(line, found.get(osid(line)));
      } else {
        different(osid(line), "", "The suite does not have it.");
      }
    }
  }

  private static boolean isDeleted(ObjectNode line) {
    return line.path("deleted").asBoolean();
  }

  private static String osid(ObjectNode line) {
    return line.path("entity").path("osid").asText();
  }

  private Map<String, JsonNode> find(List<String> ids) {
    Map<String, JsonNode> found = new HashMap<>();
    String cursor = "";
    while (found.size() < ids.size() && cursor != null) {
      ObjectNode search = Json.object().put("limit", 1000).put("count", "none");
      ArrayNode wanted = search.putObject("filters").putObject("osid").putArray("in");
      ids.forEach(wanted::add);
      if (!cursor.isEmpty()) {
        search.put("cursor", cursor);
      }
      Reply reply =
          suite.post("/api/v1/%s/search".formatted(Suite.encoded(type)), Json.write(search));
      if (!reply.isOk()) {
        return findEach(ids);
      }
      reply.json().path("data").forEach(entity -> found.put(entity.path("osid").asText(), entity));
      cursor = reply.json().path("nextCursor").textValue();
    }
    return found;
  }

  /** Reads the entities one by one, because the type may not be searched. */
  private Map<String, JsonNode> findEach(List<String> ids) {
    Map<String, JsonNode> found = new HashMap<>();
    for (String id : ids) {
      Reply reply = suite.get(path(id));
      if (reply.isOk()) {
        found.put(id, reply.json());
      }
    }
    return found;
  }

  private String path(String id) {
    return "/api/v1/%s/%s".formatted(Suite.encoded(type), id);
  }

  private void compareDeleted(String id) {
    if (!suite.get(path(id)).isNotFound()) {
      different(id, "", "It is deleted there, and is shown here.");
    }
  }

  private void compare(ObjectNode line, JsonNode here) {
    String id = osid(line);
    new Values((pointer, sentence) -> different(id, pointer, sentence))
        .compare("", line.path("entity"), here, policies);
    compareOwners(id, line.path("osOwner"), here.path("osOwner"));
    for (String member : List.of("osCreatedAt", "osUpdatedAt")) {
      compareTimes(id, member, line.path(member), here.path(member));
    }
    for (String member : List.of("osCreatedBy", "osUpdatedBy")) {
      if (here.has(member) && !here.path(member).asText().equals(line.path(member).asText())) {
        different(
            id, "/" + member, "there %s, here %s".formatted(line.path(member), here.path(member)));
      }
    }
    compareCredential(id, line.path("credential"), here.path(SIGNED));
    compareAttestations(id, line.path("attestations"), here);
  }

  private void compareOwners(String id, JsonNode there, JsonNode here) {
    Set<String> former = new TreeSet<>();
    there.forEach(owner -> former.add(owner.asText()));
    Set<String> now = new TreeSet<>();
    here.forEach(owner -> now.add(owner.asText()));
    if (!former.equals(now)) {
      different(id, "/osOwner", "there %s, here %s".formatted(former, now));
    }
  }

  private void compareTimes(String id, String member, JsonNode there, JsonNode here) {
    if (!here.isMissingNode() && !there.isMissingNode() && !millis(there).equals(millis(here))) {
      different(id, "/" + member, "there %s, here %s".formatted(there, here));
    }
  }

  /** Returns the time in milliseconds, which is how precise the suite's times are. */
  private static String millis(JsonNode time) {
    String text = time.asText();
    try {
      Instant instant =
          text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")
              ? OffsetDateTime.parse(text).toInstant()
              : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
      return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    } catch (DateTimeParseException e) {
      return text;
    }
  }

  private void compareCredential(String id, JsonNode there, JsonNode here) {
    boolean same =
        there.isMissingNode()
            ? here.isMissingNode()
            : isSameDocument(there.asText(), here.asText());
    if (!same || there.isMissingNode() != here.isMissingNode()) {
      different(id, "/" + SIGNED, "there %s, here %s".formatted(kind(there), kind(here)));
    }
    if (!there.asText().isEmpty()) {
      credentials.accept(there.asText());
    }
  }

  private static boolean isSameDocument(String there, String here) {
    if (there.equals(here)) {
      return true;
    }
    return there.startsWith("{")
        && here.startsWith("{")
        && Json.read(JsonBytes.of(there)).equals(Json.read(JsonBytes.of(here)));
  }

  private static String kind(JsonNode credential) {
    if (credential.isMissingNode()) {
      return "no credential";
    }
    return credential.asText().isEmpty() ? "a revoked credential" : "a credential";
  }

  private void compareAttestations(String id, JsonNode there, JsonNode here) {
    Map<String, JsonNode> now = new HashMap<>();
    policies.forEach(
        policy ->
            here.path(policy).forEach(record -> now.put(record.path("osid").asText(), record)));
    for (JsonNode former : there) {
      String osid = former.path("osid").asText();
      String at = "/%s/%s".formatted(former.path("policy").asText(), osid);
      JsonNode record = now.remove(osid);
      if (record == null) {
        different(id, at, "The suite does not have this attestation.");
      } else {
        compareAttestation(id, at, former, record);
      }
    }
    now.keySet().forEach(osid -> different(id, "/" + osid, "This attestation is here alone."));
  }

  private void compareAttestation(String id, String at, JsonNode there, JsonNode here) {
    compareText(id, at + "/_osState", there.path("state"), here.path("_osState"));
    if (there.has("claimId")) {
      compareText(id, at + "/_osClaimId", there.path("claimId"), here.path("_osClaimId"));
    }
    compareTimes(id, at + "/osCreatedAt", there.path("createdAt"), here.path("osCreatedAt"));
    String attested = there.path("attestedData").asText();
    if (isSigned(attested)) {
      credentials.accept(attested);
      if (!isSameDocument(attested, here.path("_osAttestedData").asText())) {
        different(id, at + "/_osAttestedData", "The credentials differ.");
      }
    } else if (there.has("attestedData") && attested.isEmpty()) {
      compareText(
          id, at + "/_osAttestedData", there.path("attestedData"), here.path("_osAttestedData"));
    }
  }

  private static boolean isSigned(String attested) {
    return attested.startsWith("{") && Json.read(JsonBytes.of(attested)).has("proof");
  }

  private void compareText(String id, String pointer, JsonNode there, JsonNode here) {
    if (!there.asText().equals(here.asText())) {
      different(id, pointer, "there %s, here %s".formatted(there, here));
    }
  }

  private void different(String id, String pointer, String sentence) {
    report.add(Finding.DIFFERENT, "%s/%s %s".formatted(type, id, pointer), sentence);
  }
}
