package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.attestry.local.Endpoints;

/**
 * What hostile inputs are about: a type with every kind of property that anybody may use, a record
 * of it with a claim, a file and an import, a schema that may be changed, and tokens, which are
 * renewed before they end.
 */
final class HostileWorld {

  private static final Duration TOKEN_LIFE = Duration.ofSeconds(120);

  private final Endpoints suite;
  private final IdentityProvider identity;
  private final String unique = Samples.fresh().unique();
  private final String attestors = "Inspector" + unique;
  private String adminToken;
  private String attestorToken;
  private long tokensUntil;
  private volatile Targets targets;

  /**
   * The values of the variables of a path.
   *
   * @param draft a schema that is in nobody's way
   * @param reference of a request for a presentation
   */
  record Targets(
      String type,
      String attestorType,
      String id,
      String claimId,
      String documentId,
      String importId,
      String schema,
      String draft,
      String template,
      String reference) {}

  HostileWorld(Endpoints suite) {
    this.suite = suite;
    this.identity = new IdentityProvider(suite);
    admin().post("/api/v1/Schema", Samples.people(attestors)).status(200);
    admin()
        .post("/api/v1/" + attestors + "/invite", "{\"name\":\"inspector%s\"}".formatted(unique))
        .status(200);
    renewType();
  }

  Targets targets() {
    return targets;
  }

  /** Publishes a type in the place of the one that former inputs have filled. */
  void renewType() {
    String type = "Hostile" + Samples.fresh().unique();
    renew(type, stored(type, "PUBLISHED", DEFINITION.replace("%attestors", attestors)));
  }

  /**
   * Makes a record, a claim, a file, an import and a draft in the place of what was made before.
   */
  void renew() {
    deleteSchemas(List.of(targets.draft()));
    renew(targets.type(), targets.schema());
  }

  private void renew(String type, String schema) {
    Client admin = admin();
    Client nobody = Client.withoutToken(suite);
    String id =
        nobody
            .post("/api/v1/" + type, entity())
            .status(200)
            .result()
            .at("/" + type + "/osid")
            .textValue();
    String record = "/api/v1/" + type + "/" + id;
    admin.post("/api/v1/send", attestation(type, id)).status(200);
    String claim = admin.get(record).json().at("/check/0/_osClaimId").textValue();
    byte[] file = "a file".getBytes(StandardCharsets.UTF_8);
    String location =
        admin
            .upload(record + "/papers/documents", "a.txt", "text/plain", file)
            .status(200)
            .json()
            .at("/documentLocations/0")
            .textValue();
    byte[] row = "{\"name\":\"imported\"}\n{}\n".getBytes(StandardCharsets.UTF_8);
    JsonNode imported =
        admin.post("/api/v1/" + type + "/import", "application/x-ndjson", row).result();
    String draft = stored("Draft" + Samples.fresh().unique(), "DRAFT", "{\"type\":\"object\"}");
    targets =
        new Targets(
            type,
            attestors,
            id,
            claim,
            location.substring(location.lastIndexOf('/') + 1),
            imported.get("id").textValue(),
            schema,
            draft,
            template(),
            reference());
  }

  /** A certificate template that shows each value in every way. */
  private String template() {
    String page =
        "<html><body title='{{title}}'>{{#each fields}}<p dir='{{dir}}'>{{label}}: {{value}}</p>"
            + "{{/each}}{{#each entity}}<i>{{@key}} {{this}}</i>{{/each}}</body></html>";
    return admin()
        .post("/api/v1/templates", Samples.certificateTemplate("hostile", page))
        .status(200)
        .result()
        .get("id")
        .textValue();
  }

  /** What a wallet knows a request for a presentation by; one is enough, which stays open. */
  private String reference() {
    if (targets != null) {
      return targets.reference();
    }
    String address =
        admin()
            .post("/api/v1/presentations/requests", Samples.presentation())
            .status(200)
            .result()
            .get("requestUri")
            .textValue();
    return address.substring(address.lastIndexOf('/') + 1);
  }

