package org.attestry.credential.dcql;

import java.util.Optional;
import java.util.stream.Stream;

/** The formats of credentials in queries (OpenID4VP 1.0, appendix B). */
public enum PresentedFormat {
  /** SD-JWT VC. */
  SD_JWT("dc+sd-jwt"),
  /** A W3C credential in a JWT. */
  JWT("jwt_vc_json"),
  /** A W3C credential with a proof in it. */
  JSON_LD("ldp_vc");

  private final String identifier;

  PresentedFormat(String identifier) {
    this.identifier = identifier;
  }

  /** The Credential Format Identifier. */
  public String identifier() {
    return identifier;
  }

  static Optional<PresentedFormat> of(String identifier) {
    return Stream.of(values()).filter(one -> one.identifier.equals(identifier)).findFirst();
  }
}
