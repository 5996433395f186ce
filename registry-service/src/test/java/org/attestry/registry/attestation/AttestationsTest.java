package org.attestry.registry.attestation;

import static org.attestry.registry.status.StatusRight.ADMIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.TestType;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.CredentialStatus.Change;
import org.attestry.registry.status.StatusRight;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttestationsTest {

  private static final Instant AFTER_ALL = Instant.parse("2100-01-01T00:00:00Z");
  private static final UUID ATTEMPT = UUID.randomUUID();

  private static final PublishedType TYPE =
      new PublishedType(
          TestType.named("T").policy("one", null, "$.name").policy("two", null, "$.items").build(),
          1);

  private static final PublishedType TWO_POLICIES =
      new PublishedType(
          TestType.named("T")
              .policy("licence", null, "$.name")
              .policy("hobby", null, "$.name")
              .build(),
          1);

  /**
   * Walks the state machine of attestations at random beside a model that knows the table alone:
   * the state, the open claim, the claim whose grant is in force, and how often the attested value
   * changed.
   */
  @Test
  void followsTheTableWhateverHappens() {
    Random random = new Random(Seeds.of(7));
    for (int walk = 0; walk < 200; walk++) {
      Model model = new Model();
      for (int step = 0; step < 30; step++) {
        model.step(random.nextInt(10));
      }
    }
  }

  @Test
  void propertyThatIsNoLongerRequestedKeepsNoValues() {
    ObjectNode body = (ObjectNode) Json.read("{\"items\": [{\"osid\": \"a\", \"v\": 1}]}");
    AttestationPolicy policy = TYPE.policy("two").orElseThrow();
    List<Attestation> raised =
        Attestations.raisePolicy(
            List.of(), policy, null, Json.read("{\"remark\": \"r\"}"), body, "u");
    List<Attestation> rejected = Attestations.reject(raised, raised.getFirst(), ATTEMPT);
    Attestation read = raised.getFirst().withRequester(Json.object().put("school", "s"));
    List<Attestation> granted = Attestations.grant(raised, read, ATTEMPT, "{}", "urn:1", false);
    assertEquals("s", granted.getFirst().requester().path("school").textValue());
    ObjectNode changed = (ObjectNode) Json.read("{\"items\": []}");

    for (List<Attestation> ended :
        List.of(
            Attestations.withdraw(raised, raised.getFirst(), ATTEMPT),
            Attestations.afterChange(rejected, TYPE, changed),
            Attestations.afterChange(granted, TYPE, changed),
            Attestations.afterDeletion(granted),
            Attestations.afterDeletion(raised))) {
      assertEquals(State.DRAFT, ended.getFirst().state());
      assertEquals("{}", ended.getFirst().propertyData().toString());
      assertNull(ended.getFirst().additionalInput());
      assertNull(ended.getFirst().requester());
    }
  }

  private static final class Model {
    private final ObjectNode body = Json.object().put("name", "a");
    private List<Attestation> real = List.of();
    private State state = State.DRAFT;
    private String claim;
    private String formerClaim = "none";
    private String inForce;
    private String due;

    void step(int event) {
      switch (event) {
        case 0 -> raise();
        case 1 -> decide(true, claim);
        case 2 -> decide(false, claim);
        case 3 -> decide(true, formerClaim);
        case 4 -> change("name");
        case 5 -> expire();
        case 6 -> grantOfOneOfSeveral();
        case 7 -> grantToBeSigned();
        case 8 -> sign();
        default -> change("elsewhere");
      }
      assertEquals(state, state(real));
      assertEquals(inForce, real.isEmpty() ? null : inForce(real.getFirst()));
    }

    /** Returns the credential that is in force, which is named after its claim. */
    private static String inForce(Attestation one) {
      return one.inForce().map(Attestation::credentialId).orElse(null);
    }

    private void raise() {
      AttestationPolicy policy = TYPE.policy("one").orElseThrow();
      if (state == State.ATTESTATION_REQUESTED) {
        List<Attestation> now = real;
        assertThrows(
            FailureException.class,
            () -> Attestations.raiseProperty(now, policy, "name", body, "u"));
        return;
      }
      real = Attestations.raiseProperty(real, policy, "name", body, "u");
      assertEquals(List.of(), real.getFirst().grants());
      formerClaim = claim == null ? formerClaim : claim;
      claim = real.get(0).claimId();
      state = State.ATTESTATION_REQUESTED;
    }

    private void decide(boolean grant, String about) {
      Optional<Attestation> open =
          about == null ? Optional.empty() : Attestations.open(real, about);
      assertEquals(
          state == State.ATTESTATION_REQUESTED && about != null && about.equals(claim),
          open.isPresent());
      if (open.isPresent()) {
        real =
            grant
                ? Attestations.grant(real, open.get(), ATTEMPT, "{}", claim, false)
                : Attestations.reject(real, open.get(), ATTEMPT);
        state = grant ? State.PUBLISHED : State.REJECTED;
        inForce = grant ? claim : inForce;
        due = grant ? null : due;
      }
    }

    private void grantToBeSigned() {
      Optional<Attestation> open =
          claim == null ? Optional.empty() : Attestations.open(real, claim);
      if (open.isPresent()) {
        real = Attestations.grant(real, open.get(), ATTEMPT, null, null, true);
        state = State.PUBLISHED;
        due = claim;
      }
    }

    private void sign() {
      Optional<Attestation> waiting =
          real.isEmpty() ? Optional.empty() : Attestations.due(real, real.getFirst().osid());
      assertEquals(due, waiting.map(Attestation::claimId).orElse(null));
      if (waiting.isPresent()) {
        real = Attestations.sign(real, waiting.get(), "{}", due);
        inForce = due;
        due = null;
      }
    }

    private void expire() {
      Optional<Attestation> open =
          claim == null ? Optional.empty() : Attestations.open(real, claim);
      if (open.isPresent()) {
        real = Attestations.expire(real, open.get());
        assertEquals(claim, real.getFirst().claimId());
        state = State.DRAFT;
      }
    }

    private void grantOfOneOfSeveral() {
      Optional<Attestation> open =
          claim == null ? Optional.empty() : Attestations.open(real, claim);
      if (open.isPresent()) {
        String attestor = UUID.randomUUID().toString();
        real = Attestations.addGrant(real, open.get(), attestor, UUID.randomUUID());
        assertEquals(open.get().grants().size() + 1, real.getFirst().grants().size());
        assertTrue(real.getFirst().isGrantedBy(attestor));
      }
    }

    private void change(String member) {
      body.put(member, body.path(member).asText() + "x");
      real = Attestations.afterChange(real, TYPE, body);
      state = member.equals("name") ? State.DRAFT : state;
      inForce = member.equals("name") ? null : inForce;
      due = member.equals("name") ? null : due;
    }

    private static State state(List<Attestation> all) {
      return all.isEmpty() ? State.DRAFT : all.get(0).state();
    }
  }

  @Test
  void selectedItemsAreWhatIsAttested() {
    ObjectNode body = items("[{\"osid\": \"a\", \"v\": 1}, {\"osid\": \"b\", \"v\": 2}]");
    List<Attestation> raised = raise(List.of(), "{\"items\": [\"b\"]}", body);
    assertEquals("{\"items\":[{\"osid\":\"b\",\"v\":2}]}", raised.get(0).propertyData().toString());
    ObjectNode otherChanged = items("[{\"osid\": \"a\", \"v\": 9}, {\"osid\": \"b\", \"v\": 2.0}]");
    assertEquals(State.ATTESTATION_REQUESTED, after(raised, otherChanged).state());
    ObjectNode gone = items("[{\"osid\": \"a\", \"v\": 1}]");
    Attestation withdrawn = after(raised, gone);
    assertEquals(State.DRAFT, withdrawn.state());
    assertEquals(raised.get(0).osid(), withdrawn.osid());
  }

  @Test
  void otherItemsOfAPolicyAreAnotherAttestation() {
    ObjectNode body = items("[{\"osid\": \"a\"}, {\"osid\": \"b\"}]");
    List<Attestation> first = raise(List.of(), "{\"items\": [\"a\"]}", body);
    List<Attestation> both = raise(first, "{\"items\": \"b\"}", body);
    assertEquals(2, both.size());
    assertThrows(FailureException.class, () -> raise(both, "{\"items\": [\"a\"]}", body));
  }

  @Test
  void policyHasSoManyRecordsAtTheMost() {
    ObjectNode body =
        items(
            IntStream.rangeClosed(0, 1_000)
                .mapToObj("{\"osid\": \"o%d\"}"::formatted)
                .collect(Collectors.joining(",", "[", "]")));
    List<Attestation> all = List.of();
    for (int item = 0; item < 1_000; item++) {
      all = raise(all, "{\"items\": \"o%d\"}".formatted(item), body);
    }
    List<Attestation> full = all;
    FailureException refused =
        assertThrows(FailureException.class, () -> raise(full, "{\"items\": \"o1000\"}", body));
    assertEquals("registry.attestation.full", refused.failure().code());
    AttestationPolicy policy = TYPE.policy("two").orElseThrow();
    assertEquals(full, Attestations.raiseNext(full, policy, full.getFirst(), body));
    List<Attestation> rejected = Attestations.reject(full, full.getFirst(), ATTEMPT);
    assertEquals(1_000, raise(rejected, "{\"items\": \"o0\"}", body).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"items\": [\"a\", \"b\"]}",
        "{\"items\": [\"b\", \"a\"]}",
        "{\"items\": [\"1-a\", \"b\", \"a\"]}"
      })
  void sameItemsInOtherWordsAreNotAnotherAttestation(String osids) {
    ObjectNode body = items("[{\"osid\": \"a\"}, {\"osid\": \"b\"}]");
    List<Attestation> open = raise(List.of(), "{\"items\": [\"a\", \"b\"]}", body);
    assertThrows(FailureException.class, () -> raise(open, osids, body));
    List<Attestation> one = raise(List.of(), "{\"items\": [\"a\"]}", body);
    for (String same : List.of("{\"items\": \"a\"}", "{\"items\": \"1-a\"}")) {
      assertThrows(FailureException.class, () -> raise(one, same, body));
    }
  }

  @Test
  void raisedAgainTheRecordStaysAndTheClaimIsNew() {
    ObjectNode body = items("[]");
    List<Attestation> first = raise(List.of(), null, body);
    List<Attestation> granted =
        Attestations.grant(first, first.get(0), ATTEMPT, "{}", "urn:1", false);
    List<Attestation> again = raise(granted, null, body);
    assertEquals(first.get(0).osid(), again.get(0).osid());
    assertEquals(false, first.get(0).claimId().equals(again.get(0).claimId()));
    assertEquals(null, again.get(0).credentialId());
    assertEquals("urn:1", again.get(0).inForce().orElseThrow().credentialId());
  }

  @Test
  void whatIsInForceStaysAfterARejectionAWithdrawalAndAnExpiryOfItsRenewal() {
    ObjectNode body = items("[]");
    List<Attestation> first = raise(List.of(), null, body);
    List<Attestation> granted =
        Attestations.grant(first, first.get(0), ATTEMPT, "{}", "urn:1", false);
    List<Attestation> open = raise(granted, null, body);
    String renewal = open.get(0).claimId();

    Attestation rejected = Attestations.reject(open, open.get(0), UUID.randomUUID()).get(0);
    Attestation withdrawn = Attestations.withdraw(open, open.get(0), UUID.randomUUID()).get(0);
    Attestation expired = Attestations.expire(open, open.get(0)).get(0);

    for (Attestation one : List.of(open.get(0), rejected, withdrawn, expired)) {
      assertEquals(State.PUBLISHED, one.shownState());
      assertEquals(granted.get(0), one.inForce().orElseThrow());
    }
    assertEquals(renewal, rejected.shownClaimId());
    assertEquals(granted.get(0).claimId(), withdrawn.shownClaimId());
    assertEquals(renewal, expired.shownClaimId());
    assertEquals(
        Optional.of(granted.get(0)),
        Attestations.ofClaim(List.of(rejected), granted.get(0).claimId()));
  }

  @Test
  void grantThatIsNotSignedYetIsSignedUnderASuspensionThoughItIsSentAgain() {
    ObjectNode body = items("[]");
    List<Attestation> suspended = suspended(granted(null, body));
    List<Attestation> open = raise(suspended, null, body);
    List<Attestation> due = Attestations.grant(open, open.getFirst(), ATTEMPT, null, null, true);
    List<Attestation> again = raise(due, null, body);
    List<Attestation> rejected = Attestations.reject(again, again.getFirst(), UUID.randomUUID());

    Attestation waiting = Attestations.due(rejected, open.getFirst().osid()).orElseThrow();
    assertEquals(ADMIN, CredentialStatus.suspension(waiting.status(), Instant.EPOCH).get().right());
    Attestation signed = Attestations.sign(rejected, waiting, "{}", "urn:2").getFirst();

    assertEquals(State.REJECTED, signed.state());
    assertEquals("urn:2", signed.inForce().orElseThrow().credentialId());
    assertNull(signed.renews().renews());
    assertEquals(waiting.status(), signed.status());
  }

  @Test
  void revocationOfAnAttestationEndsAGrantThatIsNotSignedYetThoughItIsSentAgain() {
    ObjectNode body = items("[]");
    List<Attestation> open = raise(granted(null, body), null, body);
    List<Attestation> due = Attestations.grant(open, open.getFirst(), ATTEMPT, null, null, true);
    List<Attestation> again = raise(due, null, body);

    List<Attestation> revoked =
        Attestations.revoke(again, again.getFirst(), revoking(StatusRight.OWNER));

    assertEquals(Optional.empty(), Attestations.due(revoked, open.getFirst().osid()));
    assertTrue(revoked.getFirst().inForce().orElseThrow().credentialRevoked());
  }

  @Test
  void changeThatEndsAGrantThatIsNotSignedYetLeavesTheFormerOneInForce() {
    ObjectNode body = (ObjectNode) Json.read("{\"name\": \"a\", \"items\": []}");
    AttestationPolicy former = TYPE.policy("one").orElseThrow();
    List<Attestation> first = Attestations.raisePolicy(List.of(), former, null, null, body, "u");
    List<Attestation> granted =
        Attestations.grant(first, first.get(0), ATTEMPT, "{}", "urn:1", false);
    PublishedType changed =
        new PublishedType(TestType.named("T").policy("one", null, "$.name", "$.items").build(), 2);
    AttestationPolicy wider = changed.policy("one").orElseThrow();
    List<Attestation> open = Attestations.raisePolicy(granted, wider, null, null, body, "u");
    List<Attestation> due = Attestations.grant(open, open.getFirst(), ATTEMPT, null, null, true);
    List<Attestation> again = Attestations.raisePolicy(due, wider, null, null, body, "u");
    body.putArray("items").add(1);

    Attestation after = Attestations.afterChange(again, changed, body).getFirst();

    assertEquals(Optional.empty(), Attestations.due(List.of(after), after.osid()));
    assertEquals("urn:1", after.inForce().orElseThrow().credentialId());
  }

  @Test
  void renewalOfOtherValuesEndsWithoutWhatItRenews() {
    ObjectNode body = (ObjectNode) Json.read("{\"name\": \"a\", \"items\": []}");
    AttestationPolicy former = TYPE.policy("one").orElseThrow();
    List<Attestation> first = Attestations.raisePolicy(List.of(), former, null, null, body, "u");
    List<Attestation> granted =
        Attestations.grant(first, first.get(0), ATTEMPT, "{}", "urn:1", false);
    PublishedType changed =
        new PublishedType(TestType.named("T").policy("one", null, "$.name", "$.items").build(), 2);
    List<Attestation> open =
        Attestations.raisePolicy(
            granted, changed.policy("one").orElseThrow(), null, null, body, "u");
    body.putArray("items").add(1);

    Attestation after = Attestations.afterChange(open, changed, body).get(0);

    assertEquals(State.DRAFT, after.state());
    assertEquals(State.PUBLISHED, after.shownState());
    body.put("name", "b");
    assertEquals(
        State.DRAFT, Attestations.afterChange(List.of(after), changed, body).get(0).shownState());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"items\": [\"a\", \"b\"]}",
        "{\"items\": []}",
        "{\"items\": [\"c\"]}",
        "{\"items\": [\"b\", \"c\"]}"
      })
  void suspensionHoldsForAGrantOfTheSameValuesThroughOtherItems(String osids) {
    ObjectNode body = items("[{\"osid\": \"a\", \"v\": 1}, {\"osid\": \"b\", \"v\": 2}]");
    List<Attestation> suspended = suspended(granted("{\"items\": \"a\"}", body), ADMIN, null);
    items(body).addObject().put("osid", "c").put("v", 1);

    assertEquals(ADMIN, suspensionOf(raise(suspended, osids, body)).right());
    assertEquals(ADMIN, suspensionOf(raise(suspended(granted(null, body)), osids, body)).right());
  }

  @Test
  void suspensionHoldsForAGrantByPropertyAndForAnOpenClaim() {
    ObjectNode body = items("[{\"osid\": \"a\"}, {\"osid\": \"b\"}]");
    List<Attestation> both = raise(granted(null, body), "{\"items\": \"b\"}", body);
    List<Attestation> suspended = suspended(both);
    assertEquals(ADMIN, suspensionOf(suspended).right());
    AttestationPolicy policy = TYPE.policy("two").orElseThrow();
    assertEquals(
        ADMIN,
        suspensionOf(Attestations.raiseProperty(suspended, policy, "items", body, "u")).right());
  }

  @Test
  void suspensionOfOtherItemsHoldsNeitherForNewValuesNorForAnotherPolicy() {
    ObjectNode body = items("[{\"osid\": \"a\", \"v\": 1}, {\"osid\": \"b\", \"v\": 2}]");
    body.put("name", "n");
    List<Attestation> suspended = suspended(granted("{\"items\": \"a\"}", body));
    AttestationPolicy other = TYPE.policy("one").orElseThrow();

    assertNull(suspensionOf(raise(suspended, "{\"items\": \"b\"}", body)));
    assertNull(suspensionOf(Attestations.raisePolicy(suspended, other, null, null, body, "u")));
    Attestation automated =
        Attestations.raised(
            suspended,
            TYPE.policy("two").orElseThrow(),
            null,
            Json.read("{\"items\": \"b\"}"),
            null,
            body,
            "u");
    assertEquals(ADMIN, Attestations.underSuspension(suspended, automated).status().right());
  }

  @Test
  void suspensionOfAPropertyHoldsForTheRecordsOfItsPolicyAndForNoOtherProperty() {
    ObjectNode body = items("[{\"osid\": \"a\"}]").put("name", "n");
    AttestationPolicy policy =
        new PublishedType(TestType.named("T").policy("one", null, "$.name", "$.items").build(), 1)
            .policy("one")
            .orElseThrow();
    List<Attestation> open = Attestations.raiseProperty(List.of(), policy, "name", body, "u");
    List<Attestation> suspended =
        suspended(Attestations.grant(open, open.getFirst(), ATTEMPT, "{}", "urn:1", false));

    assertNull(suspensionOf(Attestations.raiseProperty(suspended, policy, "items", body, "u")));
    assertEquals(
        ADMIN,
        suspensionOf(Attestations.raisePolicy(suspended, policy, null, null, body, "u")).right());
  }

  @Test
  void propertyIsNotSentUnderAnotherPolicyWhileACredentialOfTheFirstIsValidOrSuspended() {
    ObjectNode body = Json.object().put("name", "n");
    List<Attestation> valid = grantedProperty(body, "{}", false);
    List<Attestation> due = grantedProperty(body, null, true);
    List<Attestation> open = raiseProperty(valid, "licence", body);
    List<Attestation> renewalDue =
        Attestations.grant(open, open.getFirst(), ATTEMPT, null, null, true);
    List<Attestation> withdrawn = Attestations.withdraw(open, open.getFirst(), ATTEMPT);
    List<Attestation> ended =
        Attestations.afterChange(
            suspended(valid, StatusRight.ATTESTOR, null), TWO_POLICIES, body.put("name", "m"));

    for (List<Attestation> one : List.of(valid, due, renewalDue, withdrawn, ended)) {
      FailureException refused =
          assertThrows(FailureException.class, () -> raiseProperty(one, "hobby", body));
      assertEquals("registry.attestation.other-policy", refused.failure().code());
      assertEquals("licence", raiseProperty(one, "licence", body).getFirst().policy());
    }
  }

  @Test
  void propertyIsSentUnderAnotherPolicyWithoutACredentialOfTheFirst() {
    ObjectNode body = Json.object().put("name", "n");
    List<Attestation> valid = grantedProperty(body, "{}", false);
    List<Attestation> over = suspended(valid, ADMIN, Instant.EPOCH);
    List<Attestation> open = raiseProperty(List.of(), "licence", body);

    for (List<Attestation> one :
        List.of(
            grantedProperty(body, null, false),
            Attestations.revoke(valid, valid.getFirst(), revoking(StatusRight.OWNER)),
            Attestations.reject(open, open.getFirst(), ATTEMPT),
            Attestations.withdraw(open, open.getFirst(), ATTEMPT),
            Attestations.afterChange(over, TWO_POLICIES, Json.object().put("name", "m")))) {
      assertEquals("hobby", raiseProperty(one, "hobby", body).getFirst().policy());
    }
  }

  private static List<Attestation> grantedProperty(
      ObjectNode body, String credential, boolean due) {
    List<Attestation> open = raiseProperty(List.of(), "licence", body);
    String id = credential == null ? null : "urn:1";
    return Attestations.grant(open, open.getFirst(), ATTEMPT, credential, id, due);
  }

  private static List<Attestation> raiseProperty(
      List<Attestation> all, String policy, ObjectNode body) {
    return Attestations.raiseProperty(
        all, TWO_POLICIES.policy(policy).orElseThrow(), "name", body, "u");
  }

  @ParameterizedTest
  @EnumSource(names = {"ATTESTOR", "ADMIN"})
  void revocationByAHigherRightWithdrawsTheClaimsOverItsValues(StatusRight right) {
    ObjectNode body = items("[{\"osid\": \"a\", \"v\": 1}, {\"osid\": \"b\", \"v\": 2}]");
    AttestationPolicy policy = TYPE.policy("two").orElseThrow();
    List<Attestation> all = raise(granted("{\"items\": \"a\"}", body), "{\"items\": \"a\"}", body);
    all = raise(all, null, body);
    all = raise(all, "{\"items\": \"b\"}", body);
    all = Attestations.raiseProperty(all, policy, "items", body, "u");
    List<Attestation> revoked = Attestations.revoke(all, all.getFirst(), revoking(right));

    assertEquals("", revoked.getFirst().inForce().orElseThrow().attestedData());
    assertEquals(Change.REVOKED, revoked.getFirst().status().change());
    assertEquals(
        List.of(State.DRAFT, State.DRAFT, State.ATTESTATION_REQUESTED, State.DRAFT),
        revoked.stream().map(Attestation::state).toList());
    assertNull(raise(revoked, "{\"items\": \"a\"}", body).getFirst().renews());
  }

  @Test
  void revocationByTheOwnerLeavesTheRenewalOpen() {
    ObjectNode body = items("[]");
    List<Attestation> open = raise(granted(null, body), null, body);

    Attestation revoked =
        Attestations.revoke(open, open.getFirst(), revoking(StatusRight.OWNER)).getFirst();
    assertEquals(State.ATTESTATION_REQUESTED, revoked.state());
    assertTrue(revoked.renews().credentialRevoked());
  }

  /** The size of an entity is limited, and its owner can fill it before others act. */
  @ParameterizedTest
  @EnumSource(names = {"ATTESTOR", "ADMIN"})
  void nothingThatOthersDoToAnAttestationMakesItCountMore(StatusRight right) {
    ObjectNode body = items("[{\"osid\": \"a\", \"v\": 1}]");
    List<Attestation> open = raise(List.of(), null, body);
    List<Attestation> valid = granted(null, body);
    List<Attestation> due = Attestations.grant(open, open.getFirst(), ATTEMPT, null, null, true);
    List<Attestation> renewed = raise(valid, null, body);
    List<Attestation> renewedDue = raise(due, null, body);

    for (List<Attestation> one : List.of(open, renewed, renewedDue)) {
      assertCountsNoMore(one, Attestations.reject(one, one.getFirst(), ATTEMPT));
      assertCountsNoMore(one, Attestations.withdraw(one, one.getFirst(), ATTEMPT));
      assertCountsNoMore(one, Attestations.expire(one, one.getFirst()));
    }
    for (List<Attestation> one : List.of(valid, due, renewed, renewedDue)) {
      assertCountsNoMore(one, Attestations.revoke(one, one.getFirst(), revoking(right)));
      assertCountsNoMore(one, suspended(one, right, AFTER_ALL));
      assertCountsNoMore(one, Attestations.afterDeletion(suspended(one, right, AFTER_ALL)));
    }
    assertTrue(counted(suspended(valid, StatusRight.OWNER, null)) > counted(valid));
  }

  private static void assertCountsNoMore(List<Attestation> before, List<Attestation> after) {
    assertTrue(counted(after) <= counted(before), after::toString);
  }

  private static int counted(List<Attestation> all) {
    return Json.write(all.stream().map(Attestation::counted).toList()).text().length();
  }

  private static CredentialStatus revoking(StatusRight right) {
    return new CredentialStatus(Change.REVOKED, right, "x", AFTER_ALL, null, null);
  }

  @Test
  void suspensionOfFormerValuesHoldsForAllItems() {
    ObjectNode body = items("[{\"osid\": \"a\", \"v\": 1}, {\"osid\": \"b\", \"v\": 2}]");
    List<Attestation> suspended = suspended(granted("{\"items\": \"a\"}", body));
    items(body).remove(0);
    List<Attestation> draft = Attestations.afterChange(suspended, TYPE, body);

    assertEquals(State.DRAFT, draft.getFirst().state());
    assertEquals(ADMIN, suspensionOf(raise(draft, "{\"items\": \"b\"}", body)).right());
  }

  @Test
  void highestSuspensionInForceHoldsUnlessACredentialOfTheRecordIsInForce() {
    ObjectNode body = items("[{\"osid\": \"a\"}, {\"osid\": \"b\"}]");
    List<Attestation> all = suspended(granted(null, body), StatusRight.ATTESTOR, null);
    List<Attestation> valid = granted(all, "{\"items\": \"b\"}", body);
    assertNull(suspensionOf(raise(valid, "{\"items\": \"b\"}", body)));

    Instant later = Instant.parse("2100-01-01T00:00:00Z");
    List<Attestation> higher = suspended(valid, valid.getLast(), ADMIN, later);
    assertEquals(later, suspensionOf(raise(higher, "{\"items\": \"a\"}", body)).until());
    List<Attestation> over = suspended(valid, valid.getLast(), ADMIN, Instant.EPOCH);
    assertEquals(
        StatusRight.ATTESTOR, suspensionOf(raise(over, "{\"items\": \"a\"}", body)).right());
  }

  /** Returns the suspension under which the last record is granted, or null. */
  private static CredentialStatus suspensionOf(List<Attestation> all) {
    return Attestations.underSuspension(all, all.getLast()).status();
  }

  private static List<Attestation> granted(String osids, ObjectNode body) {
    return granted(List.of(), osids, body);
  }

  private static List<Attestation> granted(List<Attestation> all, String osids, ObjectNode body) {
    List<Attestation> open = raise(all, osids, body);
    return Attestations.grant(open, open.getLast(), ATTEMPT, "{}", "urn:1", false);
  }

  private static List<Attestation> suspended(List<Attestation> all) {
    return suspended(all, ADMIN, null);
  }

  private static List<Attestation> suspended(
      List<Attestation> all, StatusRight right, Instant until) {
    return suspended(all, all.getFirst(), right, until);
  }

  private static List<Attestation> suspended(
      List<Attestation> all, Attestation one, StatusRight right, Instant until) {
    return Attestations.change(
        all, one, new CredentialStatus(Change.SUSPENDED, right, "x", AFTER_ALL, until, null));
  }

  private static ArrayNode items(ObjectNode body) {
    return (ArrayNode) body.path("items");
  }

  private static Attestation after(List<Attestation> all, ObjectNode body) {
    return Attestations.afterChange(all, TYPE, body).get(0);
  }

  private static List<Attestation> raise(List<Attestation> all, String osids, ObjectNode body) {
    return Attestations.raisePolicy(
        all,
        TYPE.policy("two").orElseThrow(),
        osids == null ? null : Json.read(osids),
        null,
        body,
        "u");
  }

  private static ObjectNode items(String json) {
    return (ObjectNode) Json.read("{\"items\": %s}".formatted(json));
  }
}
