package org.attestry.registry.adoption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.attestation.FormerAttestation;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.entity.UniqueTexts;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.StoredEntity.Adopted;
import org.attestry.registry.stored.StoredEntity.Stamp;
import org.attestry.registry.types.PublishedType;
import org.attestry.registry.validation.Violations;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * A record of a former system, as a line has it.
 *
 * @param entity as it would be stored as new; its credentials have no ids, because they have not
 *     been verified
 * @param digest SHA-256 of the line without the name of the former system
 */
public record FormerRecord(StoredEntity entity, byte[] digest) {

  private static final int LONGEST_NAME = 200;

  private static final Set<String> MEMBERS =
      Set.of(
          "entity",
          "osOwner",
          "osCreatedAt",
          "osCreatedBy",
          "osUpdatedAt",
          "osUpdatedBy",
          "deleted",
          "credential",
          "attestations",
          "from");

  private static final Set<String> OF_ATTESTATION =
      Set.of(
          "osid",
          "policy",
          "property",
          "state",
          "claimId",
          "propertiesOSID",
          "propertyData",
          "additionalInput",
          "attestedData",
          "raisedBy",
          "createdAt",
          "grantedAt");

  /**
   * Reads and checks a line. Members that the type requires may be missing.
   *
   * @throws FailureException INVALID with pointers into the line
   */
  public static FormerRecord read(PublishedType type, JsonBytes line, Deadline deadline) {
    if (!(Json.parse(line) instanceof ObjectNode object)) {
      throw FailureException.invalid(
          "registry.adoption.line", "", "type", "A line must be a JSON object.");
    }
    FormerMembers members = new FormerMembers(object, "");
    members.requireOnly(MEMBERS);
    FormerMembers sent = members.object("entity").orElseThrow(() -> noEntity(members));
    ObjectNode body = FormerValues.body(type, sent.object());
    boolean complete = isComplete(type, body, deadline);
    StoredEntity entity =
        new StoredEntity(
            UUID.fromString(sent.requiredId(NestedOsids.OSID)),
            1,
            body,
            members.texts("osOwner").stream().distinct().toList(),
            complete,
            attestations(type, members, body),
            credential(members),
            created(members),
            updated(members),
            members.flag("deleted"),
            new Adopted(from(members), Instant.now()));
    object.remove("from");
    return new FormerRecord(entity, Sha256.of(Json.write(object).utf8()));
  }

  private static FailureException noEntity(FormerMembers members) {
    return members.invalid("entity", "required", "The member 'entity' is missing.");
  }

  private static String from(FormerMembers members) {
    String from = members.requiredText("from");
    if (from.length() > LONGEST_NAME) {
      throw members.invalid("from", "type", "It must have at most 200 characters.");
    }
    return from;
  }

  private static Stamp created(FormerMembers members) {
    return new Stamp(members.requiredTime("osCreatedAt"), members.text("osCreatedBy").orElse(null));
  }

  private static Stamp updated(FormerMembers members) {
    return new Stamp(
        members.time("osUpdatedAt").orElseGet(() -> members.requiredTime("osCreatedAt")),
        members.text("osUpdatedBy").orElse(null));
  }

  private static Credential credential(FormerMembers members) {
    return members
        .document("credential")
        .map(text -> new Credential(null, text, false, null))
        .orElse(Credential.NONE);
  }

  /**
   * Checks the values.
   *
   * @return whether all members that the type requires are present
   */
  private static boolean isComplete(PublishedType type, ObjectNode body, Deadline deadline) {
    Violations wrong = EntityChecks.violations(type, body, false, deadline);
    if (!wrong.isEmpty()) {
      throw FailureException.invalid(
          "registry.adoption.line",
          wrong.listed().stream()
              .map(one -> new Violation("/entity" + one.pointer(), one.rule(), one.message()))
              .toList());
    }
    UniqueTexts.require(type, body);
    return EntityChecks.violations(type, body, true, deadline).isEmpty();
  }

  private static List<Attestation> attestations(
      PublishedType type, FormerMembers members, ObjectNode body) {
    List<Attestation> all = new ArrayList<>();
    for (FormerMembers one : members.objects("attestations")) {
      one.requireOnly(OF_ATTESTATION);
      String name = one.requiredText("policy");
      AttestationPolicy policy =
          type.policy(name)
              .orElseThrow(
                  () ->
                      one.invalid(
                          "policy", "policy", "%s has no such policy.".formatted(type.name())));
      all.add(attestation(one, members.flag("deleted")).under(policy, body));
    }
    return all;
  }

  /**
   * @param deleted whether the entity is deleted: nothing waits for a decision then
   */
  private static FormerAttestation attestation(FormerMembers one, boolean deleted) {
    State sent = state(one);
    State state = deleted && sent == State.ATTESTATION_REQUESTED ? State.DRAFT : sent;
    String claim = one.id("claimId").orElse(null);
    if (state == State.ATTESTATION_REQUESTED && claim == null) {
      throw one.invalid("claimId", "required", "An attestation that waits has a claim.");
    }
    Optional<ObjectNode> attested = values(one, "attestedData").filter(data -> !isSigned(data));
    return new FormerAttestation(
        one.requiredId("osid"),
        one.text("property").orElse(null),
        state,
        claim,
        items(one),
        attested.or(() -> values(one, "propertyData")).orElse(null),
        one.json("additionalInput").orElse(null),
        attested.isPresent() ? null : one.document("attestedData").orElse(null),
        one.requiredTime("createdAt"),
        one.time("grantedAt").orElse(null),
        one.text("raisedBy").orElse(null));
  }

  private static State state(FormerMembers one) {
    String state = one.requiredText("state");
    for (State known : State.values()) {
      if (known.name().equals(state)) {
        return known;
      }
    }
    throw one.invalid(
        "state", "enum", "It must be DRAFT, ATTESTATION_REQUESTED, PUBLISHED or REJECTED.");
  }

  private static boolean isSigned(JsonNode document) {
    return document.has("proof");
  }

  private static Optional<ObjectNode> values(FormerMembers one, String name) {
    return one.json(name)
        .filter(JsonNode::isObject)
        .map(data -> isSigned(data) ? (ObjectNode) data : (ObjectNode) FormerValues.attested(data));
  }

  /** Returns the selected items, without the members of the former system; null for all. */
  private static JsonNode items(FormerMembers one) {
    ObjectNode items = Json.object();
    one.json("propertiesOSID")
        .filter(JsonNode::isObject)
        .ifPresent(
            sent ->
                sent.properties().stream()
                    .filter(item -> !SystemFieldNames.contain(item.getKey()))
                    .filter(item -> item.getValue() instanceof ArrayNode list && !list.isEmpty())
                    .forEach(item -> addItems(items, item.getKey(), item.getValue())));
    return items.isEmpty() ? null : items;
  }

  private static void addItems(ObjectNode items, String property, JsonNode osids) {
    ArrayNode kept = items.putArray(property);
    osids.forEach(osid -> kept.add(Ids.bare(osid.asText())));
  }
}
