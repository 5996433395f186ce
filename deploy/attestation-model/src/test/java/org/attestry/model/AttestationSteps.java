package org.attestry.model;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestedClaim;
import org.attestry.contracts.claims.ClaimsOperations.WithdrawClaimRequest;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.runtime.json.Json;

/** The random steps of users on a few students and teachers, and the responses to them. */
final class AttestationSteps {

  static final String STUDENT = "Student";
  private static final String TEACHER = "Teacher";
  private static final String POLICY = "identity";
  private static final int STUDENTS = 6;
  private static final int TEACHERS = 4;

  /**
   * What a step may be refused with; anything else is a fault. RATE_LIMITED is a step that waited
   * for another one of its user on the same entity, whose message was lost.
   */
  private static final Set<FailureKind> EXPECTED =
      EnumSet.of(
          FailureKind.CONFLICT,
          FailureKind.FORBIDDEN,
          FailureKind.NOT_FOUND,
          FailureKind.GONE,
          FailureKind.INVALID,
          FailureKind.UNPROCESSABLE,
          FailureKind.RATE_LIMITED,
          FailureKind.UNAVAILABLE,
          FailureKind.TIMEOUT);

  private static final String DEFINITION =
      """
      {"type": "object", "additionalProperties": false, "required": ["name", "school"],
       "properties": {"name": {"type": "string"}, "school": {"type": "string"}}}
      """;

  /**
   * A decision with a successful response.
   *
   * @param state in the response
   */
  record Decided(String claimId, String decision, String state, String by) {}

  private final DecisionServices services;
  private final AtomicReferenceArray<EntityReceipt> students = new AtomicReferenceArray<>(STUDENTS);
  private final AtomicReferenceArray<EntityReceipt> teachers = new AtomicReferenceArray<>(TEACHERS);
  private final List<Decided> decided = new CopyOnWriteArrayList<>();
  private final List<String> unexpected = new CopyOnWriteArrayList<>();
  private final Map<String, AtomicInteger> counts = new ConcurrentSkipListMap<>();

