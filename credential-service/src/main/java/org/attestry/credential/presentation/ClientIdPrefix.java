package org.attestry.credential.presentation;

import java.util.Optional;
import java.util.stream.Stream;

/** How a wallet identifies the verifier (OpenID4VP 1.0, section 5.9.3). */
public enum ClientIdPrefix {
  /** By the DID of the default issuer, whose key signs requests. */
  DECENTRALIZED_IDENTIFIER("decentralized_identifier"),
  /** By a certificate for the host of the public address, whose key signs requests. */
  X509_SAN_DNS("x509_san_dns"),
  /** By the address of the response; requests are not signed. */
  REDIRECT_URI("redirect_uri");

  private final String text;

  ClientIdPrefix(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  public static Optional<ClientIdPrefix> of(String text) {
    return Stream.of(values()).filter(one -> one.text.equals(text)).findFirst();
  }

  /** The Client Identifier of what is identified. */
  String clientId(String identified) {
    return text + ":" + identified;
  }
}
