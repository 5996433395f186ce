package org.attestry.credential.wallet;

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
  List<String> authorizationServers() {
    return provider.isEmpty() ? List.of(publicBase) : List.of(publicBase, provider);
  }

  /** Returns the login address of the identity provider, in Keycloak's form. */
  Optional<String> authorizationEndpoint() {
    return provider.isEmpty()
        ? Optional.empty()
        : Optional.of(provider + "/protocol/openid-connect/auth");
  }

  String token() {
    return publicBase + "/oid4vci/token";
  }

  String nonce() {
    return publicBase + "/oid4vci/nonce";
  }

  String credential() {
    return publicBase + "/oid4vci/credential";
  }

  String deferred() {
    return publicBase + "/oid4vci/deferred-credential";
  }

  String notification() {
    return publicBase + "/oid4vci/notification";
  }
}