  AttestationSteps(DecisionServices services) {
    this.services = services;
    JsonBytes template = JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}");
    Condition sameSchool =
        new Condition.Comparison(
            Comparator.EQUALS,
            new Condition.Values(Side.ATTESTOR, FieldPath.of("school")),
            new Condition.Values(Side.REQUESTER, FieldPath.of("school")));
    AttestationPolicy policy =
        new AttestationPolicy(
            POLICY,
            Kind.MANUAL,
            TEACHER,
            sameSchool,
            Map.of("name", FieldPath.of("name")),
            null,
            template,
            false,
            Map.of(),
            DecisionRules.DEFAULT);
    services.publish(TEACHER, DEFINITION, null, List.of());
    services.publish(STUDENT, DEFINITION, template, List.of(policy));
  }

  List<Decided> decided() {
    return decided;
  }

  List<String> unexpected() {
    return unexpected;
  }

  String summary() {
    return new TreeMap<>(counts).toString();
  }

  void take(SplittableRandom random) {
    int slot = random.nextInt(STUDENTS);
    EntityReceipt student = students.get(slot);
    int chance = random.nextInt(100);
    if (student == null) {
      create(STUDENT, students, slot, random);
    } else if (chance < 26) {
      raise(student, owner(slot), random);
    } else if (chance < 52) {
      decide(student, random, "GRANT_CLAIM");
    } else if (chance < 60) {
      decide(student, random, "REJECT_CLAIM");
    } else if (chance < 66) {
      withdraw(student, owner(slot), random);
    } else if (chance < 78) {
      change(student, "name", "n" + random.nextInt(1_000), owner(slot));
    } else if (chance < 84) {
      change(student, "school", school(random), owner(slot));
    } else if (chance < 87) {
      revoke(student, owner(slot));
    } else if (chance < 90) {
      delete(student, students, slot, owner(slot));
    } else {
      attestor(random);
    }
  }

  private void attestor(SplittableRandom random) {
    int slot = random.nextInt(TEACHERS);
    EntityReceipt teacher = teachers.get(slot);
    if (teacher == null) {
      create(TEACHER, teachers, slot, random);
    } else if (random.nextInt(3) == 0) {
      delete(teacher, teachers, slot, teacher(slot));
    } else {
      change(teacher, "school", school(random), teacher(slot));
    }
  }

  private void create(
      String type, AtomicReferenceArray<EntityReceipt> slots, int slot, SplittableRandom random) {
    String json =
        "{\"name\": \"n%d\", \"school\": \"%s\"}".formatted(random.nextInt(1_000), school(random));
    Caller caller = type.equals(TEACHER) ? teacher(slot) : owner(slot);
    CreateEntityRequest request = new CreateEntityRequest(type, JsonBytes.of(json));
    EntityReceipt made =
        step("create", () -> services.request(EntityOperations.CREATE_ENTITY, request, caller));
    if (made != null) {
      slots.compareAndSet(slot, null, made);
    }
  }

  /** By property with a value that may be new, or by policy. */
  private void raise(EntityReceipt student, Caller owner, SplittableRandom random) {
    if (random.nextBoolean()) {
      JsonBytes value = JsonBytes.of("\"n%d\"".formatted(random.nextInt(3)));
      ChangePropertyRequest request =
          new ChangePropertyRequest(
              STUDENT, student.osid(), List.of("name"), value, true, null, null);
      step("raise", () -> services.request(EntityOperations.CHANGE_PROPERTY, request, owner));
    } else {
      RaiseAttestationRequest request =
          new RaiseAttestationRequest(STUDENT, student.osid(), POLICY, null, null);
      step(
          "raise", () -> services.request(AttestationOperations.RAISE_ATTESTATION, request, owner));
    }
  }

  private void decide(EntityReceipt student, SplittableRandom random, String action) {
    String claim = claimOf(student, random);
    Caller teacher = teacher(random.nextInt(TEACHERS));
    if (claim == null) {
      return;
    }
    AttestClaimRequest request =
        new AttestClaimRequest(TEACHER, claim, action, "by " + teacher.userId());
    remember(
        step(action, () -> services.request(ClaimsOperations.ATTEST_CLAIM, request, teacher)),
        teacher);
  }

  private void withdraw(EntityReceipt student, Caller owner, SplittableRandom random) {
    String claim = claimOf(student, random);
    if (claim == null) {
      return;
    }
    WithdrawClaimRequest request = new WithdrawClaimRequest(STUDENT, claim, null);
    remember(
        step("withdraw", () -> services.request(ClaimsOperations.WITHDRAW_CLAIM, request, owner)),
        owner);
  }

  private void remember(AttestedClaim answer, Caller by) {
    if (answer != null) {
      decided.add(
          new Decided(answer.claimId(), answer.decision().name(), answer.state(), by.userId()));
      String status =
          services.claims.single("SELECT status FROM claim WHERE id = ?::uuid", answer.claimId());
      if (!status.equals("CLOSED")) {
        unexpected.add("a decision with a response left its claim " + status + ": " + answer);
      }
    }
  }

  private void change(EntityReceipt entity, String property, String value, Caller owner) {
    ChangePropertyRequest request =
        new ChangePropertyRequest(
            entity.type(),
            entity.osid(),
            List.of(property),
            JsonBytes.of("\"%s\"".formatted(value)),
            false,
            null,
            null);
    step(
        "change " + property,
        () -> services.request(EntityOperations.CHANGE_PROPERTY, request, owner));
  }

  private void revoke(EntityReceipt student, Caller owner) {
    RevokeCredentialRequest request = new RevokeCredentialRequest(STUDENT, student.osid());
    step("revoke", () -> services.request(EntityOperations.REVOKE_CREDENTIAL, request, owner));
  }

  private void delete(
      EntityReceipt entity, AtomicReferenceArray<EntityReceipt> slots, int slot, Caller owner) {
    DeleteEntityRequest request = new DeleteEntityRequest(entity.type(), entity.osid(), null);
    step(
        "delete " + entity.type(),
        () -> services.request(EntityOperations.DELETE_ENTITY, request, owner));
    slots.compareAndSet(slot, entity, null);
  }

  /** A claim that the entity shows, of the property or of the record. */
  private String claimOf(EntityReceipt student, SplittableRandom random) {
    String pointer = random.nextBoolean() ? "/_osClaimId~1name" : "/identity/0/_osClaimId";
    ReadEntityRequest request = new ReadEntityRequest(STUDENT, student.osid());
    JsonBytes seen =
        step(
            "read",
            () -> services.request(EntityOperations.READ_ENTITY, request, admin()).entity());
    JsonNode claim = seen == null ? null : Json.read(seen).at(pointer);
    return claim == null || claim.isMissingNode() ? null : claim.textValue();
  }

  private <T> T step(String name, Supplier<T> work) {
    try {
      T done = work.get();
      count(name + " done");
      return done;
    } catch (FailureException refused) {
      Failure failure = refused.failure();
      count(name + " " + failure.kind());
      if (!EXPECTED.contains(failure.kind())) {
        unexpected.add(name + ": " + failure);
      }
      return null;
    }
  }

  private void count(String what) {
    counts.computeIfAbsent(what, first -> new AtomicInteger()).incrementAndGet();
  }

  private static String school(SplittableRandom random) {
    return random.nextInt(3) == 0 ? "Oak" : "Hill";
  }

  private static Caller owner(int slot) {
    return user("owner-" + slot, STUDENT);
  }

  private static Caller teacher(int slot) {
    return user("teacher-" + slot, TEACHER);
  }
}
