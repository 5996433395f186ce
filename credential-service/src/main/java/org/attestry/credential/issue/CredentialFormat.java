package org.attestry.credential.issue;

import java.util.Optional;
import java.util.stream.Stream;

/** The formats in which wallets receive credentials (OpenID4VCI 1.0, appendix A). */
public enum CredentialFormat {
  SD_JWT("dc+sd-jwt", "sd-jwt"),
  JWT("jwt_vc_json", "jwt"),
  LDP("ldp_vc", "ldp");

  private final String identifier;
  private final String suffix;

  CredentialFormat(String identifier, String suffix) {
    this.identifier = identifier;
    this.suffix = suffix;
  }

  /** The value of the protocol's {@code format}. */
  public String identifier() {
    return identifier;
  }

  /** Returns the last part of the names of its configurations. */
  public String suffix() {
    return suffix;
  }

  /** Returns the format of a configuration, by the last part of its name. */
  public static Optional<CredentialFormat> of(String configuration) {
    String suffix = configuration.substring(configuration.lastIndexOf('.') + 1);
    return Stream.of(values()).filter(format -> format.suffix.equals(suffix)).findFirst();
  }
}
