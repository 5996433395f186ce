package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.domain.access.View;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.document.HiddenFields;
import org.attestry.registry.domain.document.SystemFields;
import org.attestry.registry.domain.types.PublishedType;

/** What of an entity is shown (seed 2.2): its data, the service's own fields, its attestations. */
public final class EntityViews {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private EntityViews() {}

  /** The entity as a caller with this view sees it. */
  public static ObjectNode of(PublishedType type, StoredEntity entity, View view) {
    return of(type, entity, view, new OpenClaims(type, Map.of()));
  }

  /**
   * The same for an attestor.
   *
   * @param open the claims that wait for the caller; their private values are shown
   */
  static ObjectNode of(PublishedType type, StoredEntity entity, View view, OpenClaims open) {
    if (view == View.FULL) {
      return full(type, entity);
    }
    List<Attestation> claims = open.in(entity);
    List<FieldPath> internal = type.hidden().internalFields();
    List<FieldPath> hidden =
        type.hidden().all().stream()
            .filter(
                path ->
                    internal.contains(path)
                        || claims.stream().noneMatch(claim -> open.shows(claim, path)))
            .toList();
    return visible(
        type,
        entity,
        hidden,
        attestation ->
            !touches(type, attestation, claims.contains(attestation) ? internal : hidden));
  }

  /** Everything: for owner and admin. */
  public static ObjectNode full(PublishedType type, StoredEntity entity) {
    ObjectNode out = entity.body().deepCopy();
    addAttestations(type, entity, View.FULL, attestation -> true, out);
    addSystemFields(type, entity, out);
    addSignedData(entity, out);
    return out;
  }

  /** What leaves the service in facts. */
  public static ObjectNode inFacts(PublishedType type, StoredEntity entity) {
    return of(type, entity, View.PUBLIC);
  }

  private static ObjectNode visible(
      PublishedType type,
      StoredEntity entity,
      List<FieldPath> hidden,
      Predicate<Attestation> withValues) {
    ObjectNode out = entity.body().deepCopy();
    hidden.forEach(path -> HiddenFields.remove(out, path));
    addAttestations(type, entity, View.PUBLIC, withValues, out);
    addSystemFields(type, entity, out);
    if (type.hidden().none()) {
      addSignedData(entity, out);
    }
    return out;
  }

  private static void addSystemFields(PublishedType type, StoredEntity entity, ObjectNode out) {
    out.put("osid", entity.osid());
    entity.owners().forEach(out.putArray(SystemFields.OWNER)::add);
    List<String> shown = type.config().systemFields();
    if (shown.contains(SystemFields.CREATED_AT)) {
      out.put(SystemFields.CREATED_AT, MILLIS.format(entity.created().at()));
    }
    if (shown.contains(SystemFields.UPDATED_AT)) {
      out.put(SystemFields.UPDATED_AT, MILLIS.format(entity.updated().at()));
    }
    if (shown.contains(SystemFields.CREATED_BY) && entity.created().by() != null) {
      out.put(SystemFields.CREATED_BY, entity.created().by());
    }
    if (shown.contains(SystemFields.UPDATED_BY) && entity.updated().by() != null) {
      out.put(SystemFields.UPDATED_BY, entity.updated().by());
    }
  }

  private static void addSignedData(StoredEntity entity, ObjectNode out) {
    if (entity.credential().json() != null) {
      out.put(SystemFields.SIGNED_DATA, entity.credential().json());
    }
  }

  private static void addAttestations(
      PublishedType type,
      StoredEntity entity,
      View view,
      Predicate<Attestation> withValues,
      ObjectNode out) {
    for (String property : attestable(type)) {
      if (out.has(property)) {
        out.put(SystemFields.STATE_PREFIX + property, Attestation.State.DRAFT.name());
      }
    }
    for (Attestation attestation : entity.attestations()) {
      if (attestation.property() == null) {
        boolean values = withValues.test(attestation);
        records(out, attestation.policy()).add(record(type, entity, attestation, view, values));
      } else if (out.has(attestation.property())) {
        out.put(SystemFields.STATE_PREFIX + attestation.property(), attestation.state().name());
        put(out, SystemFields.CLAIM_PREFIX + attestation.property(), attestation.claimId());
      }
    }
  }

  private static Set<String> attestable(PublishedType type) {
    Set<String> properties = new LinkedHashSet<>();
    for (AttestationPolicy policy : type.config().attestationPolicies()) {
      policy.attestationProperties().values().forEach(path -> properties.add(path.property()));
    }
    return properties;
  }

  private static ArrayNode records(ObjectNode out, String policy) {
    return out.get(policy) instanceof ArrayNode records ? records : out.putArray(policy);
  }

  private static ObjectNode record(
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      View view,
      boolean withValues) {
    ObjectNode out = entity.body().objectNode();
    out.put("osid", attestation.osid());
    out.put("name", attestation.policy());
    out.put("entityName", type.name());
    out.put("entityId", entity.osid());
    out.put("_osState", attestation.state().name());
    out.put(SystemFields.CREATED_AT, MILLIS.format(attestation.createdAt()));
    put(out, "_osClaimId", attestation.claimId());
    if (withValues) {
      put(out, "propertyData", attestation.propertyData());
      put(out, "propertiesOSID", attestation.propertiesOSID());
      put(out, "_osAttestedData", attestation.attestedData());
    }
    if (view == View.FULL) {
      put(out, "additionalInput", attestation.additionalInput());
    }
    return out;
  }

  private static void put(ObjectNode out, String name, String value) {
    if (value != null) {
      out.put(name, value);
    }
  }

  private static void put(ObjectNode out, String name, JsonNode value) {
    if (value != null) {
      out.set(name, value);
    }
  }

  private static boolean touches(
      PublishedType type, Attestation attestation, List<FieldPath> hidden) {
    return type.policy(attestation.policy())
        .map(policy -> hidden.stream().anyMatch(policy::attests))
        .orElse(!hidden.isEmpty());
  }
}
