package org.attestry.registry.domain.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.document.NestedOsids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/** What a policy attests in an entity: alias to value. */
public final class AttestedValues {

  private AttestedValues() {}

  /** The values below one property. */
  static ObjectNode ofProperty(AttestationPolicy policy, String property, ObjectNode body) {
    ObjectNode values = Json.object();
    policy
        .attestationProperties()
        .forEach(
            (alias, path) -> {
              if (path.property().equals(property)) {
                put(values, alias, path, body);
              }
            });
    return values;
  }

  /**
   * All values of a policy; where osids are given for a property, only the items that have them.
   *
   * @throws org.attestry.contracts.FailureException INVALID when an osid or a property is not one
   *     that the policy can attest
   */
  static ObjectNode ofPolicy(AttestationPolicy policy, JsonNode propertiesOSID, ObjectNode body) {
    ObjectNode selected = body.deepCopy();
    if (propertiesOSID != null) {
      for (Map.Entry<String, JsonNode> entry : propertiesOSID.properties()) {
        requireAttested(policy, entry.getKey());
        select(selected, entry.getKey(), bare(entry.getValue()));
      }
    }
    ObjectNode values = Json.object();
    policy.attestationProperties().forEach((alias, path) -> put(values, alias, path, selected));
    return values;
  }

  /** Where in an entity the values stand that an attestation is about. */
  public static List<FieldPath> paths(Attestation attestation, AttestationPolicy policy) {
    return policy.attestationProperties().values().stream()
        .filter(path -> isOf(attestation, path.property()))
        .toList();
  }

  private static boolean isOf(Attestation attestation, String property) {
    return attestation.property() == null || attestation.property().equals(property);
  }

  /** The same values, taken from the entity as it is now; null when a selected item is gone. */
  public static ObjectNode again(
      Attestation attestation, AttestationPolicy policy, ObjectNode body) {
    if (attestation.property() != null) {
      return ofProperty(policy, attestation.property(), body);
    }
    try {
      return ofPolicy(policy, attestation.propertiesOSID(), body);
    } catch (org.attestry.contracts.FailureException gone) {
      return null;
    }
  }

  /**
   * Refuses an attestation of nothing.
   *
   * @param property the only one that is to be attested
   * @throws org.attestry.contracts.FailureException INVALID when none of what the policy attests
   *     below the property has a value
   */
  public static void requireSome(AttestationPolicy policy, String property, ObjectNode body) {
    requireSome(
        policy,
        ofProperty(policy, property, body),
        policy.attestationProperties().values().stream()
            .filter(path -> path.property().equals(property))
            .toList());
  }

  /** The same for a policy as a whole; where osids are given, for the items that have them. */
  public static void requireSome(
      AttestationPolicy policy, JsonNode propertiesOSID, ObjectNode body) {
    requireSome(
        policy,
        ofPolicy(policy, propertiesOSID, body),
        List.copyOf(policy.attestationProperties().values()));
  }

  private static void requireSome(
      AttestationPolicy policy, ObjectNode values, List<FieldPath> paths) {
    if (values.properties().stream().allMatch(value -> value.getValue().isNull())) {
      String message =
          "Nothing that the policy '%s' attests has a value; set one of these properties first."
              .formatted(policy.name());
      List<Violation> empty =
          paths.stream()
              .map(path -> new Violation(JsonPointers.of(path), "required", "It has no value."))
              .toList();
      throw new Failure(FailureKind.INVALID, "registry.attestation.nothing", message, empty)
          .exception();
    }
  }

  /** The items that are named for each property, in whatever form, order or number. */
  static Map<String, Set<String>> items(JsonNode propertiesOSID) {
    Map<String, Set<String>> items = new HashMap<>();
    if (propertiesOSID != null) {
      for (Map.Entry<String, JsonNode> entry : propertiesOSID.properties()) {
        items.put(entry.getKey(), bare(entry.getValue()));
      }
    }
    return items;
  }

  private static void put(ObjectNode values, String alias, FieldPath path, ObjectNode body) {
    JsonNode value = JsonPointers.value(body, path);
    if (value != null) {
      values.set(alias, value.deepCopy());
    }
  }

  private static void requireAttested(AttestationPolicy policy, String property) {
    if (!policy.attestedProperties().contains(property)) {
      throw invalid(
          property, "The policy '%s' does not attest this property.".formatted(policy.name()));
    }
  }

  private static void select(ObjectNode body, String property, Set<String> osids) {
    JsonNode value = body.path(property);
    List<JsonNode> chosen = new ArrayList<>();
    Set<String> missing = new HashSet<>(osids);
    for (JsonNode object : value.isArray() ? value : List.of(value)) {
      JsonNode osid = object.path(NestedOsids.OSID);
      if (osid.isTextual() && osids.contains(osid.textValue())) {
        chosen.add(object);
        missing.remove(osid.textValue());
      }
    }
    if (!missing.isEmpty()) {
      throw invalid(property, "The entity has no such item; send osids that were read from it.");
    }
    if (value instanceof ArrayNode items) {
      items.removeAll().addAll(chosen);
    }
  }

  private static Set<String> bare(JsonNode value) {
    Set<String> osids = new HashSet<>();
    if (value.isTextual()) {
      osids.add(NestedOsids.bare(value.textValue()));
    }
    value.forEach(item -> osids.add(NestedOsids.bare(item.asText())));
    return osids;
  }

  private static RuntimeException invalid(String property, String message) {
    String pointer = "/propertiesOSID/" + JsonPointers.escape(property);
    return FailureException.invalid("registry.attestation.properties", pointer, "osid", message);
  }
}
