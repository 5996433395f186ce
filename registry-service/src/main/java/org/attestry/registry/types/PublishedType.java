package org.attestry.registry.types;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.validation.EntityValidator;
import org.attestry.runtime.json.Json;

/** A published type, with cached objects that are derived from its definition. */
public final class PublishedType {

  /** The code of {@link #unknown}. */
  public static final String UNKNOWN = "registry.type.not-found";

  private final EntityType type;
  private final int number;
  private final HiddenFields hidden;
  private final Map<String, EntityValidator> inputs = new ConcurrentHashMap<>();
  private volatile EntityValidator validator;
  private volatile DeclaredField fields;

  /**
   * @param number the number that names the type's partition
   */
  public PublishedType(EntityType type, int number) {
    this.type = type;
    this.number = number;
    this.hidden = HiddenFields.of(type.config());
  }

  /** Returns the failure for a type that was never published, or was withdrawn. */
  public static Failure unknown(String name) {
    return Failure.of(FailureKind.NOT_FOUND, UNKNOWN, "Schema '%s' not found".formatted(name));
  }

  public String name() {
    return type.name();
  }

  public int number() {
    return number;
  }

  public long revision() {
    return type.revision();
  }

  /** Whether new entities are refused. */
  public boolean deprecated() {
    return type.deprecated();
  }

  public TypeConfig config() {
    return type.config();
  }

  public HiddenFields hidden() {
    return hidden;
  }

  /**
   * Returns the validator, which is compiled at first use: in a large registry, there are many
   * types to which a replica never writes.
   */
  public EntityValidator validator() {
    EntityValidator ready = validator;
    if (ready == null) {
      ready = new EntityValidator(definition());
      validator = ready;
    }
    return ready;
  }

  /**
   * Whether {@link #compiled} has nothing left to compile.
   *
   * @param partial whether entities that may be incomplete are to be checked, too
   */
  public boolean isCompiled(boolean partial) {
    EntityValidator ready = validator;
    return ready != null && (!partial || ready.isPartialCompiled());
  }

  /** Returns the compiled validator. Compilation of a large definition takes milliseconds. */
  public EntityValidator compiled(boolean partial) {
    EntityValidator ready = validator();
    if (partial) {
      ready.compilePartial();
    }
    return ready;
  }

  /** Returns the declaration of the entity itself, from which the declared fields are reached. */
  public DeclaredField fields() {
    DeclaredField ready = fields;
    if (ready == null) {
      ready = DeclaredField.root(definition());
      fields = ready;
    }
    return ready;
  }

  /** Drops the cached objects, which are derived again at the next use. */
  public void evict() {
    validator = null;
    fields = null;
  }

  /**
   * Returns the validator of a policy's additional input; null if the policy does not describe that
   * input.
   */
  public EntityValidator inputValidator(AttestationPolicy policy) {
    return policy.additionalInput() == null
        ? null
        : inputs.computeIfAbsent(
            policy.name(), name -> new EntityValidator(Json.read(policy.additionalInput())));
  }

  /** Whether a new entity gets a credential, or an attestation by an automated policy. */
  public boolean issuesOnWrite() {
    return config().credentialTemplate() != null
        || config().attestationPolicies().stream()
            .anyMatch(policy -> policy.kind() == Kind.AUTOMATED);
  }

  public Optional<AttestationPolicy> policy(String name) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst();
  }

  /** Returns the policies that attest something at or below a top-level property. */
  public List<AttestationPolicy> policiesOf(String property) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.attestedProperties().contains(property))
        .toList();
  }

  /**
   * Returns the top-level properties that any policy attests in whole or in part, in the schema's
   * order.
   */
  public Set<String> attestable() {
    return type.config().attestationPolicies().stream()
        .flatMap(policy -> policy.attestedProperties().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the JSON Schema of the type's entities. */
  public JsonNode definition() {
    return Json.read(type.definition());
  }
}
