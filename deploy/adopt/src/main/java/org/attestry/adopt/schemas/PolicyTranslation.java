package org.attestry.adopt.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attestry.runtime.json.Json;

/** Translates one attestation policy in place. */
final class PolicyTranslation {

  private static final String PROPERTIES = "attestationProperties";
  private static final String PLUGIN = "attestorPlugin";
  private static final String COMPLETE = "onComplete";
  private static final String CLAIM_PLUGIN = "did:internal:ClaimPluginActor?entity=";

  private static final Set<String> UNDERSTOOD =
      Set.of(
          "name",
          "type",
          PLUGIN,
          "conditions",
          PROPERTIES,
          "additionalInput",
          "credentialTemplate",
          "certificateTemplates",
          COMPLETE,
          "osComment");

  /** What the former system itself adds to a policy. */
  private static final Set<String> BOOKKEEPING =
      Set.of(
          "entity",
          "createdBy",
          "updatedAt",
          "status",
          "osid",
          "attestorSignin",
          "additionalProperties");

  private final ObjectNode policy;
  private final JsonNode properties;
  private final ConfigLines lines;

  PolicyTranslation(ObjectNode policy, JsonNode properties, ConfigLines lines) {
    this.policy = policy;
    this.properties = properties;
    this.lines = lines;
  }

  /** Returns whether the policy can be published. */
  boolean translate() {
    String name = policy.path("name").asText();
    if (name.isEmpty() || properties.has(name)) {
      lines.lost("", "The policy is left out: its name is empty or that of a property.");
      return false;
    }
    boolean automated = policy.path("type").asText().equals("AUTOMATED");
    String plugin = policy.path(PLUGIN).asText();
    if (!automated && !plugin.startsWith(CLAIM_PLUGIN)) {
      lines.lost(
          PLUGIN,
          "The policy and its records are left out: '%s' is no attestor here.".formatted(plugin));
      return false;
    }
    removeWithoutEffect();
    translateProperties();
    translateCompletion();
    return true;
  }

  private void removeWithoutEffect() {
    for (Map.Entry<String, JsonNode> member : List.copyOf(policy.properties())) {
      if (!UNDERSTOOD.contains(member.getKey()) || member.getValue().isNull()) {
        policy.remove(member.getKey());
        if (!BOOKKEEPING.contains(member.getKey()) && !member.getValue().isNull()) {
          lines.lost(member.getKey(), "It is left out: nothing here has this name.");
        }
      }
    }
  }

  private void translateProperties() {
    ObjectNode paths = Json.object();
    for (Map.Entry<String, JsonNode> entry : policy.path(PROPERTIES).properties()) {
      String written = entry.getValue().asText();
      Optional<String> path = PathTranslation.of(written);
      String at = PROPERTIES + "/" + entry.getKey();
      if (path.isEmpty()) {
        lines.lost(at, "The path %s has no counterpart; it is not attested.".formatted(written));
        continue;
      }
      paths.put(entry.getKey(), path.get());
      if (!path.get().equals(written.strip())) {
        lines.changed(
            at,
            "%s becomes %s: all items are attested, unless the request names some by 'propertiesOSID'."
                .formatted(written, path.get()));
      }
    }
    policy.set(PROPERTIES, paths);
  }

  private void translateCompletion() {
    String complete = policy.path(COMPLETE).asText();
    if (!complete.isEmpty() && !complete.startsWith("attestation:")) {
      policy.remove(COMPLETE);
      lines.lost(COMPLETE, "'%s' is left out: no function is called here.".formatted(complete));
    }
  }
}
