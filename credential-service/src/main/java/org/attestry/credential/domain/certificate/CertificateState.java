package org.attestry.credential.domain.certificate;

/** What a certificate says of its credential. */
public enum CertificateState {
  VALID("Valid when this certificate was made"),
  EXPIRED("Expired"),
  SUSPENDED("Suspended"),
  REVOKED("Revoked"),
  UNSIGNED("Not signed: a record without a credential");

  private final String sentence;

  CertificateState(String sentence) {
    this.sentence = sentence;
  }

  String sentence() {
    return sentence;
  }
}
