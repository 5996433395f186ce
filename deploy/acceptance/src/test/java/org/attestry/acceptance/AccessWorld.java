package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.attestry.acceptance.AccessTable.Kind;
import org.attestry.acceptance.AccessTable.Who;
import org.attestry.contracts.JsonBytes;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;

/** The types, callers and records of the access table, with names of their own for each run. */
final class AccessWorld {

  static final String SECRET = "told-to-nobody";
  static final String PROPERTY = "papers";

  private static final String POLICY = "check";
  private static final List<Kind> KINDS =
      List.of(Kind.OWNED, Kind.ROLED, Kind.UNOWNED, Kind.ANONYMOUS, Kind.OPENOWNED);

  private final Endpoints suite;
  private final IdentityProvider identity;
  private final String unique = Samples.fresh().unique();
  private final Map<Who, Client> clients = new EnumMap<>(Who.class);
  private final Map<Who, String> tokens = new EnumMap<>(Who.class);
  private final Map<Kind, String> schemas = new EnumMap<>(Kind.class);

  /**
   * A record, and what hangs on it.
   *
   * @param claim the id of an open claim, empty where none was raised
   * @param document the id of a file, empty where none was stored
   */
  record Stored(String type, String osid, String body, String claim, String document) {}

  AccessWorld(Endpoints suite) {
    this.suite = suite;
    this.identity = new IdentityProvider(suite);
    know(Who.ADMIN, identity.clientCredentials());
    clients.put(Who.NOBODY, Client.withoutToken(suite));
    for (String people : List.of("Inspector", "Clerk", "Bystander", "Owner")) {
      publish(people + unique, List.of("admin"), List.of("admin"), true, false);
    }
    publish(Kind.OWNED, List.of(), List.of(), false);
    publish(Kind.ROLED, List.of("Clerk" + unique), List.of("Clerk" + unique), true);
    publish(Kind.UNOWNED, List.of("Clerk" + unique), List.of("anonymous"), false);
    publish(Kind.ANONYMOUS, List.of("anonymous"), List.of(), false);
    publish(Kind.OPENOWNED, List.of("anonymous"), List.of("Clerk" + unique), false);
    enter(Who.OWNER, "Owner", "1");
    enter(Who.OTHER, "Bystander", "2");
    enter(Who.ATTESTOR, "Inspector", "3");
    enter(Who.CLERK, "Clerk", "4");
  }

  Client client(Who who) {
    return clients.get(who);
  }

  /** The token that a caller sends, and others of the same caller that are none. */
  Map<String, Client> impostors() {
    JsonNode others = password("1", "openid");
    String token = others.get("access_token").textValue();
    int signature = token.lastIndexOf('.') + 20;
    char other = token.charAt(signature) == 'A' ? 'B' : 'A';
    return Map.of(
        "tampered",
        Client.withToken(
            suite, token.substring(0, signature) + other + token.substring(signature + 1)),
        "unsigned",
        Client.withToken(suite, token.substring(0, token.lastIndexOf('.') + 1)),
        "id token",
        Client.withToken(suite, others.get("id_token").textValue()),
        "refresh token",
        Client.withToken(suite, others.get("refresh_token").textValue()));
  }

  String userId(Who who) {
    String payload = tokens.get(who).split("\\.")[1];
    return Json.read(new String(Base64.getUrlDecoder().decode(payload), StandardCharsets.UTF_8))
        .get("sub")
        .textValue();
  }

  String type(Kind kind) {
    return kind.name().charAt(0) + kind.name().substring(1).toLowerCase() + unique;
  }

  String attestorType() {
    return "Inspector" + unique;
  }

  /** The published schema of a kind. */
  String schema(Kind kind) {
    return schemas.get(kind);
  }

  /** A draft that nobody needs. */
  String draft() {
    return createSchema(schemaRequest("Draft" + Samples.fresh().unique(), "DRAFT"));
  }

  String schemaRequest(String type, String status) {
    return request(type, status, List.of(), List.of(), false, false).toString();
  }

  /** A new record of the kind, made by those who may. */
  Stored store(Kind kind) {
    String type = type(kind);
    ObjectNode body = body(kind);
    Answer answer =
        switch (kind) {
          case OWNED, OPENOWNED -> client(Who.OWNER).post("/api/v1/" + type, body.toString());
          case ROLED -> client(Who.ADMIN).post("/api/v1/" + type + "/invite", body.toString());
          case UNOWNED -> client(Who.NOBODY).post("/api/v1/" + type + "/invite", body.toString());
          case ANONYMOUS -> client(Who.NOBODY).post("/api/v1/" + type, body.toString());
          case NONE -> throw new IllegalArgumentException("There are no records of no type");
        };
    String osid = answer.status(200).result().at("/" + type + "/osid").textValue();
    return new Stored(type, osid, body.toString(), "", "");
  }

  /** A finished import of the kind; an id of none where there can be none. */
  String importOf(Kind kind) {
    if (kind == Kind.ROLED || kind == Kind.NONE) {
      return "019aa000-0000-7000-8000-000000000000";
    }
    return client(kind == Kind.UNOWNED ? Who.CLERK : Who.OWNER)
        .post(
            "/api/v1/" + type(kind) + "/import",
            "application/x-ndjson",
            "{\"name\":\"Imported\"}".getBytes(StandardCharsets.UTF_8))
        .status(200)
        .result()
        .get("id")
        .textValue();
  }

