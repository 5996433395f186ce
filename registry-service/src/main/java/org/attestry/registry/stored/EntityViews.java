package org.attestry.registry.stored;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.access.View;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.types.PublishedType;

/** The views of an entity (interface 4.2): its data, system fields and attestations. */
public final class EntityViews {

  private EntityViews() {}

  /** Returns the entity as a caller with this view sees it. */
  public static ObjectNode of(PublishedType type, StoredEntity entity, View view) {
    return view == View.FULL ? full(type, entity) : ofAttestor(type, entity, List.of());
  }

  /**
   * Returns the public view, extended for a caller who may decide some of the attestations: values
   * under an open claim are shown even if they are private or internal.
   *
   * @param decidable the attestations that the caller could decide
   */
  public static ObjectNode ofAttestor(
      PublishedType type, StoredEntity entity, List<Attestation> decidable) {
    List<Attestation> claims = decidable.stream().filter(Attestation::open).toList();
    List<FieldPath> hidden = hidden(type, claims);
    return view(
        type,
        entity,
        hidden,
        new Shown(
            false,
            one -> !isWithheld(one) || decidable.contains(one),
            one -> showsValues(type, entity, one, claims, hidden)));
  }

  /**
   * Whether {@link #ofAttestor} shows the values of an attestation, and the credential over them.
   */
  public static boolean showsValues(
      PublishedType type, StoredEntity entity, Attestation one, List<Attestation> decidable) {
    List<Attestation> claims = decidable.stream().filter(Attestation::open).toList();
    return showsValues(type, entity, one, claims, hidden(type, claims));
  }

  private static List<FieldPath> hidden(PublishedType type, List<Attestation> claims) {
    return type.hidden().all().stream()
        .filter(path -> claims.stream().noneMatch(claim -> holdsAllAt(type, claim, path)))
        .toList();
  }

  /**
   * Whether a caller who may decide some claims sees the values of the attestation in force, or
   * else of the open one.
   */
  private static boolean showsValues(
      PublishedType type,
      StoredEntity entity,
      Attestation one,
      List<Attestation> claims,
      List<FieldPath> hidden) {
    Attestation shown = one.inForce().orElse(one);
    boolean claimed = claims.contains(one) && Objects.equals(one.paths(), shown.paths());
    return claimed || !(touches(type, shown, hidden) || mayHoldMore(entity, shown, hidden));
  }

  /**
   * Whether the credential may hold hidden values that the policy does not attest: a former system
   * has signed it.
   */
  private static boolean mayHoldMore(
      StoredEntity entity, Attestation shown, List<FieldPath> hidden) {
    boolean former =
        entity.adopted() != null
            && (shown.grantedAt() == null || !shown.grantedAt().isAfter(entity.adopted().at()));
    return former && shown.attestedData() != null && !hidden.isEmpty();
  }

  /** Whether a claim attests everything at a path, so that its attestor sees all values there. */
  private static boolean holdsAllAt(PublishedType type, Attestation claim, FieldPath path) {
    boolean some = claim.propertiesOSID() != null && !claim.propertiesOSID().isEmpty();
    return !some
        && AttestedValues.paths(claim, type).stream()
            .flatMap(paths -> paths.values().stream())
            .anyMatch(attested -> attested.covers(path));
  }

  /** Whether only owner, admin and possible attestors see an attestation record. */
  public static boolean isWithheld(Attestation attestation) {
    return attestation.property() == null
        && (attestation.shownState() == State.DRAFT || attestation.shownState() == State.REJECTED);
  }

  /** Returns the full view, for owner and admin. */
  public static ObjectNode full(PublishedType type, StoredEntity entity) {
    return view(type, entity, List.of(), new Shown(true, one -> true, one -> true));
  }

  /**
   * The parts of attestations that a view shows.
   *
   * @param all whether the view is the full view, with the requester's additional input
   * @param records the attestation records that are shown
   * @param values the attestations whose values, and the credential over them, are shown
   */
  private record Shown(
      boolean all, Predicate<Attestation> records, Predicate<Attestation> values) {}

  private static ObjectNode view(
      PublishedType type, StoredEntity entity, List<FieldPath> hidden, Shown shown) {
    ObjectNode out = entity.body().deepCopy();
    hidden.forEach(path -> HiddenFields.remove(out, path));
    addAttestations(type, entity, shown, out);
    addSystemFields(type, entity, out);
    if (showsCredential(type, shown.all() ? View.FULL : View.PUBLIC)) {
      addSignedData(entity, out);
    }
    if (shown.all()) {
      put(out, SystemFields.CREDENTIAL_STATUS, entity.credential().status());
      put(out, SystemFields.ADOPTED, entity.adopted() == null ? null : entity.adopted().shown());
    }
    return out;
  }

  private static void addSystemFields(PublishedType type, StoredEntity entity, ObjectNode out) {
    out.put("osid", entity.osid());
    entity.owners().forEach(out.putArray(SystemFields.OWNER)::add);
    List<String> shown = type.config().systemFields();
    if (shown.contains(SystemFields.CREATED_AT)) {
      out.put(SystemFields.CREATED_AT, SystemFields.shown(entity.created().at()));
    }
    if (shown.contains(SystemFields.UPDATED_AT)) {
      out.put(SystemFields.UPDATED_AT, SystemFields.shown(entity.updated().at()));
    }
    if (shown.contains(SystemFields.CREATED_BY) && entity.created().by() != null) {
      out.put(SystemFields.CREATED_BY, entity.created().by());
    }
    if (shown.contains(SystemFields.UPDATED_BY) && entity.updated().by() != null) {
      out.put(SystemFields.UPDATED_BY, entity.updated().by());
    }
  }

