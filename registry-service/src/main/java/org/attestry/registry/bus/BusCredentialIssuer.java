package org.attestry.registry.bus;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.registry.credential.CredentialIssuer;
import org.attestry.registry.stored.Credential;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/** Issues credentials through credential-service over the bus. */
public record BusCredentialIssuer(BusClient bus) implements CredentialIssuer {

  @Override
  public Future<Credential> issue(
      Subject subject, JsonBytes template, JsonNode data, CallContext context) {
    IssueCredentialRequest request =
        new IssueCredentialRequest(
            subject.type(),
            subject.osid(),
            subject.policy(),
            template,
            Json.write(data),
            subject.suspension());
    // One call may issue several credentials: each request is a call with an id of its own.
    CallContext call = context.as(Ids.next(), false);
    return bus.request(CredentialOperations.ISSUE_CREDENTIAL, request, call)
        .map(issued -> new Credential(issued.credentialId(), issued.credential().text()));
  }
}
