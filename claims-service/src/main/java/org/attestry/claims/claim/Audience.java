package org.attestry.claims.claim;

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
 * The callers who may decide a claim: the attestor type, the condition, and the requester's values
 * that the condition compares. No other values of the requester's record are stored.
 *
 * @param selfAttestation whether the user who raised the claim, or an owner of the entity, may
 *     decide it
 * @param requester path to its values in the requester's record; they are kept up to date while the
 *     claim is open
 * @param owners the owners of the requester's record
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

  /** Returns the audience of an attestation in its current state. */
  public static Audience of(AttestationView attestation) {
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

  /** Returns the keys by which the claim is found; empty if the condition has no lookup. */
  public Set<LookupKey> keys() {
    return ConditionLookup.of(condition)
        .map(lookup -> lookup.ofRequester(path -> requester.get(path.toString())))
        .orElse(Set.of());
  }
}
