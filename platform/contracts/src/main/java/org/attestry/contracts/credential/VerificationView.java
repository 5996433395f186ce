package org.attestry.contracts.credential;

import java.util.List;

/**
 * @param verified whether every check is OK; UNKNOWN is not
 */
public record VerificationView(boolean verified, List<Check> checks) {

  public VerificationView {
    checks = List.copyOf(checks);
  }

  /**
   * @param check {@code proof}, {@code issuer}, {@code revocation}, {@code suspension} (of a
   *     credential that can be suspended) or {@code expiry}
   * @param reason stable code, null when OK
   */
  public record Check(String check, Status status, String reason) {}

  /** The outcome of one check. */
  public enum Status {
    OK,
    NOK,
    UNKNOWN
  }
}
