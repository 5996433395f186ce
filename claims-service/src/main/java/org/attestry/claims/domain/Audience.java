package org.attestry.claims.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attestry.condition.ConditionLookup;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.LookupKey;
import org.attestry.condition.PathValues;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.runtime.json.Json;

/**
 * Who may decide a claim: the attestor type, the condition, and the requester's values that it
 * compares. Nothing else of the requester's record is kept.
 *
 * @param selfAttestation whether who raised it, or owns the entity, may decide it
 * @param requester path to what it found in the requester's record, as it is now while the claim is
 *     open
 * @param owners of the requester's record
 */
public record Audience(
    String attestorEntity,
    Condition condition,
    boolean selfAttestation,
    SortedMap<String, PathValues> requester,
    List<String> owners) {

  public Audience {
    owners = List.copyOf(owners);
  }

  /** The audience of an attestation as it stands. */
  static Audience of(AttestationView attestation) {
    JsonNode aliases = Json.read(attestation.propertyData());
    JsonNode entity = Json.read(attestation.requester());
    SortedMap<String, PathValues> requester = new TreeMap<>();
    for (FieldPath path : ConditionPaths.of(attestation.condition(), Side.REQUESTER)) {
      JsonNode record = aliases.has(path.property()) ? aliases : entity;
      requester.put(path.toString(), PathValues.in(record, path));
    }
    return new Audience(
        attestation.attestorEntity(),
        attestation.condition(),
        attestation.selfAttestation(),
        requester,
        attestation.owners());
  }

  /** What the claim is found by; nothing where its condition has no lookup. */
  public Set<LookupKey> keys() {
    return ConditionLookup.of(condition)
        .map(lookup -> lookup.ofRequester(path -> requester.get(path.toString())))
        .orElse(Set.of());
  }
}
