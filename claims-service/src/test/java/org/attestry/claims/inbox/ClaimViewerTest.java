package org.attestry.claims.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.attestry.claims.Budgets;
import org.attestry.claims.claim.Attestor;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.inbox.ClaimViewer.Sight;
import org.attestry.claims.inbox.PgInbox.Candidate;
import org.attestry.claims.inbox.PgInbox.StoredAudience;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.PathValues;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;

class ClaimViewerTest {

  private static final int RECORDS = 2_000;
  private static final int CLAIMS = 1_200;
  private static final FieldPath SCHOOL = FieldPath.of("school");
  private static final StoredAudience SAME_SCHOOL =
      new StoredAudience(
          1,
          "Student",
          "policy",
          "Teacher",
          new Comparison(
              Comparator.CONTAINS,
              new Values(Side.ATTESTOR, SCHOOL),
              new Values(Side.REQUESTER, SCHOOL)),
          false);

  private final ClaimViewer headOffice = attestor(RECORDS);

  @Test
  void manyClaimsOfAnAttestorWithManyRecordsAreFoundInFewSteps() {
    Budget budget = Budgets.of(200_000);
    long decidable =
        IntStream.range(0, CLAIMS)
            .filter(
                claim -> headOffice.sight(candidate("school " + claim), budget) == Sight.DECIDES)
            .count();
    assertEquals(CLAIMS, decidable);
  }

  @Test
  void claimIsComparedOnceForItsListUnlessItsAudienceHasChanged() {
    Candidate candidate = candidate("school 1");
    assertEquals(Sight.DECIDES, headOffice.sight(candidate, Budgets.of(200_000)));
    Audience decided = headOffice.audience(candidate);
    assertTrue(headOffice.seesValues(claim(candidate), decided, Budgets.of(1)));
    Claim changed = claim(candidate("school 2"));
    assertThrows(
        FailureException.class, () -> headOffice.seesValues(changed, decided, Budgets.of(1)));
    assertTrue(headOffice.seesValues(changed, decided, Budgets.of(1_000)));
  }

  @Test
  void comparisonThatTakesTooManyStepsIsStopped() {
    assertThrows(
        FailureException.class,
        () -> headOffice.sight(candidate("another school"), Budgets.of(RECORDS)));
  }

  private static ClaimViewer attestor(int many) {
    List<JsonNode> records =
        IntStream.range(0, many)
            .mapToObj(i -> (JsonNode) Json.object().put("school", "school " + i))
            .toList();
    return new ClaimViewer(
        Callers.user("head-office", "Teacher"),
        "Teacher",
        Set.of(),
        Optional.of(
            new Attestor("Teacher", "head-office", new AttestorValues(records, Json.array()))),
        List.of(SAME_SCHOOL));
  }

  private static Candidate candidate(String school) {
    SortedMap<String, PathValues> requester = new TreeMap<>();
    requester.put(SCHOOL.toString(), PathValues.in(Json.object().put("school", school), SCHOOL));
    return new Candidate(
        new UUID(0, 1),
        Instant.EPOCH,
        1,
        "student-1",
        "student",
        requester,
        List.of("student"),
        null);
  }

  private Claim claim(Candidate of) {
    return new Claim(
        of.id(),
        "Student",
        of.entityId(),
        "attestation",
        "policy",
        headOffice.audience(of),
        JsonBytes.of("{}"),
        null,
        of.raisedBy(),
        List.of(),
        List.of(),
        of.createdAt(),
        null);
  }
}
