package org.attestry.schema.change;

import static org.attestry.contracts.schema.SchemaChangeReport.Effect.COMPATIBLE;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.DECIDED_BY_DATA;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.FORBIDDEN;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;

/**
 * Compares {@code _osConfig} of two versions. Access rules may change at any time. Ownership
 * attributes may not, because the owners of an entity were determined when it was stored.
 */
final class ConfigComparison {

  private static final int MOST_NAMED = 10;

  private final TypeConfig before;
  private final TypeConfig after;
  private final String pointer;
  private final DifferenceCollector changes = DifferenceCollector.listed();
  private final List<Violation> warnings = new ArrayList<>();

  private ConfigComparison(TypeConfig before, TypeConfig after, String pointer) {
    this.before = before;
    this.after = after;
    this.pointer = pointer;
  }

  /**
   * @param pointer the pointer to the type's configuration in the new document, or to the location
   *     where it would be
   */
  static ConfigComparison of(TypeConfig before, TypeConfig after, String pointer) {
    ConfigComparison comparison = new ConfigComparison(before, after, pointer);
    comparison.access();
    comparison.visibility();
    comparison.owners();
    comparison.indexes();
    comparison.policies();
    comparison.rest();
    return comparison;
  }

  Differences differences() {
    return changes.all();
  }

  /** Returns the warnings about access that the change grants to more callers. */
  List<Violation> warnings() {
    return List.copyOf(warnings);
  }

  private void access() {
    access("roles", TypeConfig::roles);
    accessBesideRoles("readRoles", TypeConfig::readRoles);
    accessBesideRoles("createRoles", TypeConfig::createRoles);
    access("inviteRoles", TypeConfig::inviteRoles);
    free("deleteRoles", TypeConfig::deleteRoles);
  }

  /** Compares a member that is {@code roles} where it is absent. */
  private void accessBesideRoles(String member, Function<TypeConfig, List<String>> roles) {
    boolean absent =
        roles.apply(before).equals(before.roles()) && roles.apply(after).equals(after.roles());
    if (!absent) {
      access(member, roles);
    }
  }

  private void access(String member, Function<TypeConfig, List<String>> roles) {
    free(member, roles);
    List<String> old = roles.apply(before);
    List<String> now = roles.apply(after);
    String anonymous = Caller.ANONYMOUS_ROLE;
    if (now.contains(anonymous) && !old.contains(anonymous)) {
      warn(member, "opens", "From now on everybody may, without a token.");
    } else if (now.isEmpty() && !old.isEmpty() && !old.contains(anonymous)) {
      warn(member, "opens", "From now on everybody with a token may.");
    }
  }

  private void visibility() {
    hidden("privateFields", TypeConfig::privateFields);
    hidden("internalFields", TypeConfig::internalFields);
  }

  private void hidden(String member, Function<TypeConfig, List<FieldPath>> fields) {
    free(member, fields);
    List<FieldPath> shown =
        fields.apply(before).stream()
            .filter(path -> hiding(after).noneMatch(hidden -> hidden.covers(path)))
            .toList();
    if (!shown.isEmpty()) {
      warn(member, "exposes", "From now on %s is shown to more people.".formatted(joined(shown)));
    }
  }

  private static Stream<FieldPath> hiding(TypeConfig config) {
    return Stream.concat(config.privateFields().stream(), config.internalFields().stream());
  }

  /** Compares the pointers by which the owners of stored entities were determined. */
  private void owners() {
    boolean sameUsers =
        users(before.ownershipAttributes()).equals(users(after.ownershipAttributes()));
    change(
        "ownershipAttributes",
        before.ownershipAttributes(),
        after.ownershipAttributes(),
        sameUsers ? COMPATIBLE : FORBIDDEN);
  }

  private static Set<String> users(List<OwnershipAttribute> attributes) {
    return attributes.stream().map(OwnershipAttribute::userId).collect(Collectors.toSet());
  }

  private void indexes() {
    free("indexFields", TypeConfig::indexFields);
    free("substringFields", TypeConfig::substringFields);
    change(
        "uniqueIndexFields",
        List.of(before.uniqueFields(), before.caseInsensitiveFields()),
        List.of(after.uniqueFields(), after.caseInsensitiveFields()),
        after.uniqueFieldsBeyond(before).isEmpty() ? COMPATIBLE : DECIDED_BY_DATA);
  }

  /**
   * Compares policies: attestation records refer to their policy by its name, and to the attested
   * values.
   */
  private void policies() {
    Map<String, AttestationPolicy> old = byName(before);
    Map<String, AttestationPolicy> now = byName(after);
    Set<String> names = new LinkedHashSet<>(old.keySet());
    names.addAll(now.keySet());
    for (String name : names) {
      AttestationPolicy policy = old.get(name);
      AttestationPolicy kept = now.get(name);
      boolean attestsAll =
          policy == null || kept != null && attests(kept).containsAll(attests(policy));
      change("attestationPolicies", policy, kept, attestsAll ? COMPATIBLE : DECIDED_BY_DATA);
    }
  }

  private static Map<String, AttestationPolicy> byName(TypeConfig config) {
    Map<String, AttestationPolicy> policies = new LinkedHashMap<>();
    config.attestationPolicies().forEach(policy -> policies.put(policy.name(), policy));
    return policies;
  }

  private static Set<FieldPath> attests(AttestationPolicy policy) {
    return Set.copyOf(policy.attestationProperties().values());
  }

  private void rest() {
    free("signedFields", TypeConfig::signedFields);
    free("systemFields", TypeConfig::systemFields);
    free("credentialTemplate", TypeConfig::credentialTemplate);
    free("certificateTemplates", TypeConfig::certificateTemplates);
    free("enableLogin", TypeConfig::enableLogin);
    free("enableSearch", TypeConfig::enableSearch);
  }

  /** Compares a member that may change at any time. */
  private void free(String member, Function<TypeConfig, ?> value) {
    change(member, value.apply(before), value.apply(after), COMPATIBLE);
  }

  private void change(String member, Object old, Object now, Effect effect) {
    if (!Objects.equals(old, now)) {
      changes.add(pointer + "/" + member, member, node(old), node(now), effect);
    }
  }

  private static JsonNode node(Object value) {
    return value == null ? MissingNode.getInstance() : Json.convert(value, JsonNode.class);
  }

  private void warn(String member, String rule, String message) {
    warnings.add(new Violation(pointer + "/" + member, rule, message));
  }

  private static String joined(List<FieldPath> paths) {
    return paths.stream()
        .limit(MOST_NAMED)
        .map(FieldPath::toString)
        .collect(Collectors.joining(", "));
  }
}
