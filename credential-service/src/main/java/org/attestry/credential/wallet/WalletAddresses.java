package org.attestry.credential.wallet;

/**
 * The addresses that wallets use.
 *
 * @param publicBase the public address of the gateway, without trailing slash
 */
public record WalletAddresses(String publicBase) {

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
