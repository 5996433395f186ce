package org.attestry.registry.domain.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.document.NestedOsids;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/** What a policy attests in an entity: alias to value. */
public final class AttestedValues {

  private AttestedValues() {}

  /** The values below one property. */
  static ObjectNode ofProperty(AttestationPolicy policy, String property, ObjectNode body) {
    return values(paths(policy, property), body);
  }

  /**
   * All values of a policy; where osids are given for a property, only the items that have them.
   *
   * @throws FailureException INVALID when an osid or a property is not one that the policy can
   *     attest
   */
  static ObjectNode ofPolicy(AttestationPolicy policy, JsonNode propertiesOSID, ObjectNode body) {
    if (propertiesOSID != null) {
      propertiesOSID.fieldNames().forEachRemaining(name -> requireAttested(policy, name));
    }
    return values(policy.attestationProperties(), selected(propertiesOSID, body));
  }

  /** The values that would be attested if it were raised now; null when a selected item is gone. */
  public static ObjectNode ifRaisedNow(
      Attestation attestation, AttestationPolicy policy, ObjectNode body) {
    return again(attestation, paths(policy, attestation.property()), body);
  }

  /**
   * The same values, taken from the entity as it is now; null when a selected item is gone.
   *
   * @param paths where they stand
   */
  static ObjectNode again(Attestation attestation, Map<String, FieldPath> paths, ObjectNode body) {
    try {
      return values(paths, selected(attestation.propertiesOSID(), body));
    } catch (FailureException gone) {
      return null;
    }
  }

  /**
   * Alias to where its value stands in an entity.
   *
   * @param property the only one that is attested, or null
   */
  static Map<String, FieldPath> paths(AttestationPolicy policy, String property) {
    Map<String, FieldPath> paths = new LinkedHashMap<>(policy.attestationProperties());
    paths.values().removeIf(path -> property != null && !path.property().equals(property));
    return paths;
  }

  /**
   * Alias to where the value stands that was attested: a policy that has changed since attests
   * others. As the policy has them now where they were not stored; empty where it is gone, too.
   */
  public static Optional<Map<String, FieldPath>> paths(
      Attestation attestation, PublishedType type) {
    return attestation.paths() != null
        ? Optional.of(attestation.paths())
        : type.policy(attestation.policy()).map(policy -> paths(policy, attestation.property()));
  }

  /** Whether an attestation is of what its policy attests now. */
  static boolean isAsIn(AttestationPolicy policy, Attestation attestation) {
    return attestation.paths() == null
        || attestation.paths().equals(paths(policy, attestation.property()));
  }

  /**
   * Refuses to sign by a policy that attests other values since.
   *
   * @throws FailureException UNPROCESSABLE naming what is not attested
   */
  public static void requireAllOf(AttestationPolicy policy, Attestation attestation) {
    Map<String, FieldPath> lacking = paths(policy, attestation.property());
    if (attestation.paths() != null) {
      lacking.entrySet().removeAll(attestation.paths().entrySet());
      if (!lacking.isEmpty()) {
        throw changed(policy, lacking);
      }
    }
  }

  private static FailureException changed(
      AttestationPolicy policy, Map<String, FieldPath> lacking) {
    return new Failure(
            FailureKind.UNPROCESSABLE,
            "registry.attestation.credential",
            "The policy '%s' has changed since the attestation was raised; raise it again."
                .formatted(policy.name()),
            lacking.values().stream()
                .map(
                    path ->
                        new Violation(JsonPointers.of(path), "attested", "It was not attested."))
                .toList())
        .exception();
  }

  private static ObjectNode values(Map<String, FieldPath> paths, ObjectNode body) {
    ObjectNode values = Json.object();
    paths.forEach((alias, path) -> put(values, alias, path, body));
    return values;
  }

  /** The entity with the items that have the osids; with all where there are none. */
  private static ObjectNode selected(JsonNode propertiesOSID, ObjectNode body) {
    if (propertiesOSID == null || propertiesOSID.isEmpty()) {
      return body;
    }
    ObjectNode selected = body.deepCopy();
    for (Map.Entry<String, JsonNode> entry : propertiesOSID.properties()) {
      select(selected, entry.getKey(), bare(entry.getValue()));
    }
    return selected;
  }

  /**
   * Refuses an attestation of nothing.
   *
   * @param property the only one that is to be attested
   * @throws FailureException INVALID when none of what the policy attests below the property has a
   *     value
   */
  public static void requireSome(AttestationPolicy policy, String property, ObjectNode body) {
    requireSome(
        policy, ofProperty(policy, property, body), List.copyOf(paths(policy, property).values()));
  }

  /** The same for a policy as a whole; where osids are given, for the items that have them. */
  public static void requireSome(
      AttestationPolicy policy, JsonNode propertiesOSID, ObjectNode body) {
    requireSome(
        policy,
        ofPolicy(policy, propertiesOSID, body),
        List.copyOf(policy.attestationProperties().values()));
  }

  /** Whether something that a policy attests has a value. */
  static boolean hasSome(AttestationPolicy policy, JsonNode propertiesOSID, ObjectNode body) {
    return hasSome(ofPolicy(policy, propertiesOSID, body));
  }

  private static boolean hasSome(ObjectNode values) {
    return values.properties().stream().anyMatch(value -> !value.getValue().isNull());
  }

  private static void requireSome(
      AttestationPolicy policy, ObjectNode values, List<FieldPath> paths) {
    if (!hasSome(values)) {
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
