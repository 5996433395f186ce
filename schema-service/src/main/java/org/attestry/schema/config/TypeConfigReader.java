package org.attestry.schema.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.credential.SdJwtClaims;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonValidator;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.ReservedNames;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.document.SchemaFields;

/**
 * Parses and checks the {@code _osConfig} of the types of one document. A configuration that
 * several types share is validated against its schema once.
 */
public final class TypeConfigReader {

  private static final String UNIQUE = "uniqueIndexFields";

  private static final JsonValidator OS_CONFIG = JsonValidator.of(ConfigMembers.schema());
  private static final String RULE = "config";
  private static final int MOST_POLICIES = 64;
  private static final List<String> SYSTEM_FIELDS =
      List.of("osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy");

  private final SchemaDocument document;
  private final ReservedNames reserved;
  private final Findings findings;
  private final Map<String, Boolean> wellShaped = new HashMap<>();

  public TypeConfigReader(SchemaDocument document, ReservedNames reserved, Findings findings) {
    this.document = document;
    this.reserved = reserved;
    this.findings = findings;
  }

  /**
   * @param definition the pointer to the type's definition
   * @param fields the fields of the bundled type
   * @return the configuration; null if it does not conform to its schema
   */
  public TypeConfig read(String definition, SchemaFields fields) {
    String pointer = ConfigPlacement.of(document, definition).orElse("");
    JsonNode node = pointer.isEmpty() ? Json.object() : document.at(pointer);
    ConfigNode config = new ConfigNode(node, pointer, findings);
    return wellShaped.computeIfAbsent(pointer, at -> isWellShaped(config))
        ? read(config, fields)
        : null;
  }

  private boolean isWellShaped(ConfigNode config) {
    if (config.node().isObject()) {
      config.checkMembers(ConfigMembers.OS_CONFIG);
    }
    ListedViolations misshapen = OS_CONFIG.check(config.node(), config.pointer());
    findings.refuseAll(misshapen, RULE);
    if (misshapen.isEmpty()) {
      warnOfAnonymous(config);
      warnOfUnsigned(config);
      warnOfNothingToLimit(config);
      warnOfClaims(config);
      config.children("attestationPolicies").forEach(TypeConfigReader::warnOfClaims);
    }
    return misshapen.isEmpty();
  }

  /**
   * Warns of certificate templates of a type without signed credentials, because certificate
   * templates show valid credentials only.
   */
  private static void warnOfUnsigned(ConfigNode config) {
    boolean signed =
        Stream.concat(Stream.of(config), config.children("attestationPolicies").stream())
            .anyMatch(
                signing ->
                    !signing.node().path("credentialTemplate").isEmpty()
                        || !signing.text("credentialTemplate").isEmpty());
    if (!signed && !config.node().path("certificateTemplates").isEmpty()) {
      config.warn(
          "certificateTemplates",
          "unsigned",
          "A template shows credentials, and this type signs none: add 'credentialTemplate', or its"
              + " certificates are made by the built-in template.");
    }
  }

  private static void warnOfNothingToLimit(ConfigNode config) {
    boolean signed =
        !config.node().path("credentialTemplate").isEmpty()
            || !config.text("credentialTemplate").isEmpty();
    if (!signed && !config.node().path("signedFields").isEmpty()) {
      config.warn(
          "signedFields",
          "inert",
          "'signedFields' limits what 'credentialTemplate' signs, and this type has none: add it,"
              + " or leave 'signedFields' out.");
    }
  }

  /**
   * Warns of members of the subject that are named like claims of JWTs: such credentials are
   * signed, but cannot be expressed as SD-JWTs. The members of a template that is a string are not
   * known before the template is filled.
   */
  private static void warnOfClaims(ConfigNode config) {
    ConfigNode subject = config.child("credentialTemplate").child("credentialSubject");
    for (Map.Entry<String, JsonNode> member : subject.node().properties()) {
      String name = member.getKey();
      if (SdJwtClaims.OF_THE_CREDENTIAL.contains(name)) {
        subject.warn(name, "reserved", SdJwtClaims.warning(name));
      }
    }
  }

  private TypeConfig read(ConfigNode config, SchemaFields fields) {
    FieldLists lists = new FieldLists(config, fields);
    List<FieldPath> internal = lists.hidden("internalFields");
    TypeConfig type =
        new TypeConfig(
            config.strings("roles"),
            declared(config, "readRoles"),
            declared(config, "createRoles"),
            config.strings(config.node().has("inviteRoles") ? "inviteRoles" : "createRoles"),
            config.strings("deleteRoles"),
            owners(config, lists),
            lists.hidden("privateFields"),
            internal,
            lists.paths("signedFields"),
            systemFields(config),
            lists.indexes("indexFields"),
            lists.substrings("substringFields"),
            lists.uniqueIndexes(UNIQUE),
            lists.caseInsensitive(UNIQUE),
            policies(config, fields, internal),
            config.template("credentialTemplate"),
            config.certificates(),
            config.truth("enableLogin", true),
            config.truth("enableSearch", true));
    CredentialIds.check(config, type);
    return type;
  }

