package org.attestry.testkit.servers;

/**
 * The address, clients and users of a Keycloak server with the suite's realm, which runs in a
 * process or a container.
 */
public interface Keycloak {

  /** The realm's name. */
  String REALM = "attestry";

  /** A client of the realm; a public client has an empty secret. */
  record Client(String id, String secret) {}

  /** A user who can log in with a password. */
  record User(String name, String password) {}

  /** Returns the base URL with its path prefix, without a trailing slash. */
  String authUrl();

  /**
   * Returns the confidential client whose service account has the admin role and may create users
   * and roles.
   */
  Client adminClient();

  /** Returns a user of the realm with the admin role. */
  User admin();

  /** Returns a user of Keycloak's own admin console. */
  User consoleAdmin();

  default String realm() {
    return REALM;
  }

  /** Returns the {@code iss} of the realm's tokens. */
  default String issuer() {
    return authUrl() + "/realms/" + REALM;
  }

  /** Returns the public client for the password grant and the authorization code flow. */
  default Client frontendClient() {
    return new Client("registry-frontend", "");
  }

  /** Returns the public client whose users are asked for their consent. */
  default Client consentClient() {
    return new Client("registry-consent", "");
  }
}
