package org.attestry.registry;

import static org.attestry.contracts.registry.AttestationOperations.DECIDE_ATTESTATION;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.registry.RunningRegistry.TEACHER;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.testkit.Calls;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A call that is sent again, because nobody knows what became of it, has one effect. */
class RepeatedCallsIT {

  private static final Caller ANNA = user("anna");
  private static final String TEMPLATE =
      "{\"credentialSubject\": {\"type\": \"Person\", \"name\": \"{{name}}\"}}";

  @AutoClose private static RunningRegistry one;
  @AutoClose private static RunningRegistry other;

  private final String email = UUID.randomUUID() + "@example.org";
  private final String person = "{\"name\": \"Anna\", \"email\": \"%s\"}".formatted(email);

  @BeforeAll
  static void start() {
    one = RunningRegistry.start();
    one.publish(TestType.named("Person").unique("email").policy("identity", null, "$.name"));
    one.publish(TestType.named("Signed").template(TEMPLATE));
    other = RunningRegistry.sharing(one);
  }

  @Test
  void creationStoresOneEntity() {
    requireOneReply(CREATE_ENTITY, creation("Person", person), ANNA);
    assertEquals(1, stored());
  }

  @Test
  void creationUnderAnIdempotencyKeyStoresOneEntity() {
    String key = UUID.randomUUID().toString();
    requireOneReply(CREATE_ENTITY, creation("Person", person), ANNA, call -> call.under(key));
    assertEquals(1, stored());
  }

  @Test
  void invitationStoresOneEntity() {
    InviteEntityRequest invitation = new InviteEntityRequest("Person", JsonBytes.of(person));
    requireOneReply(INVITE_ENTITY, invitation, ANNA);
    assertEquals(1, stored());
  }

  @Test
  void creationOfASignedEntityKeepsOneCredential() {
    EntityReceipt signed =
        requireOneReply(CREATE_ENTITY, creation("Signed", "{\"name\": \"Anna\"}"), ANNA);
    assertEquals(1, versions(signed));
  }

  @Test
  void additionOfAPropertyIsMadeOnce() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    AddPropertyRequest add =
        new AddPropertyRequest(
            "Person", entity.osid(), List.of("tags"), JsonBytes.of("\"new\""), null);

    assertEquals(2, requireOneReply(ADD_PROPERTY, add, ANNA).version());

