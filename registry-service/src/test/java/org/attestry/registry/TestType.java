package org.attestry.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.contracts.schema.TypeConfig;

/** Entity types as schema-service publishes them, for tests. */
public final class TestType {

  private static final String PERSON =
      """
      {
        "type": "object",
        "additionalProperties": false,
        "required": ["name"],
        "properties": {
          "name": {"type": "string", "pattern": "^[A-Z]"},
          "email": {"type": "string", "format": "email"},
          "phone": {"type": "string", "maxLength": 20},
          "age": {"type": "number"},
          "tags": {"type": "array", "items": {"type": "string"}},
          "contact": {"$ref": "#/definitions/contact"},
          "addresses": {"type": "array", "items": {"$ref": "#/definitions/address"}},
          "note": {}
        },
        "definitions": {
          "contact": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "city": {"type": "string"},
              "mobile": {"type": "string"}
            }
          },
          "address": {
            "type": "object",
            "additionalProperties": false,
            "required": ["street"],
            "properties": {"street": {"type": "string"}, "zip": {"type": "string"}}
          }
        }
      }
      """;

  private final String name;
  private String definition = PERSON;
  private long revision = 1;
  private String schemaId;
  private List<String> roles = List.of();
  private List<String> readRoles;
  private List<String> createRoles;
  private List<String> inviteRoles = List.of();
  private List<String> deleteRoles = List.of();
  private List<OwnershipAttribute> owners = List.of();
  private List<FieldPath> privateFields = List.of();
  private List<FieldPath> internalFields = List.of();
  private List<FieldPath> signedFields = List.of();
  private List<String> systemFields =
      List.of("osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy");
  private List<List<FieldPath>> indexFields = List.of();
  private List<FieldPath> substringFields = List.of();
  private List<List<FieldPath>> uniqueFields = List.of();
  private List<FieldPath> caseInsensitiveFields = List.of();
  private List<AttestationPolicy> policies = List.of();
  private JsonBytes template;
  private boolean deprecated;
  private boolean login = true;
  private boolean search = true;

  private TestType(String name) {
    this.name = name;
    this.schemaId = "schema-of-" + name;
  }

  public static TestType named(String name) {
    return new TestType(name);
  }

  public TestType definition(String json) {
    definition = json;
    return this;
  }

  public TestType revision(long number) {
    revision = number;
    return this;
  }

  public TestType schema(String id) {
    schemaId = id;
    return this;
  }

  public TestType roles(String... names) {
    roles = List.of(names);
    return this;
  }

  public TestType readRoles(String... names) {
    readRoles = List.of(names);
    return this;
  }

  public TestType createRoles(String... names) {
    createRoles = List.of(names);
    return this;
  }

  public TestType inviteRoles(String... names) {
    inviteRoles = List.of(names);
    return this;
  }

  public TestType deleteRoles(String... names) {
    deleteRoles = List.of(names);
    return this;
  }

  public TestType owner(OwnershipAttribute... attributes) {
    owners = List.of(attributes);
    return this;
  }

  public TestType substrings(String... paths) {
    substringFields = paths(paths);
    return this;
  }

  public TestType privateFields(String... paths) {
    privateFields = paths(paths);
    return this;
  }

  public TestType internalFields(String... paths) {
    internalFields = paths(paths);
    return this;
  }

  /** The only fields that credentials hold. */
  public TestType signedFields(String... paths) {
    signedFields = paths(paths);
    return this;
  }

  /** The system fields that are shown; without it all four. */
  public TestType shows(String... names) {
    systemFields = List.of(names);
    return this;
  }

  public TestType indexed(String... paths) {
    indexFields = List.of(paths).stream().map(path -> List.of(FieldPath.parse(path))).toList();
    return this;
  }

  /** Fields whose texts the constraints compare without regard to case. */
  public TestType caseInsensitive(String... fields) {
    caseInsensitiveFields = paths(fields);
    return this;
  }

  /** Each argument is one constraint: paths with commas between them. */
  public TestType unique(String... constraints) {
    uniqueFields = List.of(constraints).stream().map(paths -> paths(paths.split(","))).toList();
    return this;
  }

