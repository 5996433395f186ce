package org.attestry.registry.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.JsonPointers;

/**
 * The members of an entity that are the service's: {@code osid}, {@code osOwner}, {@code os…At},
 * {@code os…By}, everything that starts with {@code _os}, and the arrays of attestation records,
 * which have the names of their policies.
 */
public final class SystemFields {

  public static final String OWNER = "osOwner";
  public static final String CREATED_AT = "osCreatedAt";
  public static final String UPDATED_AT = "osUpdatedAt";
  public static final String CREATED_BY = "osCreatedBy";
  public static final String UPDATED_BY = "osUpdatedBy";
  public static final String SIGNED_DATA = "_osSignedData";
  public static final String STATE_PREFIX = "_osState/";
  public static final String CLAIM_PREFIX = "_osClaimId/";

  private static final Pattern NAMES = Pattern.compile("_os.*|osOwner|os[A-Z]\\w*(At|By)");

  private SystemFields() {}

  /** Refuses system fields anywhere in new data, and nested osids with them. */
  public static void refuseIn(JsonNode entity, TypeConfig config) {
    List<Violation> wrong = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : entity.properties()) {
      String pointer = "/" + JsonPointers.escape(member.getKey());
      if (isTopLevel(member.getKey(), config)) {
        wrong.add(violation(pointer));
      } else {
        collect(member.getValue(), pointer, true, wrong);
      }
    }
    refuseIf(wrong);
  }

  /**
   * Refuses system fields inside a changed value; whether its osids are ours is for another to say.
   */
  public static void refuseInside(JsonNode value, String pointer) {
    List<Violation> wrong = new ArrayList<>();
    collect(value, pointer, false, wrong);
    refuseIf(wrong);
  }

  /** Refuses a path that leads to a system field. */
  public static void refuseAt(List<String> path, TypeConfig config) {
    String first = path.get(0);
    for (String name : path) {
      if (NAMES.matcher(name).matches()
          || name.equals(NestedOsids.OSID)
          || (name.equals(first) && isTopLevel(name, config))) {
        refuseIf(List.of(violation("/" + JsonPointers.escape(name))));
      }
    }
  }

  /**
   * Takes system fields out of a whole entity that is sent back as it was read; refuses those that
   * differ from what was read.
   *
   * @param current the entity as the caller sees it now
   */
  public static void takeBackFrom(ObjectNode entity, ObjectNode current, TypeConfig config) {
    List<Violation> wrong = new ArrayList<>();
    for (String name : List.copyOf(names(entity))) {
      String pointer = "/" + JsonPointers.escape(name);
      if (!isTopLevel(name, config)) {
        collect(entity.get(name), pointer, false, wrong);
      } else if (!same(name, entity.remove(name), current.get(name))) {
        wrong.add(violation(pointer));
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
      return NestedOsids.bare(sent.textValue()).equals(current.textValue());
    }
    return Changes.same(sent, current);
  }

  private static boolean isTopLevel(String name, TypeConfig config) {
    return name.equals(NestedOsids.OSID)
        || NAMES.matcher(name).matches()
        || config.attestationPolicies().stream().anyMatch(policy -> policy.name().equals(name));
  }

  private static void collect(JsonNode node, String pointer, boolean osids, List<Violation> into) {
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      collect(node.get(i), pointer + "/" + i, osids, into);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String at = pointer + "/" + JsonPointers.escape(member.getKey());
      boolean osid = osids && member.getKey().equals(NestedOsids.OSID);
      if (osid || NAMES.matcher(member.getKey()).matches()) {
        into.add(violation(at));
      } else {
        collect(member.getValue(), at, osids, into);
      }
    }
  }

  private static Violation violation(String pointer) {
    return new Violation(
        pointer, "system-field", "The field belongs to the service; leave it out of the body.");
  }

  private static void refuseIf(List<Violation> wrong) {
    if (!wrong.isEmpty()) {
      String message = "The body has a field that belongs to the service; leave it out.";
      throw new Failure(FailureKind.INVALID, "registry.entity.system-field", message, wrong)
          .exception();
    }
  }
}
