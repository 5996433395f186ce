package org.attestry.credential.issue;

import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.SignAsJwtRequest;
import org.attestry.contracts.credential.CredentialOperations.SignedJwt;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.key.Signer;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.SentForm;
import org.attestry.credential.stored.IssuedCredentials;
import org.attestry.credential.stored.IssuedCredentials.Form;
import org.attestry.credential.stored.IssuedCredentials.Issued;

/**
 * Signs an issued credential again, as a JWT by the same issuer. Nothing is stored: the JWT has the
 * id, the status entries and the statements of the credential, so it is revoked with the
 * credential.
 */
public record SignAsJwt(IssuedCredentials credentials, Proofs proofs, Signer signer, Clock clock) {

  /**
   * Fails NOT_ACCEPTABLE for a credential that was not issued here, has no entry in our status
   * lists, is not of the data model 2.0, or is revoked; also if its key is revoked, or its issuer
   * no longer signs. Without an entry, the JWT could not be distinguished from that of another
   * entity with the same content, and would be suspended and revoked with it.
   */
  public Future<SignedJwt> handle(SignAsJwtRequest request, CallContext context) {
    return credentials
        .find(request.credential(), Form.JWT, context.deadline())
        .compose(issued -> sign(issued, context.deadline()));
  }

  private Future<SignedJwt> sign(Issued issued, Deadline deadline) {
    if (issued.stored().status() == null) {
      throw Form.JWT.refusal("Only a credential with an entry in our status lists has this form");
    }
    boolean plain =
        CredentialDraft.isSecond(issued.credential())
            && CredentialDraft.claims(issued.credential()).isEmpty();
    if (!plain) {
      throw Form.JWT.refusal(
          "Only credentials of the data model 2.0 without claims of JWTs have this form");
    }
    return credentials
        .read(issued, proofs.enveloping(issued.suite().keyType()), deadline)
        .compose(
            unsigned ->
                credentials
                    .key(issued, Form.JWT)
                    .compose(
                        key ->
                            signer.sign(
                                key,
                                () ->
                                    proofs.prepare(
                                        unsigned,
                                        key,
                                        clock.instant(),
                                        null,
                                        CallBudget.until(deadline)),
                                credentials.compute(),
                                deadline)))
        .map(enveloped -> new SignedJwt(SentForm.written(proofs.jwt(enveloped.credential()))));
  }
}
