package org.attestry.contracts.credential;

import java.util.List;
import org.attestry.contracts.credential.VerificationView.Check;

/**
 * What the verification of a presentation has found.
 *
 * @param verified whether every check is OK, its own and those of its credentials
 * @param holder the DID whose key signed the presentation; null unless its proof holds
 * @param checks {@code proof}, {@code holder}, and {@code challenge} and {@code domain} where they
 *     were given
 * @param credentials the verification of each credential, in their order
 */
public record PresentationView(
    boolean verified, String holder, List<Check> checks, List<VerificationView> credentials) {

  public PresentationView {
    checks = List.copyOf(checks);
    credentials = List.copyOf(credentials);
  }
}
