package org.attestry.credential.issue;

import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.stored.IssuedCredentials.Form;
import org.attestry.credential.stored.IssuedCredentials.Issued;
import org.attestry.credential.stored.PgCopies;

/**
 * The form of a credential for a key of its owner. It is a copy with a status entry of its own, one
 * for each key, so that it ends with the ownership while the credential stays.
 */
public record KeyBoundForm(PgCopies copies, StatusAllocation allocation, Clock clock) {

  /**
   * Returns the credential with the status entry of its form for a key. A credential without a
   * status entry is returned as it is.
   *
   * @param thumbprint of the key (RFC 7638)
   */
  Future<Issued> of(Issued issued, String thumbprint) {
    return issued.stored().status() == null
        ? Future.succeededFuture(issued)
        : copies
            .ofKey(issued.stored(), thumbprint)
            .compose(
                known ->
                    known.map(Future::succeededFuture).orElseGet(() -> place(issued, thumbprint)))
            .map(
                place ->
                    new Issued(
                        issued.credential(), issued.suite(), issued.stored().withStatus(place)));
  }

  private Future<StatusPlace> place(Issued issued, String thumbprint) {
    return allocation
        .next(issued.stored().issuer(), issued.suite().name())
        .compose(place -> copies.insertOfKey(issued.stored(), thumbprint, place, clock.instant()))
        .map(
            stored ->
                stored.orElseThrow(
                    () ->
                        Form.SD_JWT.refusal(
                            "Only a credential that is not suspended and has fewer than %d copies"
                                    .formatted(PgCopies.MOST_OF_CREDENTIAL)
                                + " can be bound to one more key")));
  }
}
