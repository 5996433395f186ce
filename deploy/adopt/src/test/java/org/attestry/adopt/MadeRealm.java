package org.attestry.adopt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.attestry.runtime.json.Json;

/**
 * An export of a realm of Keycloak 14 with the users of the dump. Each has a password, of which the
 * export has the hash that Keycloak 14 makes (PBKDF2).
 */
public final class MadeRealm {

  private static final int ITERATIONS = 27_500;
  private static final int BITS = 512;

  private MadeRealm() {}

  /** Returns the password of a user. */
  public static String password(String username) {
    return "old-" + username;
  }

  public static ObjectNode export() {
    return Made.EXPORT.deepCopy();
  }

  /** The hashes take a while, so they are made once. */
  private static final class Made {
    static final ObjectNode EXPORT = make();
  }

  private static ObjectNode make() {
    ObjectNode realm = Json.object().put("realm", "sunbird-rc").put("keycloakVersion", "14.0.0");
    ArrayNode roles = realm.putObject("roles").putArray("realm");
    for (String role :
        new String[] {"default-roles-sunbird-rc", "offline_access", "admin", "Institute"}) {
      roles.addObject().put("name", role);
    }
    ArrayNode groups = realm.putArray("groups");
    groups.addObject().put("name", "Institute").putArray("realmRoles").add("Institute");
    ArrayNode clients = realm.putArray("clients");
    ObjectNode frontend = clients.addObject().put("clientId", "registry-frontend");
    frontend.putArray("redirectUris").add("*").add("https://registry.board.example.org/*");
    frontend.putArray("defaultClientScopes").add("web-origins");
    clients.addObject().put("clientId", "admin-cli");
    clients
        .addObject()
        .put("clientId", "board-portal")
        .put("publicClient", true)
        .put("directAccessGrantsEnabled", true)
        .putObject("authenticationFlowBindingOverrides")
        .put("browser", "3c5c3a5c-0000-4000-8000-000000000001");
    ArrayNode users = realm.putArray("users");
    users
        .addObject()
        .put("username", "service-account-admin-api")
        .put("serviceAccountClientId", "admin-api");
    int number = 0;
    for (JsonNode user : SunbirdDump.json("keycloak-users.json")) {
      users.add(withPassword(user.deepCopy(), number++ % 2 == 0));
    }
    return realm;
  }

  private static ObjectNode withPassword(ObjectNode user, boolean old) {
    String username = user.path("username").asText();
    byte[] salt = ("salt-of-" + username).getBytes(StandardCharsets.UTF_8);
    String hash = Base64.getEncoder().encodeToString(hash(password(username), salt));
    String saltText = Base64.getEncoder().encodeToString(salt);
    ObjectNode credential = user.putArray("credentials").addObject().put("type", "password");
    if (old) {
      credential
          .put("hashedSaltedValue", hash)
          .put("salt", saltText)
          .put("hashIterations", ITERATIONS)
          .put("algorithm", "pbkdf2-sha256");
    } else {
      credential.put(
          "secretData", Json.object().put("value", hash).put("salt", saltText).toString());
      credential.put(
          "credentialData",
          Json.object()
              .put("hashIterations", ITERATIONS)
              .put("algorithm", "pbkdf2-sha256")
              .toString());
    }
    return user;
  }

  private static byte[] hash(String password, byte[] salt) {
    try {
      PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, BITS);
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(key).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
