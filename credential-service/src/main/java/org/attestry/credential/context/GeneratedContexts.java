package org.attestry.credential.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Unsigned;

/**
 * Contexts that are generated for undefined terms of a template. Only requests of an admin store
 * them: publishing a schema, or signing. A credential names a stored context by its address, and
 * contains any other one.
 */
public record GeneratedContexts(PgContextStore store, Proofs proofs, CryptoWorkers compute) {

  /**
   * Stores the context generated for an admin's document, if there is one. Fails CONFLICT if the
   * number of contexts has reached its limit.
   */
  public Future<Void> store(GeneratedContext context) {
    return context == null ? Future.succeededFuture() : store.insert(context);
  }

  /**
   * Returns the credential with its generated context, by address or inline. Both sign the same
   * statements. Fails INVALID if the context is too large to be inline.
   */
  public Future<Unsigned> complete(Unsigned unsigned, Deadline deadline) {
    if (unsigned.context() == null) {
      return Future.succeededFuture(unsigned);
    }
    return store
        .contains(unsigned.context())
        .compose(
            stored ->
                stored
                    ? Future.succeededFuture(unsigned)
                    : compute.run(deadline, () -> embedded(unsigned, deadline)));
  }

  private Unsigned embedded(Unsigned unsigned, Deadline deadline) {
    ObjectNode document = unsigned.context().embeddedIn(unsigned.document());
    Unsigned embedded =
        proofs.read(document, unsigned.suite(), unsigned.contexts(), CallBudget.until(deadline));
    if (!embedded.canonical().equals(unsigned.canonical())) {
      throw new IllegalStateException("A context means something else where it is embedded");
    }
    return embedded;
  }
}
