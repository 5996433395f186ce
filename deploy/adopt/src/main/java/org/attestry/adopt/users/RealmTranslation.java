package org.attestry.adopt.users;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.runtime.json.Json;

/**
 * Makes the realm that this suite uses, with the users, roles, groups and clients of a former
 * realm. Users keep their ids and password hashes. The former system gives users the roles of their
 * types by groups; here they are roles of the user.
 */
public final class RealmTranslation {

  private static final String CLIENTS = "clients";
  private static final String USERS = "users";
  private static final String GROUPS = "groups";
  private static final String REALM_ROLES = "realmRoles";
  private static final String SERVICE_ACCOUNT = "serviceAccountClientId";

  /** Roles that each realm has, and Keycloak's own name of the default role. */
  private static final Set<String> BUILT_IN_ROLES = Set.of("offline_access", "uma_authorization");

  private static final String DEFAULT_ROLES = "default-roles-";
  private static final Set<String> BUILT_IN_CLIENTS =
      Set.of(
          "account",
          "account-console",
          "admin-cli",
          "broker",
          "realm-management",
          "security-admin-console");

  /**
   * What the new realm understands of a client; flows and scopes of the former one do not exist.
   */
  private static final List<String> CLIENT_MEMBERS =
      List.of(
          "clientId",
          "name",
          "description",
          "enabled",
          "protocol",
          "publicClient",
          "clientAuthenticatorType",
          "secret",
          "redirectUris",
          "webOrigins",
          "rootUrl",
          "baseUrl",
          "standardFlowEnabled",
          "directAccessGrantsEnabled",
          "implicitFlowEnabled",
          "serviceAccountsEnabled",
          "consentRequired",
          "fullScopeAllowed");

  private final ObjectNode realm;
  private final JsonNode former;
  private final Report report;
  private final Set<String> attributes;

  /**
   * @param base the realm of this suite
   * @param former the export of the former realm, with its users
   */
  public RealmTranslation(JsonNode base, JsonNode former, Report report) {
    this.realm = base.deepCopy();
    this.former = former;
    this.report = report;
    this.attributes = new UserProfile(realm).attributes();
  }

  public ObjectNode translate() {
    Set<String> roles = addRoles();
    addClients();
    addUsers(roles);
    return realm;
  }

  private Set<String> addRoles() {
    ArrayNode roles = (ArrayNode) realm.path("roles").path("realm");
    Set<String> names = new LinkedHashSet<>();
    roles.forEach(role -> names.add(role.path("name").asText()));
    for (JsonNode role : former.path("roles").path("realm")) {
      String name = role.path("name").asText();
      if (isOwn(name) && names.add(name)) {
        ObjectNode added = roles.addObject().put("name", name);
        added.put("description", role.path("description").asText(""));
        if (!role.path("composites").path("realm").isEmpty()) {
          added
              .put("composite", true)
              .putObject("composites")
              .set("realm", role.at("/composites/realm"));
        }
      }
    }
    return names;
  }

  private static boolean isOwn(String role) {
    return !BUILT_IN_ROLES.contains(role) && !role.startsWith(DEFAULT_ROLES);
  }

  private void addClients() {
    ArrayNode clients = (ArrayNode) realm.path(CLIENTS);
    Map<String, ObjectNode> present = new HashMap<>();
    clients.forEach(client -> present.put(client.path("clientId").asText(), (ObjectNode) client));
    for (JsonNode client : former.path(CLIENTS)) {
      String id = client.path("clientId").asText();
      if (present.containsKey(id)) {
        addAddresses(present.get(id), client);
      } else if (!BUILT_IN_CLIENTS.contains(id)) {
        clients.add(client(client, present));
        report.add(Finding.CHANGED, "Client " + id, "It has the scopes of this suite's realm.");
      }
    }
  }

  /** A client that both realms have keeps this suite's settings, and gets the former addresses. */
  private void addAddresses(ObjectNode present, JsonNode client) {
    for (String member : List.of("redirectUris", "webOrigins")) {
      Set<String> addresses = new LinkedHashSet<>();
      present.path(member).forEach(address -> addresses.add(address.asText()));
      boolean added = false;
      for (JsonNode address : client.path(member)) {
        boolean everywhere = address.asText().equals("*");
        if (everywhere) {
          report.add(
              Finding.CHANGED,
              "Client " + client.path("clientId").asText(),
              "'*' in %s is left out: list the addresses of your front ends.".formatted(member));
        }
        added |= !everywhere && addresses.add(address.asText());
      }
      if (added) {
        ArrayNode all = present.putArray(member);
        addresses.forEach(all::add);
      }
    }
  }

  private ObjectNode client(JsonNode client, Map<String, ObjectNode> present) {
    ObjectNode added = Json.object();
    for (String member : CLIENT_MEMBERS) {
      if (client.hasNonNull(member)) {
        added.set(member, client.get(member));
      }
    }
    if (client.path("secret").asText().startsWith("**")) {
      added.remove("secret");
      report.add(
          Finding.LOST,
          "Client " + client.path("clientId").asText(),
          "The export masks its secret; Keycloak makes another one.");
    }
    ObjectNode frontend = present.get("registry-frontend");
    if (frontend != null && frontend.has("protocolMappers")) {
      added.set("protocolMappers", frontend.get("protocolMappers"));
    }
    return added;
  }

