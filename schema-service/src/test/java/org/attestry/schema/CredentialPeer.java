package org.attestry.schema;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CheckTemplateRequest;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.TemplateCheck;
import org.attestry.runtime.bus.BusServer;

/** Credential-service's end of the bus, as schema-service meets it. */
final class CredentialPeer {

  /** A template with this text in it cannot be signed. */
  static final String UNSIGNABLE = "unsignable";

  private final List<CheckTemplateRequest> checked = new CopyOnWriteArrayList<>();

  void appear(Vertx vertx) {
    BusServer server = new BusServer(vertx, new SimpleMeterRegistry());
    server.answer(
        CredentialOperations.CHECK_TEMPLATE,
        (request, context) -> {
          checked.add(request);
          boolean signable = !request.credentialTemplate().text().contains(UNSIGNABLE);
          Violation violation = new Violation("/type", "type", "It is no credential.");
          return Future.succeededFuture(
              new TemplateCheck(signable ? List.of() : List.of(violation)));
        });
    await(server.open());
  }

  List<CheckTemplateRequest> checked() {
    return checked;
  }
}
