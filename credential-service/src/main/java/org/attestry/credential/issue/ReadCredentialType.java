package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;
import org.attestry.contracts.credential.CredentialOperations.ReadCredentialTypeRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.PublishedTemplates;
import org.attestry.runtime.json.Json;

/**
 * Reads the metadata of a type of SD-JWTs, by the currently published template. Anybody may read
 * it, because it has no claim of a hidden field.
 */
public record ReadCredentialType(
    PublishedTemplates templates, CryptoWorkers compute, String publicBase) {

  /** Fails NOT_FOUND if the type is not published or has no credentials, or has no such policy. */
  public Future<PublicDocument> handle(ReadCredentialTypeRequest request, CallContext context) {
    return templates
        .type(request.type(), context)
        .compose(type -> compute.run(context.deadline(), () -> document(type, request)));
  }

  /** Runs on a worker, because a template may be long. */
  private PublicDocument document(EntityType type, ReadCredentialTypeRequest request) {
    PublishedTemplate template =
        PublishedTemplate.of(type, request.policy()).orElseThrow(ReadCredentialType::unknown);
    ObjectNode document = Json.object().put("vct", template.vct(publicBase));
    return new PublicDocument(Json.write(document.setAll(template.metadata())));
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.type.not-found", "There are no credentials of such a type here.");
  }
}
