package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
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
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.JsonPointers;

/** The values that a policy attests in an entity, as a map of alias to value. */
public final class AttestedValues {

  private AttestedValues() {}

  /** Returns the attested values below one property. */
  static ObjectNode ofProperty(AttestationPolicy policy, String property, ObjectNode body) {
    return new CurrentValues(body).at(paths(policy, property), null).deepCopy();
  }

  /**
   * Returns all values that a policy attests. If osids are given for a property, only the items
   * with these osids are included.
   *
   * @throws FailureException INVALID if the policy does not attest a given property, or the entity
   *     has no item with a given osid
   */
  static ObjectNode ofPolicy(AttestationPolicy policy, JsonNode propertiesOSID, ObjectNode body) {
    if (propertiesOSID != null) {
      propertiesOSID.fieldNames().forEachRemaining(name -> requireAttested(policy, name));
    }
    CurrentValues now = new CurrentValues(body);
    items(propertiesOSID).forEach((property, osids) -> requireItems(property, osids, now));
    return now.at(policy.attestationProperties(), propertiesOSID).deepCopy();
  }

  /**
   * Returns the values that the attestation would have if it were raised now, which share their
   * nodes with the entity; null if a selected item no longer exists.
   */
  public static ObjectNode ifRaisedNow(
      Attestation attestation, AttestationPolicy policy, CurrentValues now) {
    return now.at(paths(policy, attestation.property()), attestation.propertiesOSID());
  }

  /** Whether the entity still has the attested values; nested osids are ignored. */
  static boolean areStill(
      Attestation attestation, Map<String, FieldPath> paths, CurrentValues now) {
    ObjectNode values = now.at(paths, attestation.propertiesOSID());
    return values != null && NestedOsids.sameWithout(values, attestation.propertyData());
  }

  /**
   * Returns a map of alias to the path of its value in an entity.
   *
   * @param property the only property that is attested, or null for all
   */
  static Map<String, FieldPath> paths(AttestationPolicy policy, String property) {
    Map<String, FieldPath> paths = new LinkedHashMap<>(policy.attestationProperties());
    paths.values().removeIf(path -> property != null && !path.property().equals(property));
    return paths;
  }

  /**
   * Returns a map of alias to the path of the value that was attested, which may differ from the
   * paths of the current policy. If the paths were not stored, those of the current policy; empty
   * if that policy no longer exists either.
   */
  public static Optional<Map<String, FieldPath>> paths(
      Attestation attestation, PublishedType type) {
    return attestation.paths() != null
        ? Optional.of(attestation.paths())
        : type.policy(attestation.policy()).map(policy -> paths(policy, attestation.property()));
  }

  /** Whether an attestation covers the same paths as its policy does now. */
  static boolean isAsIn(AttestationPolicy policy, Attestation attestation) {
    return attestation.paths() == null
        || attestation.paths().equals(paths(policy, attestation.property()));
  }

  /**
   * Fails if the policy now attests values that the attestation does not cover, which must neither
   * be granted nor signed.
   *
   * @throws FailureException UNPROCESSABLE, naming the paths that are not attested
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
            "registry.attestation.policy-changed",
            ("The policy '%s' attests values that the claim is not about, and the claim stays open;"
                    + " reject or withdraw it, and send the attestation again.")
                .formatted(policy.name()),
            lacking.values().stream()
                .map(
                    path ->
                        new Violation(JsonPointers.of(path), "attested", "It was not attested."))
                .toList())
        .exception();
  }

  /**
   * Fails if there is no value to attest.
   *
   * @param property the only property that is to be attested
   * @throws FailureException INVALID if none of the paths that the policy attests below the
   *     property has a value
   */
  public static void requireSome(AttestationPolicy policy, String property, ObjectNode body) {
    requireSome(
        policy, ofProperty(policy, property, body), List.copyOf(paths(policy, property).values()));
  }

  /**
   * Fails if there is no value to attest in all properties of the policy. If osids are given for a
   * property, only the items with these osids count.
   */
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

  /**
   * Returns the osids that are given for each property, whether as one string or as an array,
   * without order and duplicates.
   */
  static Map<String, Set<String>> items(JsonNode propertiesOSID) {
    Map<String, Set<String>> items = new HashMap<>();
    if (propertiesOSID != null) {
      for (Map.Entry<String, JsonNode> entry : propertiesOSID.properties()) {
        items.put(entry.getKey(), bare(entry.getValue()));
      }
    }
    return items;
  }

  /**
   * Whether two attestations of a policy have other items and other values: each names items, the
   * two have no item in common, and no item of one has the values of an item of the other.
   */
  static boolean isOfOtherItems(Attestation one, Attestation other) {
    Map<String, Set<String>> items = items(one.propertiesOSID());
    Map<String, Set<String>> others = items(other.propertiesOSID());
    items.keySet().retainAll(others.keySet());
    return !items.isEmpty()
        && items.entrySet().stream()
            .allMatch(entry -> areOthers(entry.getValue(), others.get(entry.getKey())))
        && Collections.disjoint(parts(one.propertyData()), parts(other.propertyData()));
  }

  /** Whether both name items, and have none in common; a value without items means all items. */
  private static boolean areOthers(Set<String> items, Set<String> others) {
    return !items.isEmpty() && !others.isEmpty() && Collections.disjoint(items, others);
  }

  /** Returns the attested values as a whole, and each item of each attested list. */
  private static Set<JsonNode> parts(JsonNode propertyData) {
    JsonNode values = NestedOsids.withoutIn(propertyData);
    Set<JsonNode> parts = new HashSet<>(Set.of(values));
    values.forEach(value -> (value.isArray() ? value : List.<JsonNode>of()).forEach(parts::add));
    return parts;
  }

  private static void requireAttested(AttestationPolicy policy, String property) {
    if (!policy.attestedProperties().contains(property)) {
      throw invalid(
          property, "The policy '%s' does not attest this property.".formatted(policy.name()));
    }
  }

  /**
   * Fails unless each property has one osid or a list of osids.
   *
   * @param propertiesOSID an object as it was sent, or null
   * @throws FailureException INVALID with a pointer to the value
   */
  public static void requireOsids(JsonNode propertiesOSID) {
    if (propertiesOSID == null) {
      return;
    }
    for (Map.Entry<String, JsonNode> entry : propertiesOSID.properties()) {
      JsonNode value = entry.getValue();
      if (!value.isTextual() && !isListOfTexts(value)) {
        throw invalid(
            entry.getKey(),
            "Send the osid of an item, or a list of osids; leave the property out for all items.");
      }
    }
  }

  private static boolean isListOfTexts(JsonNode value) {
    return value.isArray() && value.valueStream().allMatch(JsonNode::isTextual);
  }

  private static void requireItems(String property, Set<String> osids, CurrentValues now) {
    if (now.lacks(property, osids)) {
      throw invalid(property, "The entity has no such item; send osids that were read from it.");
    }
  }

  private static Set<String> bare(JsonNode value) {
    Set<String> osids = new HashSet<>();
    if (value.isTextual()) {
      osids.add(Ids.bare(value.textValue()));
    }
    value.forEach(item -> osids.add(Ids.bare(item.asText())));
    return osids;
  }

  private static RuntimeException invalid(String property, String message) {
    String pointer = "/propertiesOSID/" + JsonPointers.escape(property);
    return FailureException.invalid("registry.attestation.properties", pointer, "osid", message);
  }
}
