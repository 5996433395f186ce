package org.attestry.credential.status;

import java.util.Optional;
import java.util.stream.Stream;

/** The purposes of our status lists (W3C Bitstring Status List v1.0, section 2.2). */
public enum StatusPurpose {
  REVOCATION("revocation", "revoked"),
  SUSPENSION("suspension", "suspended");

  private final String text;
  private final String reason;

  StatusPurpose(String text, String reason) {
    this.text = text;
    this.reason = reason;
  }

  /** Returns the value of {@code statusPurpose}, which is also the name of the check. */
  public String text() {
    return text;
  }

  /** Returns the reason why a credential whose bit is set is not valid. */
  public String reason() {
    return reason;
  }

  /** Returns empty for a purpose without lists here. */
  public static Optional<StatusPurpose> of(String text) {
    return Stream.of(values()).filter(one -> one.text.equals(text)).findFirst();
  }
}
