package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.AttestedDataView;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestedDataRequest;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.entity.VisibleEntities.Seen;
import org.attestry.registry.stored.StoredEntity;

/**
 * Reads the credential of a granted attestation, for callers who see that credential in the entity.
 */
public record ReadAttestedData(VisibleEntities entities) {

  public Future<AttestedDataView> handle(ReadAttestedDataRequest request, CallContext context) {
    return entities
        .view(request.type(), request.id(), context)
        .compose(
            found ->
                due(found, request)
                    .map(attestation -> pending(found, attestation))
                    .orElseGet(
                        () ->
                            Future.succeededFuture(
                                new AttestedDataView(
                                    credential(found.entity(), found.seen(), request)))));
  }

  /**
   * Returns the requested attestation if its first credential is still to be signed. It is left out
   * if the caller would not see that credential: nothing is disclosed, and it cannot be offered.
   */
  private static Optional<Attestation> due(Seen found, ReadAttestedDataRequest request) {
    return meant(found.entity(), request)
        .filter(Attestation::isUnsigned)
        .filter(found.withValues());
  }

  /**
   * Fails with the reason why the credential is not available yet. The reason of a refusal may
   * disclose values of the entity, so callers who do not see its credential get {@link
   * PgDueCredentials#PENDING}.
   */
  private Future<AttestedDataView> pending(Seen found, Attestation attestation) {
    return (found.withCredential()
            ? entities.due().whyPending(found.entity().id(), attestation.osid())
            : Future.succeededFuture(PgDueCredentials.PENDING))
        .compose(why -> Future.failedFuture(why.exception()));
  }

  private static JsonBytes credential(
      StoredEntity entity, ObjectNode seen, ReadAttestedDataRequest request) {
    String credential =
        meant(entity, request)
            .map(attestation -> shown(attestation, seen))
            .map(JsonNode::textValue)
            .orElseThrow(ReadAttestedData::none);
    if (credential.isEmpty()) {
      throw revoked();
    }
    return JsonBytes.of(credential);
  }

  private static Optional<Attestation> meant(StoredEntity entity, ReadAttestedDataRequest request) {
    return Attestations.named(entity.attestations(), request.policy(), request.attestationId());
  }

  private static JsonNode shown(Attestation attestation, ObjectNode seen) {
    if (attestation.property() != null) {
      return seen.path(SystemFields.ATTESTED_DATA_PREFIX + attestation.property());
    }
    return record(attestation, seen)
        .map(record -> record.path(SystemFields.ATTESTED_DATA))
        .orElseGet(MissingNode::getInstance);
  }

  private static Optional<JsonNode> record(Attestation attestation, ObjectNode seen) {
    for (JsonNode record : seen.path(attestation.policy())) {
      if (record.path("osid").asText().equals(attestation.osid())) {
        return Optional.of(record);
      }
    }
    return Optional.empty();
  }

  private static FailureException revoked() {
    return FailureException.notFound(
        "registry.attestation.credential-revoked",
        "The credential of this attestation was revoked; send the attestation again for a new"
            + " one.");
  }

  private static FailureException none() {
    return FailureException.notFound(
        "registry.attestation.no-credential",
        "This attestation has no credential that you may see; ids of attestation records, and"
            + " the properties that are attested, stand in the entity.");
  }
}
