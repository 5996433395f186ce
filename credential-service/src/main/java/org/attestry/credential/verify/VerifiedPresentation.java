package org.attestry.credential.verify;

import java.util.List;
import org.attestry.contracts.credential.CredentialOperations.PresentationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;

/**
 * The result of verifying a presentation, or a credential that is presented by itself.
 *
 * @param holder the DID whose key signed the presentation; null unless its proof holds
 * @param checks of the presentation itself; none of a credential by itself
 */
public record VerifiedPresentation(String holder, List<Check> checks, List<Verified> credentials) {

  public VerifiedPresentation {
    checks = List.copyOf(checks);
    credentials = List.copyOf(credentials);
  }

  static VerifiedPresentation alone(Verified credential) {
    return new VerifiedPresentation(null, List.of(), List.of(credential));
  }

  PresentationView view() {
    boolean verified =
        checks.stream().allMatch(check -> check.status() == Status.OK)
            && credentials.stream().allMatch(Verified::isVerified);
    return new PresentationView(
        verified, holder, checks, credentials.stream().map(Verified::view).toList());
  }
}