  /** Returns the titles in several languages of a type whose configuration was read. */
  public ObjectNode titles(String definition, SchemaFields fields) {
    String pointer = ConfigPlacement.of(document, definition).orElse("");
    ConfigNode config =
        new ConfigNode(pointer.isEmpty() ? Json.object() : document.at(pointer), pointer, findings);
    return new TitlesReader(config, new FieldLists(config, fields)).read();
  }

  private static List<String> declared(ConfigNode config, String member) {
    return config.node().has(member) ? config.strings(member) : null;
  }

  /** Warns of what a type opens to callers without a token beside reading. */
  private static void warnOfAnonymous(ConfigNode config) {
    if (config.strings("roles").contains(Caller.ANONYMOUS_ROLE)) {
      boolean creates = !config.node().has("createRoles");
      config.warn(
          "roles",
          "anonymous",
          ("Without a token everybody may %sadd to records without owners, send and revoke them,"
                  + " and read and store their files. For a register that everybody may only read,"
                  + " write \"readRoles\": [\"anonymous\"] and who may write in 'roles'.")
              .formatted(creates ? "create records, " : ""));
    }
  }

  private static List<OwnershipAttribute> owners(ConfigNode config, FieldLists lists) {
    List<OwnershipAttribute> owners = new ArrayList<>();
    for (ConfigNode owner : config.children("ownershipAttributes")) {
      owner.checkMembers(ConfigMembers.OWNERSHIP_ATTRIBUTE);
      OwnershipAttribute attribute = OwnershipReader.read(owner, lists);
      if (attribute != null) {
        owners.add(attribute);
      }
    }
    return owners;
  }

  /**
   * What a policy raises when it has granted is another policy of the type, decided by attestors.
   */
  private static void requireNext(ConfigNode node, List<AttestationPolicy> policies) {
    String next = DecisionRulesReader.next(node);
    boolean manual =
        policies.stream().anyMatch(p -> p.name().equals(next) && p.kind() == Kind.MANUAL);
    if (next != null && (!manual || next.equals(node.text("name")))) {
      node.refuse(
          "onComplete",
          "policy",
          "'%s' must be another policy of the type, with attestors who decide.".formatted(next));
    }
  }

  private List<AttestationPolicy> policies(
      ConfigNode config, SchemaFields fields, List<FieldPath> internal) {
    List<AttestationPolicy> policies = new ArrayList<>();
    if (config.node().path("attestationPolicies").size() > MOST_POLICIES) {
      config.refuse(
          "attestationPolicies", "limit", "A type may have %d policies.".formatted(MOST_POLICIES));
      return policies;
    }
    for (ConfigNode node : config.children("attestationPolicies")) {
      AttestationPolicy policy = new PolicyReader(node, fields, reserved).read();
      if (policy == null) {
        continue;
      }
      if (policies.stream().anyMatch(p -> p.name().equals(policy.name()))) {
        node.refuse(
            "name",
            "unique",
            "Two policies are named '%s'; give each its own name.".formatted(policy.name()));
      }
      policies.add(policy);
      warnOfInternal(policy, node.child("attestationProperties"), internal);
    }
    config.children("attestationPolicies").forEach(node -> requireNext(node, policies));
    return policies;
  }

  /**
   * Warns of attested values that are internal, because attestors see the values that they attest.
   */
  private static void warnOfInternal(
      AttestationPolicy policy, ConfigNode written, List<FieldPath> internal) {
    policy
        .attestationProperties()
        .forEach(
            (alias, path) -> {
              if (internal.stream().anyMatch(path::overlaps)) {
                written.warn(
                    alias,
                    "internal",
                    "'%s' is internal; attestors and the owner see it in each claim of this policy."
                        .formatted(path));
              }
            });
  }

  private List<String> systemFields(ConfigNode config) {
    if (!config.node().has("systemFields")) {
      return SYSTEM_FIELDS;
    }
    List<String> shown = new ArrayList<>();
    List<String> entries = config.strings("systemFields");
    for (int i = 0; i < entries.size(); i++) {
      String field = entries.get(i);
      if (SYSTEM_FIELDS.contains(field)) {
        shown.add(field);
      } else {
        findings.warn(
            config.at("systemFields") + "/" + i,
            "no-such-field",
            "'%s' is no system field%s"
                .formatted(field, findings.spelling().suggestion(field, SYSTEM_FIELDS)));
      }
    }
    return shown;
  }
}
