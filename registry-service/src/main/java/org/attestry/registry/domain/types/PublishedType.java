package org.attestry.registry.domain.types;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.domain.document.HiddenFields;
import org.attestry.registry.domain.validation.EntityValidator;
import org.attestry.runtime.json.Json;

/** A published type, with what is derived from its definition once. */
public final class PublishedType {

  private final EntityType type;
  private final int number;
  private final List<LearnedIndex> learned;
  private final HiddenFields hidden;
  private final Map<String, EntityValidator> inputs = new ConcurrentHashMap<>();
  private volatile EntityValidator validator;
  private volatile DeclaredField fields;

  /** A type without learned indexes. */
  public PublishedType(EntityType type, int number) {
    this(type, number, List.of());
  }

  /**
   * @param number the number that names the type's partition
   * @param learned the indexes that it has beside those that it declares
   */
  public PublishedType(EntityType type, int number, List<LearnedIndex> learned) {
    this.type = type;
    this.number = number;
    this.learned = List.copyOf(learned);
    this.hidden = HiddenFields.of(type.config());
  }

  public String name() {
    return type.name();
  }

  public int number() {
    return number;
  }

  public List<LearnedIndex> learned() {
    return learned;
  }

  /** The same with other learned indexes. */
  public PublishedType with(List<LearnedIndex> indexes) {
    return new PublishedType(type, number, indexes);
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

  /** Compiled at first use: a replica never writes to many types of a large registry. */
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
   * @param partial for entities that may be incomplete too
   */
  public boolean isCompiled(boolean partial) {
    EntityValidator ready = validator;
    return ready != null && (!partial || ready.isPartialCompiled());
  }

  /** The compiled validator. Compiling takes milliseconds for a large definition. */
  public EntityValidator compiled(boolean partial) {
    EntityValidator ready = validator();
    if (partial) {
      ready.compilePartial();
    }
    return ready;
  }

  /** The fields that the definition declares, from the entity itself on. */
  public DeclaredField fields() {
    DeclaredField ready = fields;
    if (ready == null) {
      ready = DeclaredField.root(definition());
      fields = ready;
    }
    return ready;
  }

  /** Drops what can be derived again at the next use. */
  void evict() {
    validator = null;
    fields = null;
  }

  /** The validator of a policy's additional input; null when the policy does not describe it. */
  public EntityValidator inputValidator(AttestationPolicy policy) {
    return policy.additionalInput() == null
        ? null
        : inputs.computeIfAbsent(
            policy.name(), name -> new EntityValidator(Json.read(policy.additionalInput())));
  }

  public Optional<AttestationPolicy> policy(String name) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst();
  }

  /** The policies that attest something at or below a top-level property. */
  public List<AttestationPolicy> policiesOf(String property) {
    return type.config().attestationPolicies().stream()
        .filter(policy -> policy.attestedProperties().contains(property))
        .toList();
  }

  /** The top-level properties of which any policy attests something, in the schema's order. */
  public Set<String> attestable() {
    return type.config().attestationPolicies().stream()
        .flatMap(policy -> policy.attestedProperties().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** What an entity of the type looks like, as JSON Schema. */
  public JsonNode definition() {
    return Json.read(type.definition());
  }
}
