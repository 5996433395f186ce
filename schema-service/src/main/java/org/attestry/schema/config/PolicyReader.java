package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.condition.ConditionParser;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.ConditionSyntaxException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.runtime.json.Json;
import org.attestry.schema.document.InputCheck;
import org.attestry.schema.document.ReservedNames;
import org.attestry.schema.document.SchemaFields;

/** Parses an attestation policy. */
final class PolicyReader {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");
  private static final Pattern PLUGIN =
      Pattern.compile("did:internal:ClaimPluginActor\\?entity=([A-Za-z][A-Za-z0-9_-]{0,62})");
  private static final Set<String> SCHEMA_KEYWORDS =
      Set.of("$schema", "type", "properties", "allOf", "anyOf", "oneOf");

  /** The attestor type of an automated policy; no caller has a role of this name. */
  private static final String NOBODY = "";

  private final ConfigNode policy;
  private final SchemaFields fields;
  private final FieldLists lists;
  private final ReservedNames reserved;

  PolicyReader(ConfigNode policy, SchemaFields fields, ReservedNames reserved) {
    this.policy = policy;
    this.fields = fields;
    this.reserved = reserved;
    this.lists = new FieldLists(policy, fields);
  }

  /** Parses the policy; returns null if it is refused. */
  AttestationPolicy read() {
    policy.checkMembers(ConfigMembers.ATTESTATION_POLICY);
    String name = name();
    Kind kind = policy.text("type").equals("AUTOMATED") ? Kind.AUTOMATED : Kind.MANUAL;
    String attestor = attestor(kind);
    Map<String, FieldPath> properties = properties();
    Condition condition = condition(kind, properties);
    if (name == null || condition == null) {
      return null;
    }
    return new AttestationPolicy(
        name,
        kind,
        attestor,
        condition,
        properties,
        additionalInput(),
        policy.template("credentialTemplate"),
        policy.truth("selfAttestation", false),
        policy.certificates(),
        new DecisionRulesReader(policy).read(kind));
  }

  private String name() {
    String name = policy.text("name");
    if (!NAME.matcher(name).matches()) {
      policy.refuse(
          "name",
          "name",
          "A policy's name starts with a letter and has up to 63 letters, digits, '_' and '-'.");
      return null;
    }
    if (SystemFieldNames.contain(name)) {
      policy.refuse(
          "name",
          "name",
          "'%s' is a member that each entity has; the policy's records need a name of their own."
              .formatted(name));
      return null;
    }
    if (fields.has(FieldPath.of(name))) {
      policy.refuse(
          "name",
          "name",
          "'%s' is a field of the type; the policy's records need a name of their own."
              .formatted(name));
      return null;
    }
    return name;
  }

  private String attestor(Kind kind) {
    String plugin = policy.text("attestorPlugin");
    Matcher matcher = PLUGIN.matcher(plugin);
    if (matcher.matches()) {
      String role = matcher.group(1);
      if (reserved.isNoAttestor(role)) {
        policy.refuse(
            "attestorPlugin",
            "attestor-plugin",
            "'%s' cannot attest: the admin role never does, and roles of the identity provider are everybody's; name a type or a role of your own."
                .formatted(role));
      }
      return role;
    }
    if (kind == Kind.MANUAL || !plugin.isEmpty()) {
      policy.refuse(
          "attestorPlugin",
          "attestor-plugin",
          "The attestor plugin must be 'did:internal:ClaimPluginActor?entity=Name'.");
    }
    return NOBODY;
  }

  private Map<String, FieldPath> properties() {
    Map<String, FieldPath> properties = new LinkedHashMap<>();
    ConfigNode written = policy.child("attestationProperties");
    for (Map.Entry<String, JsonNode> entry : written.node().properties()) {
      String text = entry.getValue().textValue();
      String where = written.at(entry.getKey());
      FieldPath path = policy.path(text, where);
      if (path != null) {
        lists.warnUnlessThere(path, text, where);
        properties.put(entry.getKey(), path);
      }
    }
    return properties;
  }

  private Condition condition(Kind kind, Map<String, FieldPath> aliases) {
    try {
      Condition condition = ConditionParser.parse(policy.text("conditions"));
      if (kind == Kind.AUTOMATED && !ConditionPaths.of(condition, Side.ATTESTOR).isEmpty()) {
        policy.refuse(
            "conditions",
            "condition",
            "An AUTOMATED policy has no attestor; compare REQUESTER values.");
      }
      warnOfUnknownPaths(ConditionPaths.of(condition, Side.REQUESTER), aliases);
      return condition;
    } catch (ConditionSyntaxException e) {
      policy.refuse("conditions", "condition", e.getMessage());
      return null;
    }
  }

  private void warnOfUnknownPaths(List<FieldPath> paths, Map<String, FieldPath> aliases) {
    for (FieldPath path : paths) {
      boolean id = !path.segments().isEmpty() && path.segments().getLast().equals("osid");
      if (!id && !aliases.containsKey(path.property())) {
        lists.warnUnlessThere(path, path.toString(), policy.at("conditions"));
      }
    }
  }

  /**
   * Reads the schema of the requester's additional input; a map of properties without a schema
   * around it is accepted too.
   */
  private JsonBytes additionalInput() {
    JsonNode written = policy.node().path("additionalInput");
    if (!written.isObject() || written.isEmpty()) {
      return null;
    }
    if (!written.findValues("$ref").isEmpty()) {
      policy.refuse(
          "additionalInput",
          "$ref",
          "The schema of the additional input stands alone; write out what it refers to.");
    }
    boolean propertyNamedType = written.path("type").isObject();
    boolean schema =
        SCHEMA_KEYWORDS.stream()
            .filter(keyword -> !(propertyNamedType && keyword.equals("type")))
            .anyMatch(written::has);
    if (schema) {
      InputCheck.check(written, policy.at("additionalInput"), policy.findings());
      return Json.write(written);
    }
    InputCheck.checkProperties(written, policy.at("additionalInput"), policy.findings());
    ObjectNode wrapped = Json.object().put("type", "object");
    wrapped.set("properties", written);
    return Json.write(wrapped);
  }
}
