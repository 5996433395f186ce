package org.attestry.credential.presentation;

import java.util.Optional;
import java.util.stream.Stream;

/** The ways to identify the verifier to a wallet (OpenID4VP 1.0, section 5.9.3). */
public enum ClientIdPrefix {
  /** The DID of the default issuer, whose key signs requests. */
  DECENTRALIZED_IDENTIFIER("decentralized_identifier"),
  /** A certificate for the host of the public address, whose key signs requests. */
  X509_SAN_DNS("x509_san_dns"),
  /** The hash of the same certificate. */
  X509_HASH("x509_hash"),
  /** The address of the response; requests are not signed. */
  REDIRECT_URI("redirect_uri");

  private final String text;

  ClientIdPrefix(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /** Whether the verifier needs a certificate. */
  public boolean isByCertificate() {
    return this == X509_SAN_DNS || this == X509_HASH;
  }

  public static Optional<ClientIdPrefix> of(String text) {
    return Stream.of(values()).filter(one -> one.text.equals(text)).findFirst();
  }

  /** Returns the Client Identifier with this prefix. */
  String clientId(String identified) {
    return text + ":" + identified;
  }
}
