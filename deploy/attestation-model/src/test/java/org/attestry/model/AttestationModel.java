package org.attestry.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.model.AttestationSteps.Decided;

/**
 * What must be so when nothing is under way: a claim is open exactly while its attestation waits
 * for it; it is granted exactly if history has the grant; who is PUBLISHED has one valid
 * credential, who is not has none; each decision that was answered is in the history.
 */
final class AttestationModel {

  private static final String ENTITIES =
      """
      SELECT id::text AS osid, deleted_at IS NOT NULL AS deleted, attestations, credential_id
      FROM entity
      WHERE type = (SELECT number FROM entity_type WHERE name = 'Student')
      """;

  private static final String HISTORY =
      """
      SELECT id::text AS osid, operation, changed_by AS by, count(*) AS times FROM history
      WHERE operation IN ('grantClaim', 'rejectClaim', 'withdrawClaim')
      GROUP BY id, operation, changed_by
      """;

  private static final String CLAIMS =
      "SELECT id::text, entity_id AS osid, status, decision, decided_by AS by FROM claim";

  private final DecisionServices services;
  private final AttestationSteps steps;
  private final List<String> differences = new ArrayList<>();

  AttestationModel(DecisionServices services, AttestationSteps steps) {
    this.services = services;
    this.steps = steps;
  }

  /** What is not as it must be; empty where all is. */
  List<String> differences() {
    differences.clear();
    JsonNode entities = DecisionServices.rows(services.registry, ENTITIES);
    JsonNode history = DecisionServices.rows(services.registry, HISTORY);
    Map<String, JsonNode> claims = byId(DecisionServices.rows(services.claims, CLAIMS));
    Set<String> waitedFor = new HashSet<>();
    entities.forEach(entity -> entity(entity, claims, waitedFor));
    claims.forEach((id, claim) -> openIfWaitedFor(id, claim, waitedFor));
    answers(claims);
    history(claims, history);
    return List.copyOf(differences);
  }

  private static Map<String, JsonNode> byId(JsonNode rows) {
    Map<String, JsonNode> byId = new HashMap<>();
    rows.forEach(row -> byId.put(row.path("id").textValue(), row));
    return byId;
  }

  private void entity(JsonNode entity, Map<String, JsonNode> claims, Set<String> waitedFor) {
    String osid = entity.path("osid").textValue();
    Set<String> held = new HashSet<>();
    if (!entity.path("deleted").booleanValue()) {
      if (entity.path("credential_id").isTextual()) {
        held.add(entity.path("credential_id").textValue());
      }
      for (JsonNode attestation : entity.path("attestations")) {
        attestation(osid, attestation, claims, waitedFor, held);
      }
    }
    expect(held, services.signer.validOf(osid), "valid credentials of " + osid);
  }

  private void attestation(
      String osid,
      JsonNode attestation,
      Map<String, JsonNode> claims,
      Set<String> waitedFor,
      Set<String> held) {
    String state = attestation.path("state").textValue();
    String claimId = attestation.path("claimId").textValue();
    JsonNode claim = claims.get(claimId);
    String decision = claim == null ? null : claim.path("decision").textValue();
    String what = "claim %s of %s, which is %s".formatted(claimId, osid, state);
    JsonNode renews = attestation.path("renews");
    if (renews.isObject()) {
      attestation(osid, renews, claims, waitedFor, held);
    }
    switch (state) {
      case "ATTESTATION_REQUESTED" -> waitedFor.add(claimId);
      case "PUBLISHED" -> {
        expect("GRANTED", decision, what);
        String credential = attestation.path("credentialId").textValue();
        expect(true, credential != null, "a credential of " + what);
        held.add(credential);
      }
      case "REJECTED" -> expect("REJECTED", decision, what);
      default -> expect(null, claimId, what);
    }
  }

  private void openIfWaitedFor(String id, JsonNode claim, Set<String> waitedFor) {
    boolean open = claim.path("status").textValue().equals("OPEN");
    expect(waitedFor.contains(id), open, "open: claim " + id);
  }

  private void answers(Map<String, JsonNode> claims) {
    for (Decided answer : steps.decided()) {
      JsonNode claim = claims.get(answer.claimId());
      expect(answer.decision(), claim.path("decision").textValue(), "answered " + answer);
      expect(answer.by(), claim.path("by").textValue(), "who decided " + answer);
      String state =
          switch (answer.decision()) {
            case "GRANTED" -> "PUBLISHED";
            case "REJECTED" -> "REJECTED";
            default -> "DRAFT";
          };
      expect(state, answer.state(), "the state of " + answer);
    }
  }

  /** As many grants and rejections of an entity by a user in the history as among the claims. */
  private void history(Map<String, JsonNode> claims, JsonNode history) {
    Map<String, Long> decided =
        claims.values().stream()
            .filter(
                claim -> Set.of("GRANTED", "REJECTED").contains(claim.path("decision").asText()))
            .collect(Collectors.groupingBy(AttestationModel::key, Collectors.counting()));
    Map<String, Long> recorded = new HashMap<>();
    for (JsonNode row : history) {
      String operation = row.path("operation").textValue();
      if (!operation.equals("withdrawClaim")) {
        String decision = operation.equals("grantClaim") ? "GRANTED" : "REJECTED";
        recorded.put(
            row.path("osid").textValue() + decision + row.path("by").textValue(),
            row.path("times").longValue());
      }
    }
    expect(recorded, decided, "decisions in the history");
  }

  private static String key(JsonNode claim) {
    return claim.path("osid").textValue()
        + claim.path("decision").textValue()
        + claim.path("by").textValue();
  }

  private void expect(Object expected, Object actual, String what) {
    if (expected == null ? actual != null : !expected.equals(actual)) {
      differences.add("%s: expected %s, is %s".formatted(what, expected, actual));
    }
  }
}
