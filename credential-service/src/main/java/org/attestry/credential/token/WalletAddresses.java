package org.attestry.credential.token;

import java.util.List;
import java.util.Optional;

/**
 * The addresses that wallets use.
 *
 * @param publicBase the public address of the gateway, without trailing slash
 * @param provider the issuer of the identity provider whose tokens are accepted; empty for none
 */
public record WalletAddresses(String publicBase, String provider) {

  /**
   * Returns the authorization servers: this one redeems codes of offers, the provider logs users
   * in.
   */
  public List<String> authorizationServers() {
    return provider.isEmpty() ? List.of(publicBase) : List.of(publicBase, provider);
  }

  /** Returns the login address of the identity provider, in Keycloak's form. */
  public Optional<String> authorizationEndpoint() {
    return provider.isEmpty()
        ? Optional.empty()
        : Optional.of(provider + "/protocol/openid-connect/auth");
  }

  public String token() {
    return publicBase + "/oid4vci/token";
  }

  public String nonce() {
    return publicBase + "/oid4vci/nonce";
  }

  public String credential() {
    return publicBase + "/oid4vci/credential";
  }

  public String deferred() {
    return publicBase + "/oid4vci/deferred-credential";
  }

  public String notification() {
    return publicBase + "/oid4vci/notification";
  }
}