    assertEquals(1, one.read(entity, ANNA).path("tags").size());
    assertEquals(2, versions(entity));
  }

  @Test
  void changesAreMadeOnceAlsoWithTheVersionThatTheCallerRead() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    ReplaceEntityRequest replace =
        new ReplaceEntityRequest("Person", entity.osid(), JsonBytes.of(person), 1L);

    assertEquals(2, requireOneReply(REPLACE_ENTITY, replace, ANNA).version());
    assertEquals(
        3, requireOneReply(CHANGE_PROPERTY, change(entity, "name", "\"B\"", true), ANNA).version());

    assertEquals(3, versions(entity));
  }

  @Test
  void repeatedChangeIsNotMadeAgainAfterAnother() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    List<CallContext> calls = Calls.twice(ANNA);
    EntityReceipt first =
        await(
            one.bus.request(
                CHANGE_PROPERTY, change(entity, "name", "\"B\"", false), calls.getFirst()));
    one.request(CHANGE_PROPERTY, change(entity, "name", "\"C\"", false), ANNA);

    EntityReceipt again =
        await(
            other.bus.request(
                CHANGE_PROPERTY, change(entity, "name", "\"B\"", false), calls.getLast()));

    assertEquals(first, again);
    assertEquals("C", one.read(entity, ANNA).path("name").asText());
  }

  @Test
  void firstSendingThatArrivesAfterItsRepetitionAddsNothing() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    AddPropertyRequest add =
        new AddPropertyRequest(
            "Person", entity.osid(), List.of("tags"), JsonBytes.of("\"new\""), null);
    List<CallContext> calls = Calls.twiceByAClockAhead(ANNA);
    EntityReceipt again = await(other.bus.request(ADD_PROPERTY, add, calls.getLast()));

    assertEquals(again, await(one.bus.request(ADD_PROPERTY, add, calls.getFirst())));

    assertEquals(1, one.read(entity, ANNA).path("tags").size());
  }

  @Test
  void firstSendingThatArrivesAfterItsRepetitionLeavesALaterChange() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    List<CallContext> calls = Calls.twiceByAClockAhead(ANNA);
    ChangePropertyRequest toB = change(entity, "name", "\"B\"", false);
    EntityReceipt again = await(other.bus.request(CHANGE_PROPERTY, toB, calls.getLast()));
    one.request(CHANGE_PROPERTY, change(entity, "name", "\"C\"", false), ANNA);

    assertEquals(again, await(one.bus.request(CHANGE_PROPERTY, toB, calls.getFirst())));

    assertEquals("C", one.read(entity, ANNA).path("name").asText());
  }

  @Test
  void firstSendingThatArrivesAfterItsRepetitionDoesNotMeetItsOwnAttestation() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    ChangePropertyRequest sent = change(entity, "name", "\"B\"", true);
    CallContext call = Calls.twice(ANNA).getFirst();
    EntityReceipt made = await(other.bus.request(CHANGE_PROPERTY, sent, call));

    assertEquals(made, await(one.bus.request(CHANGE_PROPERTY, sent, call)));

    assertEquals(2, versions(entity));
  }

  @Test
  void deletionIsMadeOnce() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    requireOneReply(DELETE_ENTITY, new DeleteEntityRequest("Person", entity.osid(), null), admin());
    assertEquals(2, versions(entity));
  }

  @Test
  void firstSendingThatArrivesAfterItsRepetitionIsRepliedAsDeleted() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    DeleteEntityRequest delete = new DeleteEntityRequest("Person", entity.osid(), null);
    List<CallContext> calls = Calls.twiceByAClockAhead(admin());
    await(other.bus.request(DELETE_ENTITY, delete, calls.getLast()));

    await(one.bus.request(DELETE_ENTITY, delete, calls.getFirst()));

    assertEquals(2, versions(entity));
  }

  @Test
  void firstSendingThatArrivesAfterItsRepetitionIsRepliedWithTheVersionThatItMade() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    ReplaceEntityRequest replace =
        new ReplaceEntityRequest("Person", entity.osid(), JsonBytes.of(person), 1L);
    List<CallContext> calls = Calls.twiceByAClockAhead(ANNA);
    EntityReceipt again = await(other.bus.request(REPLACE_ENTITY, replace, calls.getLast()));

    assertEquals(again, await(one.bus.request(REPLACE_ENTITY, replace, calls.getFirst())));
  }

  @Test
  void attestationIsRaisedAndDecidedOnce() {
    EntityReceipt entity = one.create("Person", person, ANNA);
    RaiseAttestationRequest raise =
        new RaiseAttestationRequest("Person", entity.osid(), "identity", null, null);
    String claim = requireOneReply(RAISE_ATTESTATION, raise, ANNA).claimId();

    requireOneReply(
        DECIDE_ATTESTATION, RunningRegistry.decision(entity, claim, Decision.GRANTED), TEACHER);

    assertEquals(3, versions(entity));
  }

  @Test
  void revocationIsMadeOnceAndItsRepetitionIsRepliedAsRecorded() {
    EntityReceipt entity = one.create("Signed", "{\"name\": \"Anna\"}", ANNA);
    RevokeCredentialRequest revoke = new RevokeCredentialRequest("Signed", entity.osid());
    List<CallContext> calls = Calls.twice(ANNA);

    await(one.bus.request(REVOKE_CREDENTIAL, revoke, calls.getFirst()));

    assertEquals(
        FailureKind.UNAVAILABLE,
        RunningRegistry.refusal(other.bus.request(REVOKE_CREDENTIAL, revoke, calls.getLast()))
            .kind());
    assertEquals(2, versions(entity));
  }

  private static <Q, R> R requireOneReply(Operation<Q, R> operation, Q request, Caller caller) {
    return requireOneReply(operation, request, caller, call -> call);
  }

  /** Sent to both at once, so that neither knows of the other, and once more after that. */
  private static <Q, R> R requireOneReply(
      Operation<Q, R> operation, Q request, Caller caller, UnaryOperator<CallContext> with) {
    List<CallContext> calls = Calls.twice(caller).stream().map(with).toList();
    Future<R> first = one.bus.request(operation, request, calls.getFirst());
    Future<R> second = other.bus.request(operation, request, calls.getFirst());
    R reply = await(first);
    assertEquals(reply, await(second));
    assertEquals(reply, await(other.bus.request(operation, request, calls.getLast())));
    return reply;
  }

  private long stored() {
    return Long.parseLong(
        one.database.single(
            "SELECT count(*)::text FROM %s WHERE body ->> 'email' = ?"
                .formatted(one.table("Person")),
            email));
  }

  private static long versions(EntityReceipt entity) {
    ReadHistoryRequest request = new ReadHistoryRequest(entity.type(), entity.osid(), 10, 0);
    return one.request(READ_HISTORY, request, admin()).totalCount();
  }
}