  ObjectNode body(Kind kind) {
    ObjectNode body = (ObjectNode) Json.read("{}");
    body.put("name", "A name").put("secret", SECRET).put("remark", "A remark");
    return kind == Kind.ROLED ? body.put("phone", phone("1")) : body;
  }

  /** The part of a record that a caller with the public view may send back. */
  static String withoutSecret(Stored stored) {
    ObjectNode body = (ObjectNode) Json.read(stored.body());
    return body.without("secret").toString();
  }

  Stored withClaim(Stored stored) {
    Client admin = client(Who.ADMIN);
    admin.post("/api/v1/send", attestation(stored)).status(200);
    JsonNode entity = admin.get(path(stored)).status(200).json();
    String claim = entity.at("/" + POLICY + "/0/_osClaimId").textValue();
    return new Stored(stored.type(), stored.osid(), stored.body(), claim, stored.document());
  }

  Stored withDocument(Stored stored) {
    Answer uploaded =
        client(Who.ADMIN)
            .upload(
                path(stored) + "/" + PROPERTY + "/documents",
                "a.txt",
                "text/plain",
                "text".getBytes(StandardCharsets.UTF_8));
    String location = uploaded.status(200).json().at("/documentLocations/0").textValue();
    String document = location.substring(location.lastIndexOf('/') + 1);
    return new Stored(stored.type(), stored.osid(), stored.body(), stored.claim(), document);
  }

  String attestation(Stored stored) {
    return """
    {"entityName": "%s", "entityId": "%s", "name": "%s", "propertiesOSID": {}}\
    """
        .formatted(stored.type(), stored.osid(), POLICY);
  }

  static String path(Stored stored) {
    return "/api/v1/" + stored.type() + "/" + stored.osid();
  }

  /** What of a record and what hangs on it must not change when a request is refused. */
  String state(Stored stored) {
    Client admin = client(Who.ADMIN);
    return admin.get(path(stored)).header("etag")
        + admin
            .get("/api/v1/" + stored.type() + "/claims/" + stored.claim())
            .json()
            .path("status")
            .asText()
        + admin.get(path(stored) + "/" + PROPERTY + "/documents").json();
  }

  static List<Kind> kinds() {
    return KINDS;
  }

  private void enter(Who who, String people, String digit) {
    client(Who.ADMIN)
        .post(
            "/api/v1/" + people + unique + "/invite",
            "{\"name\":\"x\",\"phone\":\"%s\"}".formatted(phone(digit)))
        .status(200);
    know(who, password(digit, "profile"));
  }

  private void know(Who who, JsonNode token) {
    tokens.put(who, token.get("access_token").textValue());
    clients.put(who, Client.withToken(suite, tokens.get(who)));
  }

  private JsonNode password(String digit, String scope) {
    return identity.token(
        Map.of(
            "grant_type",
            "password",
            "client_id",
            IdentityProvider.FRONTEND,
            "username",
            phone(digit),
            "password",
            suite.defaultPassword(),
            "scope",
            scope));
  }

  private String phone(String digit) {
    return "8" + unique + digit;
  }

  private void publish(Kind kind, List<String> roles, List<String> inviteRoles, boolean owners) {
    schemas.put(kind, publish(type(kind), roles, inviteRoles, owners, true));
  }

  private String publish(
      String type, List<String> roles, List<String> inviteRoles, boolean owners, boolean attested) {
    return createSchema(
        request(type, "PUBLISHED", roles, inviteRoles, owners, attested).toString());
  }

  private String createSchema(String request) {
    Answer answer = client(Who.ADMIN).post("/api/v1/Schema", request).status(200);
    return answer.result().at("/Schema/osid").textValue();
  }

  private ObjectNode request(
      String type,
      String status,
      List<String> roles,
      List<String> inviteRoles,
      boolean owners,
      boolean attested) {
    ObjectNode document =
        Json.read(JsonBytes.of(DOCUMENT.replace("%type", type)), ObjectNode.class);
    ObjectNode config = (ObjectNode) document.at("/definitions/" + type + "/_osConfig");
    ArrayNode named = config.putArray("roles");
    roles.forEach(named::add);
    ArrayNode inviting = config.putArray("inviteRoles");
    inviteRoles.forEach(inviting::add);
    if (owners) {
      config.putArray("ownershipAttributes").addObject().put("userId", "/phone");
    }
    if (attested) {
      ObjectNode policy = config.putArray("attestationPolicies").addObject();
      policy.put("name", POLICY).put("type", "MANUAL").put("conditions", "");
      policy.put("attestorPlugin", "did:internal:ClaimPluginActor?entity=" + attestorType());
      policy.putObject("attestationProperties").put("remark", "$.remark");
    }
    ObjectNode request = (ObjectNode) Json.read("{}");
    return request.put("name", type).put("schema", document.toString()).put("status", status);
  }

  private static final String DOCUMENT =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "%type",
       "properties": {"%type": {"$ref": "#/definitions/%type"}}, "required": ["%type"],
       "definitions": {"%type": {"type": "object", "required": ["name"],
         "properties": {"name": {"type": "string"}, "phone": {"type": "string"},
           "secret": {"type": "string"}, "remark": {"type": "string"},
           "note": {"type": "string"}, "papers": {"type": "string"}},
         "_osConfig": {"privateFields": ["secret"],
           "credentialTemplate": {
             "@context": ["https://www.w3.org/2018/credentials/v1"],
             "type": ["VerifiableCredential"],
             "credentialSubject": {"type": "Person", "name": "{{name}}"}}}}}}
      """;
}