  /** A policy whose attestors are Teachers; aliases are the last names of the paths. */
  public TestType policy(String policy, JsonBytes credentialTemplate, String... paths) {
    return policy(policy, new Condition.Always(), credentialTemplate, paths);
  }

  /** The same for the Teachers for whom a condition holds. */
  public TestType policy(
      String policy, Condition condition, JsonBytes credentialTemplate, String... paths) {
    return add(
        new AttestationPolicy(
            policy,
            AttestationPolicy.Kind.MANUAL,
            "Teacher",
            condition,
            aliases(paths),
            null,
            credentialTemplate,
            false,
            Map.of(),
            DecisionRules.DEFAULT));
  }

  /** A policy that decides by itself. */
  public TestType automated(
      String policy, Condition condition, JsonBytes credentialTemplate, String... paths) {
    return add(
        new AttestationPolicy(
            policy,
            AttestationPolicy.Kind.AUTOMATED,
            "",
            condition,
            aliases(paths),
            null,
            credentialTemplate,
            false,
            Map.of(),
            DecisionRules.DEFAULT));
  }

  /** A policy whose requester adds what the schema describes. */
  public TestType policyWithInput(String policy, String inputSchema, String... paths) {
    return add(
        new AttestationPolicy(
            policy,
            AttestationPolicy.Kind.MANUAL,
            "Teacher",
            new Condition.Always(),
            aliases(paths),
            JsonBytes.of(inputSchema),
            null,
            false,
            Map.of(),
            DecisionRules.DEFAULT));
  }

  /** Attestors may decide on what they raised or own, in all policies so far. */
  public TestType selfAttestation() {
    return eachPolicy(policy -> with(policy, policy.attestorEntity(), true));
  }

  /** How claims of a policy are decided. */
  public TestType rules(String policy, DecisionRules rules) {
    return eachPolicy(
        one ->
            one.name().equals(policy)
                ? new AttestationPolicy(
                    policy,
                    one.kind(),
                    one.attestorEntity(),
                    one.condition(),
                    one.attestationProperties(),
                    one.additionalInput(),
                    one.credentialTemplate(),
                    one.selfAttestation(),
                    one.certificateTemplates(),
                    rules)
                : one);
  }

  /** The attestors of all policies so far. */
  public TestType attestors(String type) {
    return eachPolicy(policy -> with(policy, type, policy.selfAttestation()));
  }

  private TestType eachPolicy(UnaryOperator<AttestationPolicy> change) {
    policies = policies.stream().map(change).toList();
    return this;
  }

  private static AttestationPolicy with(
      AttestationPolicy policy, String attestors, boolean selfAttestation) {
    return new AttestationPolicy(
        policy.name(),
        policy.kind(),
        attestors,
        policy.condition(),
        policy.attestationProperties(),
        policy.additionalInput(),
        policy.credentialTemplate(),
        selfAttestation,
        Map.of(),
        policy.rules());
  }

  private TestType add(AttestationPolicy policy) {
    List<AttestationPolicy> all = new java.util.ArrayList<>(policies);
    all.add(policy);
    policies = List.copyOf(all);
    return this;
  }

  private static Map<String, FieldPath> aliases(String... paths) {
    Map<String, FieldPath> attested = new LinkedHashMap<>();
    paths(paths).forEach(path -> attested.put(path.segments().getLast(), path));
    return attested;
  }

  public TestType template(String json) {
    template = JsonBytes.of(json);
    return this;
  }

  public TestType deprecated() {
    deprecated = true;
    return this;
  }

  public TestType withoutLogin() {
    login = false;
    return this;
  }

  public TestType withoutSearch() {
    search = false;
    return this;
  }

  public EntityType build() {
    return new EntityType(name, schemaId, revision, JsonBytes.of(definition), config(), deprecated);
  }

  public TypeConfig config() {
    return new TypeConfig(
        roles,
        readRoles,
        createRoles,
        inviteRoles,
        deleteRoles,
        owners,
        privateFields,
        internalFields,
        signedFields,
        systemFields,
        indexFields,
        substringFields,
        uniqueFields,
        caseInsensitiveFields,
        policies,
        template,
        Map.of(),
        login,
        search);
  }

  private static List<FieldPath> paths(String... texts) {
    return List.of(texts).stream().map(String::strip).map(FieldPath::parse).toList();
  }
}
