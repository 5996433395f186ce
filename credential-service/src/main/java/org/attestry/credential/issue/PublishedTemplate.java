package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.credential.draft.TypeMetadata;
import org.attestry.runtime.json.Json;

/**
 * The published template of the credentials of a type's entities, or of the attestations of a
 * policy.
 *
 * @param policy null for the credentials of entities
 * @param template missing if it is a text that is JSON only after it is filled
 */
public record PublishedTemplate(EntityType type, AttestationPolicy policy, JsonNode template) {

  /** Returns the templates of the type and its policies, in the schema's order. */
  public static List<PublishedTemplate> allOf(EntityType type) {
    return Stream.concat(
            of(type, null, type.config().credentialTemplate()).stream(),
            type.config().attestationPolicies().stream()
                .flatMap(policy -> of(type, policy, policy.credentialTemplate()).stream()))
        .toList();
  }

  /**
   * Returns the template of the type, or of its policy with the name; empty if there is none.
   *
   * @param policy null for the template of the type
   */
  public static Optional<PublishedTemplate> of(EntityType type, String policy) {
    return allOf(type).stream()
        .filter(one -> policy == null ? one.policy == null : one.policy != null && one.isOf(policy))
        .findFirst();
  }

  private boolean isOf(String name) {
    return policy.name().equals(name);
  }

  private static Optional<PublishedTemplate> of(
      EntityType type, AttestationPolicy policy, JsonBytes template) {
    return Optional.ofNullable(template)
        .map(PublishedTemplate::parsed)
        .map(parsed -> new PublishedTemplate(type, policy, parsed));
  }

  private static JsonNode parsed(JsonBytes template) {
    JsonNode parsed = Json.read(template);
    return parsed.isTextual() ? parsedText(parsed.textValue()) : parsed;
  }

  private static JsonNode parsedText(String text) {
    try {
      return Json.parse(JsonBytes.of(text));
    } catch (FailureException e) {
      return MissingNode.getInstance();
    }
  }

  /** Returns the policy's name, or null. */
  public String policyName() {
    return policy == null ? null : policy.name();
  }

  /** Returns the address of the metadata of its SD-JWTs, which is their {@code vct}. */
  public String vct(String publicBase) {
    return TypeMetadata.address(publicBase, type.name(), policyName());
  }

  /** Returns the members {@code name} and {@code claims} of the metadata of its SD-JWTs. */
  public ObjectNode metadata() {
    return TypeMetadata.of(template, policy == null ? type.name() : policyName(), hidden());
  }

  /** Returns the names by which the template can read private and internal fields. */
  private Set<String> hidden() {
    Set<String> fields = hidden(type.config());
    Stream<String> aliases =
        policy == null
            ? Stream.of()
            : policy.attestationProperties().entrySet().stream()
                .filter(one -> one.getValue().segments().stream().anyMatch(fields::contains))
                .map(one -> one.getKey());
    return Stream.concat(fields.stream(), aliases).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the names of private and internal fields, and of objects that contain only such fields.
   */
  private static Set<String> hidden(TypeConfig config) {
    return Stream.concat(config.privateFields().stream(), config.internalFields().stream())
        .flatMap(
            path ->
                path.segments().reversed().stream()
                    .filter(name -> !name.equals(FieldPath.ANY))
                    .limit(1))
        .collect(Collectors.toUnmodifiableSet());
  }
}
