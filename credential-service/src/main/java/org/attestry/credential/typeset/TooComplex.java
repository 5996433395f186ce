package org.attestry.credential.typeset;

import org.attestry.contracts.FailureException;

/** The refusal of a certificate that costs too much, or cannot be laid out. */
public final class TooComplex {

  private TooComplex() {}

  /**
   * @param reason a sentence
   */
  public static FailureException because(String reason) {
    return FailureException.invalid(
        "credential.certificate.too-complex",
        "",
        "template",
        reason + " Use a simpler template, or another one by the header template-key.");
  }
}