  private String stored(String type, String status, String definition) {
    Answer stored = admin().post("/api/v1/Schema", Samples.schema(type, status, definition));
    return stored.status(200).result().at("/Schema/osid").textValue();
  }

  /** The token of the admin or of an attestor, or null for nobody's. */
  String token(Chance chance) {
    int who = chance.below(10);
    return who < 6 ? adminToken() : who < 8 ? attestorToken() : null;
  }

  Client admin() {
    return Client.withToken(suite, adminToken());
  }

  private synchronized String adminToken() {
    renewTokens();
    return adminToken;
  }

  private synchronized String attestorToken() {
    renewTokens();
    if (attestorToken == null) {
      JsonNode token = identity.password("inspector" + unique, suite.defaultPassword());
      attestorToken = token.get("access_token").textValue();
    }
    return attestorToken;
  }

  private void renewTokens() {
    if (adminToken == null || System.nanoTime() - tokensUntil > 0) {
      tokensUntil = System.nanoTime() + TOKEN_LIFE.toNanos();
      adminToken = identity.clientCredentials().get("access_token").textValue();
      attestorToken = null;
    }
  }

  /** An entity that is accepted. */
  String entity() {
    return ENTITY;
  }

  String property() {
    return "{\"city\":\"Pune\",\"lines\":[\"1\",\"2\"]}";
  }

  String attestation() {
    return attestation(targets.type(), targets.id());
  }

  private static String attestation(String type, String id) {
    return """
    {"entityName": "%s", "entityId": "%s", "name": "check", "propertiesOSID": {"remark": []},
     "additionalInput": {}}\
    """
        .formatted(type, id)
        .replace("\"remark\": []", "");
  }

  /** Whose schemas may have been published by chance, and are not needed. */
  void deleteSchemas(List<String> ids) {
    ids.forEach(id -> admin().delete("/api/v1/Schema/" + id));
  }

  private static final String ENTITY =
      """
      {"name": "A", "email": "a@example.org", "birth": "2000-01-01", "at": "2024-01-01T00:00:00Z",
       "count": 1, "score": 1.5, "code": "aa", "link": "https://example.org/", "secret": "s",
       "tags": ["a", "b"], "items": [{"label": "x", "size": 1}, {"label": "y", "size": 2}],
       "address": {"city": "Pune", "lines": ["1", "2"]}, "any": {"a": [1, {"b": null}]},
       "remark": "r"}\
      """;

  private static final String DEFINITION =
      """
      {"type": "object", "required": ["name"], "properties": {
         "name": {"type": "string"}, "email": {"type": "string", "format": "email"},
         "birth": {"type": "string", "format": "date"},
         "at": {"type": "string", "format": "date-time"},
         "link": {"type": "string", "format": "uri"},
         "count": {"type": "integer"}, "score": {"type": "number", "multipleOf": 0.01},
         "code": {"type": "string", "pattern": "^(a+)+$"},
         "tags": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
         "items": {"type": "array", "uniqueItems": true, "items": {"type": "object",
           "required": ["label"], "properties": {"label": {"type": "string", "maxLength": 100},
             "size": {"type": "integer", "minimum": 0}}}},
         "address": {"type": "object", "properties": {"city": {"type": "string"},
           "lines": {"type": "array", "items": {"type": "string"}}}},
         "any": {}, "secret": {"type": "string"}, "remark": {"type": "string"},
         "papers": {"type": "string"}},
       "_osConfig": {"roles": ["anonymous"], "inviteRoles": ["anonymous"],
         "privateFields": ["secret"], "indexFields": ["name", "count", "at", "address.city"],
         "attestationPolicies": [{"name": "check", "type": "MANUAL", "conditions": "",
           "attestorPlugin": "did:internal:ClaimPluginActor?entity=%attestors",
           "attestationProperties": {"remark": "$.remark"}}],
         "credentialTemplate": {"@context": ["https://www.w3.org/2018/credentials/v1"],
           "type": ["VerifiableCredential"],
           "credentialSubject": {"type": "Person", "name": "{{name}}",
             "tags": "{{#each tags}}{{this}} {{/each}}"}}}}
      """;
}
