package org.attestry.adopt.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.attestry.adopt.incumbent.ClaimReader.Decided;
import org.attestry.adopt.incumbent.IncumbentClaim;
import org.attestry.adopt.incumbent.IncumbentEntity;
import org.attestry.adopt.incumbent.IncumbentEntity.Attestation;
import org.attestry.adopt.incumbent.Revocation;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Writes the lines of imports with {@code as=adopted}. */
public final class AdoptionLines {

  private static final String GRANTED = "PUBLISHED";
  private static final String WAITING = "ATTESTATION_REQUESTED";

  private final String from;

  /**
   * @param from what the former system is called
   */
  public AdoptionLines(String from) {
    this.from = from;
  }

  /**
   * Returns the line of an entity.
   *
   * @param decided the newest claims of attestations, by the attestation's osid
   * @param policies those that are published; records of others are left out
   */
  public ObjectNode entity(
      IncumbentEntity entity, Map<String, Decided> decided, Set<String> policies) {
    ObjectNode line = Json.object().put("from", from);
    line.set("entity", entity.values());
    ArrayNode owners = line.putArray("osOwner");
    entity.owners().forEach(owners::add);
    put(line, "osCreatedAt", entity.createdAt());
    put(line, "osCreatedBy", entity.createdBy());
    put(line, "osUpdatedAt", entity.updatedAt());
    put(line, "osUpdatedBy", entity.updatedBy());
    if (entity.deleted()) {
      line.put("deleted", true);
    }
    put(line, "credential", entity.credential());
    ArrayNode attestations = line.putArray("attestations");
    for (Attestation attestation : entity.attestations()) {
      if (policies.contains(attestation.policy())) {
        attestations.add(attestation(attestation, decided.get(attestation.osid())));
      }
    }
    return line;
  }

  private static ObjectNode attestation(Attestation attestation, Decided decided) {
    ObjectNode line =
        Json.object()
            .put("osid", attestation.osid())
            .put("policy", attestation.policy())
            .put("state", attestation.state());
    String claim =
        attestation.claimId() == null && decided != null
            ? decided.claimId()
            : attestation.claimId();
    put(line, "claimId", claim);
    if (attestation.propertiesOsid() != null) {
      line.set("propertiesOSID", attestation.propertiesOsid());
    }
    put(line, "propertyData", attestation.propertyData());
    if (attestation.additionalInput() != null) {
      line.set("additionalInput", attestation.additionalInput());
    }
    boolean granted = GRANTED.equals(attestation.state());
    if (granted) {
      put(line, "attestedData", attestation.attestedData());
    }
    put(line, "raisedBy", attestation.raisedBy());
    put(line, "createdAt", attestation.createdAt());
    if (granted && decided != null && decided.at() != null) {
      put(line, "grantedAt", decided.at().toString());
    }
    return line;
  }

  /** Whether a claim must be known before the attestation can be written. */
  public static boolean needsClaim(Attestation attestation) {
    return GRANTED.equals(attestation.state())
        || WAITING.equals(attestation.state())
        || attestation.claimId() == null;
  }

  /** Returns the line of a claim. */
  public static ObjectNode claim(IncumbentClaim claim) {
    ObjectNode line =
        Json.object()
            .put("id", claim.id())
            .put("entity", claim.entity())
            .put("entityId", claim.entityId());
    put(line, "attestationId", claim.attestationId());
    put(line, "attestationName", claim.attestationName());
    put(line, "property", claim.property());
    line.put("status", claim.open() ? "OPEN" : "CLOSED");
    if (!claim.open()) {
      put(line, "decision", claim.decision());
      put(line, "decidedBy", claim.decidedBy());
      put(
          line,
          "decidedAt",
          text(claim.decidedAt() == null ? claim.createdAt() : claim.decidedAt()));
      put(line, "attestorEntity", claim.attestorEntity());
      put(line, "conditions", claim.conditions());
    }
    put(line, "propertyData", claim.propertyData());
    put(line, "raisedBy", claim.raisedBy());
    put(line, "createdAt", text(claim.createdAt()));
    ArrayNode notes = line.putArray("notes");
    for (IncumbentClaim.Note note : claim.notes()) {
      ObjectNode written = notes.addObject();
      put(written, "by", note.by());
      put(written, "at", text(note.at()));
      written.put("text", note.text());
    }
    return line;
  }

  /** Returns the line of a revocation; null if it names no credential. */
  public static ObjectNode revocation(Revocation revocation) {
    ObjectNode line = Json.object();
    boolean signed = revocation.signedData() != null && !revocation.signedData().isBlank();
    if (signed) {
      line.set("signedData", document(revocation.signedData()));
    }
    put(line, "credentialId", revocation.credentialId());
    if (line.isEmpty()) {
      return null;
    }
    put(line, "revokedAt", revocation.revokedAt());
    return line;
  }

  private static JsonNode document(String text) {
    return text.stripLeading().startsWith("{")
        ? Json.read(JsonBytes.of(text))
        : TextNode.valueOf(text);
  }

  private static String text(Instant time) {
    return time == null ? null : time.toString();
  }

  private static void put(ObjectNode line, String member, String value) {
    if (value != null) {
      line.put(member, value);
    }
  }
}
