package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.AttestedDataView;
import org.attestry.contracts.registry.AttestationOperations.OfferedCredential;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestedDataRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadOfferedCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.stored.EntityIds;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.runtime.json.Json;

/** Reads a credential for a caller who offers it to a wallet, in the caller's view of it. */
public record ReadOfferedCredential(VisibleEntities entities, ReadAttestedData attested) {

  public Future<OfferedCredential> handle(
      ReadOfferedCredentialRequest request, CallContext context) {
    return entities
        .find(
            request.type(),
            request.id(),
            (config, caller) -> AccessRules.requireToken(caller),
            context)
        .compose(
            found -> {
              StoredEntity entity = found.entity();
              AccessRules.change(found.type().config(), context.caller(), entity.owners());
              EntityIds.requireActive(entity);
              return credential(request, context)
                  .map(
                      credential ->
                          new OfferedCredential(
                              credential, entity.owners(), entity.ownedBy(context.caller())));
            });
  }

  private Future<JsonBytes> credential(ReadOfferedCredentialRequest request, CallContext context) {
    return request.policy() == null
        ? entities
            .readEntity(new ReadEntityRequest(request.type(), request.id()), context)
            .map(ReadOfferedCredential::ofContent)
        : attested
            .handle(
                new ReadAttestedDataRequest(
                    request.type(), request.id(), request.policy(), request.attestationId()),
                context)
            .map(AttestedDataView::credential)
            .recover(
                cause ->
                    cause instanceof FailureException failed && isPending(failed.failure())
                        ? Future.succeededFuture()
                        : Future.failedFuture(cause));
  }

  private static boolean isPending(Failure failure) {
    return failure.code().equals(PgDueCredentials.PENDING.code());
  }

  private static JsonBytes ofContent(EntityView read) {
    if (read.pending() != null) {
      if (isPending(read.pending())) {
        return null;
      }
      throw read.pending().exception();
    }
    JsonNode signed = Json.read(read.entity()).path(SystemFields.SIGNED_DATA);
    if (signed.asText().isEmpty()) {
      throw FailureException.conflict(
          "registry.credential.none",
          "This record has no valid credential that you may read; change it for a new one.");
    }
    return JsonBytes.of(signed.textValue());
  }
}