  /** Whether a view shows the credential of the content, which may contain all fields. */
  public static boolean showsCredential(PublishedType type, View view) {
    return view == View.FULL || type.hidden().none();
  }

  /** Adds the credential of the content. A credential of former content is not shown. */
  private static void addSignedData(StoredEntity entity, ObjectNode out) {
    if (entity.credential().json() != null && !entity.credential().due()) {
      out.put(SystemFields.SIGNED_DATA, entity.credential().json());
    }
  }

  private static void addAttestations(
      PublishedType type, StoredEntity entity, Shown shown, ObjectNode out) {
    Set<String> recorded = recorded(type, entity, shown);
    for (String property : type.attestable()) {
      if (out.has(property) && !recorded.contains(property)) {
        out.put(SystemFields.STATE_PREFIX + property, State.DRAFT.name());
      }
    }
    for (Attestation attestation : entity.attestations()) {
      boolean values = shown.values().test(attestation);
      if (attestation.property() != null) {
        addProperty(
            attestation, shown.all(), values, recorded.contains(attestation.property()), out);
      } else if (shown.records().test(attestation)) {
        records(out, attestation.policy())
            .add(record(type, entity, attestation, shown.all(), values));
      }
    }
  }

  /**
   * Returns the properties that the policies of the shown records attest. The records have their
   * states, so that a property that was not sent by itself has none: it would contradict them.
   */
  private static Set<String> recorded(PublishedType type, StoredEntity entity, Shown shown) {
    return entity.attestations().stream()
        .filter(one -> one.property() == null && shown.records().test(one))
        .map(Attestation::policy)
        .distinct()
        .flatMap(policy -> type.policy(policy).stream())
        .flatMap(policy -> policy.attestedProperties().stream())
        .collect(Collectors.toSet());
  }

  private static void addProperty(
      Attestation attestation, boolean all, boolean values, boolean recorded, ObjectNode out) {
    String property = attestation.property();
    if (out.has(property)) {
      if (!recorded || attestation.shownState() != State.DRAFT) {
        out.put(SystemFields.STATE_PREFIX + property, attestation.shownState().name());
      }
      put(out, SystemFields.CLAIM_PREFIX + property, attestation.shownClaimId());
      if (values) {
        Attestation shown = attestation.inForce().orElse(attestation);
        put(out, SystemFields.ATTESTED_DATA_PREFIX + property, shown.attestedData());
      }
      if (all) {
        put(out, SystemFields.CREDENTIAL_STATUS_PREFIX + property, attestation.status());
      }
    }
  }

  private static ArrayNode records(ObjectNode out, String policy) {
    return out.get(policy) instanceof ArrayNode records ? records : out.putArray(policy);
  }

  private static ObjectNode record(
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      boolean all,
      boolean values) {
    Attestation shown = attestation.inForce().orElse(attestation);
    ObjectNode out = entity.body().objectNode();
    out.put("osid", attestation.osid());
    out.put("name", attestation.policy());
    out.put("entityName", type.name());
    out.put("entityId", entity.osid());
    out.put("_osState", shown.state().name());
    out.put(SystemFields.CREATED_AT, SystemFields.shown(attestation.createdAt()));
    put(out, "_osClaimId", attestation.shownClaimId());
    put(out, "_osGrantedAt", shown.grantedAt());
    boolean withdrawn = shown.state() == State.DRAFT;
    if (values && !withdrawn) {
      put(out, "propertyData", shown.propertyData());
      put(out, SystemFields.ATTESTED_DATA, shown.attestedData());
      put(out, "_osValidUntil", shown.validUntil());
    }
    if (values) {
      put(out, "propertiesOSID", attestation.propertiesOSID());
    }
    if (all && !withdrawn) {
      put(out, "additionalInput", shown.additionalInput());
    }
    if (all) {
      put(out, SystemFields.CREDENTIAL_STATUS, attestation.status());
    }
    return out;
  }

  private static void put(ObjectNode out, String name, String value) {
    if (value != null) {
      out.put(name, value);
    }
  }

  private static void put(ObjectNode out, String name, Instant value) {
    if (value != null) {
      out.put(name, SystemFields.shown(value));
    }
  }

  private static void put(ObjectNode out, String name, CredentialStatus status) {
    if (status != null) {
      out.set(name, status.shown());
    }
  }

  private static void put(ObjectNode out, String name, JsonNode value) {
    if (value != null) {
      out.set(name, value);
    }
  }

  /** Whether an attestation covers, or may cover, hidden values. */
  public static boolean touches(
      PublishedType type, Attestation attestation, List<FieldPath> hidden) {
    return AttestedValues.paths(attestation, type)
        .filter(paths -> namesAll(paths, attestation))
        .map(
            paths ->
                paths.values().stream().anyMatch(path -> hidden.stream().anyMatch(path::overlaps)))
        .orElse(!hidden.isEmpty());
  }

  /**
   * Whether the paths cover all attested values. They do not if they were not stored and the policy
   * has changed since.
   */
  private static boolean namesAll(Map<String, FieldPath> paths, Attestation attestation) {
    return attestation.propertyData().properties().stream()
        .allMatch(value -> paths.containsKey(value.getKey()));
  }
}