  private void addUsers(Set<String> roles) {
    ArrayNode users = (ArrayNode) realm.path(USERS);
    Set<String> names = new LinkedHashSet<>();
    users.forEach(user -> names.add(user.path("username").asText()));
    Map<String, Set<String>> rolesOfGroups = rolesOfGroups();
    long withoutPassword = 0;
    long added = 0;
    for (JsonNode user : former.isArray() ? former : former.path(USERS)) {
      if (user.has(SERVICE_ACCOUNT)) {
        continue;
      }
      if (!names.add(user.path("username").asText())) {
        report.add(
            Finding.LOST,
            "User " + user.path("username").asText(),
            "This suite's realm has a user of this name.");
        continue;
      }
      ObjectNode translated = user(user, rolesOfGroups, roles);
      withoutPassword += translated.path("credentials").isEmpty() ? 1 : 0;
      users.add(translated);
      added++;
    }
    report.add(Finding.COUNT, "Users", Long.toString(added));
    if (withoutPassword > 0) {
      report.add(
          Finding.LOST,
          "Users",
          "%d have no password hash in the export and must set a new password."
              .formatted(withoutPassword));
    }
  }

  private Map<String, Set<String>> rolesOfGroups() {
    Map<String, Set<String>> roles = new LinkedHashMap<>();
    for (JsonNode group : former.path(GROUPS)) {
      Set<String> granted = new LinkedHashSet<>();
      group.path(REALM_ROLES).forEach(role -> granted.add(role.asText()));
      roles.put(group.path("name").asText(), granted);
    }
    return roles;
  }

  private ObjectNode user(
      JsonNode user, Map<String, Set<String>> rolesOfGroups, Set<String> roles) {
    ObjectNode translated = Json.object();
    for (String member :
        List.of(
            "id",
            "createdTimestamp",
            "username",
            "email",
            "emailVerified",
            "firstName",
            "lastName",
            "enabled",
            "requiredActions",
            "notBefore")) {
      if (user.hasNonNull(member)) {
        translated.set(member, user.get(member));
      }
    }
    addAttributes(translated, user);
    addRealmRoles(translated, user, rolesOfGroups, roles);
    ArrayNode credentials = translated.putArray("credentials");
    user.path("credentials").forEach(credential -> add(credentials, credential));
    return translated;
  }

  private void addAttributes(ObjectNode translated, JsonNode user) {
    ObjectNode kept = translated.putObject("attributes");
    for (Map.Entry<String, JsonNode> attribute : user.path("attributes").properties()) {
      if (attributes.contains(attribute.getKey())) {
        kept.set(attribute.getKey(), attribute.getValue());
      }
    }
  }

  private void addRealmRoles(
      ObjectNode translated,
      JsonNode user,
      Map<String, Set<String>> rolesOfGroups,
      Set<String> roles) {
    Set<String> granted = new LinkedHashSet<>();
    user.path(REALM_ROLES).forEach(role -> granted.add(role.asText()));
    for (JsonNode group : user.path(GROUPS)) {
      String name = group.asText().replaceFirst("^/", "");
      granted.addAll(rolesOfGroups.getOrDefault(name, Set.of(name)));
    }
    user.path("attributes").path("entity").forEach(type -> granted.add(type.asText()));
    granted.removeIf(role -> !isOwn(role));
    ArrayNode written = translated.putArray(REALM_ROLES);
    granted.forEach(written::add);
    written.add(DEFAULT_ROLES + realm.path("realm").asText());
    addMissing(granted, roles);
  }

  private void addMissing(Set<String> granted, Set<String> roles) {
    ArrayNode all = (ArrayNode) realm.path("roles").path("realm");
    granted.stream().filter(roles::add).forEach(role -> all.addObject().put("name", role));
  }

  /** Writes a hash in the form that Keycloak reads since its version 7. */
  private static void add(ArrayNode credentials, JsonNode credential) {
    if (!credential.path("type").asText().equals("password")) {
      return;
    }
    if (credential.has("secretData") || credential.has("value")) {
      credentials.add(credential);
    } else if (credential.has("hashedSaltedValue")) {
      ObjectNode secret =
          Json.object()
              .put("value", credential.path("hashedSaltedValue").asText())
              .put("salt", credential.path("salt").asText());
      ObjectNode data =
          Json.object()
              .put("hashIterations", credential.path("hashIterations").asInt())
              .put("algorithm", credential.path("algorithm").asText("pbkdf2-sha256"));
      credentials
          .addObject()
          .put("type", "password")
          .put("secretData", secret.toString())
          .put("credentialData", data.toString());
    }
  }

  /** Returns the ids of the users that the translated realm has. */
  public Set<String> userIds() {
    return StreamSupport.stream(realm.path(USERS).spliterator(), false)
        .map(user -> user.path("id").asText())
        .collect(Collectors.toSet());
  }
}
