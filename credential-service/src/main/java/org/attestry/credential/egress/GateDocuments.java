package org.attestry.credential.egress;

import io.vertx.core.Future;
import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.credential.verify.RemoteDocuments;
import org.attestry.runtime.egress.EgressException;
import org.attestry.runtime.egress.EgressGate;
import org.attestry.runtime.egress.EgressRefusal;

/** Fetches documents through the egress gate. */
public record GateDocuments(EgressGate gate) implements RemoteDocuments {

  @Override
  public Future<RemoteDocument> read(String address, Duration newest, Deadline deadline) {
    return gate.fetch(address, newest, deadline)
        .map(fetched -> new RemoteDocument(fetched.body().getBytes(), fetched.age()))
        .recover(failed -> Future.failedFuture(notFetched(failed)));
  }

  private static Throwable notFetched(Throwable failed) {
    return failed instanceof EgressException refused
        ? new NotFetched(
            refused.refusal().code(), refused.refusal() == EgressRefusal.ORIGIN_NOT_ALLOWED)
        : failed;
  }
}
