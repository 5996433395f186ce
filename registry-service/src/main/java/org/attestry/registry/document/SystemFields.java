package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.validation.Violations;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.JsonLocation;

/**
 * The members of an entity that only the service sets: {@code osid}, {@code osOwner}, {@code
 * os…At}, {@code os…By}, everything that starts with {@code _os}, and the arrays of attestation
 * records, which are named after their policies.
 */
public final class SystemFields {

  public static final String OWNER = "osOwner";
  public static final String CREATED_AT = "osCreatedAt";
  public static final String UPDATED_AT = "osUpdatedAt";
  public static final String CREATED_BY = "osCreatedBy";
  public static final String UPDATED_BY = "osUpdatedBy";
  public static final String ADOPTED = "_osAdopted";
  public static final String SIGNED_DATA = "_osSignedData";
  public static final String STATE_PREFIX = "_osState/";
  public static final String CLAIM_PREFIX = "_osClaimId/";
  public static final String ATTESTED_DATA = "_osAttestedData";
  public static final String ATTESTED_DATA_PREFIX = ATTESTED_DATA + "/";

  public static final String CREDENTIAL_STATUS = "_osCredentialStatus";
  public static final String CREDENTIAL_STATUS_PREFIX = CREDENTIAL_STATUS + "/";

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private SystemFields() {}

  /** Returns a time as it is shown. */
  public static String shown(Instant time) {
    return MILLIS.format(time);
  }

  /** Fails if new data contain system fields or nested osids anywhere. */
  public static void refuseIn(JsonNode entity, TypeConfig config) {
    Violations wrong = new Violations();
    Predicate<String> topLevel = topLevel(config);
    for (Map.Entry<String, JsonNode> member : entity.properties()) {
      JsonLocation at = JsonLocation.ROOT.member(member.getKey());
      if (topLevel.test(member.getKey())) {
        add(wrong, at);
      } else {
        collect(member.getValue(), at, true, wrong);
      }
    }
    refuseIf(wrong);
  }

  /** Fails if a changed value contains system fields. Osids are checked elsewhere. */
  public static void refuseInside(JsonNode value, PropertyPath path) {
    Violations wrong = new Violations();
    JsonLocation at = JsonLocation.ROOT;
    for (String segment : path.segments()) {
      at = at.member(segment);
    }
    collect(value, at, false, wrong);
    refuseIf(wrong);
  }

  /** Fails if a path refers to a system field. */
  public static void refuseAt(List<String> path, TypeConfig config) {
    String first = path.get(0);
    Predicate<String> topLevel = topLevel(config);
    for (String name : path) {
      if (SystemFieldNames.contain(name) || (name.equals(first) && topLevel.test(name))) {
        Violations wrong = new Violations();
        add(wrong, JsonLocation.ROOT.member(name));
        refuseIf(wrong);
      }
    }
  }

  /**
   * Removes system fields from a whole entity that was read and is sent back; fails if a system
   * field differs from its current value.
   *
   * @param current the entity as the caller sees it now
   */
  public static void removeUnchangedFrom(ObjectNode entity, ObjectNode current, TypeConfig config) {
    Violations wrong = new Violations();
    Predicate<String> topLevel = topLevel(config);
    for (String name : names(entity)) {
      JsonLocation at = JsonLocation.ROOT.member(name);
      if (!topLevel.test(name)) {
        collect(entity.get(name), at, false, wrong);
      } else if (!same(name, entity.remove(name), current.get(name))) {
        add(wrong, at);
      }
    }
    refuseIf(wrong);
  }

  private static List<String> names(ObjectNode entity) {
    List<String> names = new ArrayList<>();
    entity.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static boolean same(String name, JsonNode sent, JsonNode current) {
    if (name.equals(NestedOsids.OSID) && sent.isTextual() && current != null) {
      return Ids.bare(sent.textValue()).equals(current.textValue());
    }
    return DocumentDiff.same(sent, current);
  }

  private static Predicate<String> topLevel(TypeConfig config) {
    Set<String> policies =
        config.attestationPolicies().stream()
            .map(AttestationPolicy::name)
            .collect(Collectors.toSet());
    return name -> SystemFieldNames.contain(name) || policies.contains(name);
  }

  private static void collect(JsonNode node, JsonLocation at, boolean osids, Violations into) {
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      if (node.get(i).isContainerNode()) {
        collect(node.get(i), at.item(i), osids, into);
      }
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      boolean osid = osids && member.getKey().equals(NestedOsids.OSID);
      if (osid || SystemFieldNames.containExceptOsid(member.getKey())) {
        add(into, at.member(member.getKey()));
      } else if (member.getValue().isContainerNode()) {
        collect(member.getValue(), at.member(member.getKey()), osids, into);
      }
    }
  }

  private static void add(Violations wrong, JsonLocation at) {
    wrong.add(at, "system-field", "The field belongs to the service; leave it out of the body.");
  }

  private static void refuseIf(Violations wrong) {
    if (!wrong.isEmpty()) {
      String message = "The body has a field that belongs to the service; leave it out.";
      throw wrong.failure(FailureKind.INVALID, "registry.entity.system-field", message).exception();
    }
  }
}
