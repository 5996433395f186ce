package org.attestry.claims.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.AttestationView;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.ConditionPaths;
import org.attestry.runtime.condition.Found;
import org.attestry.runtime.json.Json;

/**
 * Who may decide a claim: the attestor type, the condition, and the requester's values that it
 * compares. Nothing else of the requester's record is kept. Claims of requesters who do not differ
 * in these values share an audience, so that a list of claims is decided per audience, not per
 * claim.
 *
 * @param requester path to what it found in the requester's record when the claim was raised
 */
public record Audience(
    String attestorEntity, Condition condition, SortedMap<String, Found> requester) {

  /** The audience of an attestation that is raised. */
  static Audience of(AttestationView raised) {
    JsonNode aliases = Json.read(raised.propertyData());
    JsonNode entity = Json.read(raised.requester());
    SortedMap<String, Found> requester = new TreeMap<>();
    for (FieldPath path : ConditionPaths.of(raised.condition(), Side.REQUESTER)) {
      JsonNode record = aliases.has(path.property()) ? aliases : entity;
      requester.put(path.toString(), Found.in(record, path));
    }
    return new Audience(raised.attestorEntity(), raised.condition(), requester);
  }

  /** The same for equal audiences and no others: SHA-256 of its JSON. */
  public byte[] digest() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(Json.write(this).utf8());
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }
}
