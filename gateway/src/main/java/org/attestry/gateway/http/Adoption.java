package org.attestry.gateway.http;

import org.attestry.contracts.FailureException;

/**
 * Whether records of a former system may be adopted, which a call asks for by {@code as=adopted}.
 *
 * @param on the setting
 */
public record Adoption(boolean on) {

  /**
   * Whether the call adopts something.
   *
   * @throws FailureException INVALID for another value of {@code as}, NOT_FOUND if adoption is off
   */
  public boolean isAsked(Call call) {
    String as = call.query("as");
    if (as == null) {
      return false;
    }
    if (!as.equals("adopted")) {
      throw FailureException.invalid(
          "gateway.query", "", "enum", "'as' must be adopted, or left out.");
    }
    if (!on) {
      throw FailureException.notFound(
          "gateway.adoption.off", "Nothing is adopted here: ADOPTION is off.");
    }
    return true;
  }

  /**
   * Requires that the call adopts something.
   *
   * @throws FailureException as {@link #isAsked}, and INVALID without {@code as}
   */
  public void require(Call call) {
    call.mandatory("as");
    isAsked(call);
  }
}
