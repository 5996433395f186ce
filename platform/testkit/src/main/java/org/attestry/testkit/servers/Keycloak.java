package org.attestry.testkit.servers;

/** A Keycloak server with our realm as its users see it, in a process or a container. */
public interface Keycloak {

  /** The realm's name. */
  String REALM = "attestry";

  /** A client of the realm; a public one has an empty secret. */
  record Client(String id, String secret) {}

  /** Somebody who can log in with a password. */
  record User(String name, String password) {}

  /** Base address with the prefix, without a slash at its end. */
  String authUrl();

  /** Confidential client whose service account has the admin role and may make users and roles. */
  Client adminClient();

  /** User of the realm with the admin role. */
  User admin();

  /** User of Keycloak's own admin console. */
  User consoleAdmin();

  default String realm() {
    return REALM;
  }

  /** The {@code iss} of the realm's tokens. */
  default String issuer() {
    return authUrl() + "/realms/" + REALM;
  }

  /** Public client for the password grant and the authorization code flow. */
  default Client frontendClient() {
    return new Client("registry-frontend", "");
  }

  /** Public client whose users are asked for their consent. */
  default Client consentClient() {
    return new Client("registry-consent", "");
  }
}
