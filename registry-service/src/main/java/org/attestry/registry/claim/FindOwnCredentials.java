package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.AttestationOperations.FindOwnCredentialsRequest;
import org.attestry.contracts.registry.AttestationOperations.OwnCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.stored.StoredEntity;

/** Finds the caller's own records that have a credential, or are to get one. */
public record FindOwnCredentials(TypeCatalogue types, PgEntityScan scan) {

  private static final UUID LAST = new UUID(-1, -1);

  public Future<OwnCredentials> handle(FindOwnCredentialsRequest request, CallContext context) {
    if (!context.caller().known()) {
      return Future.succeededFuture(new OwnCredentials(List.of()));
    }
    return types
        .require(request.type())
        .compose(
            type ->
                EntityMemory.callerRecords(
                    context,
                    part ->
                        scan.found(
                            type,
                            EntityQuery.ownedBy(
                                context.caller().userId(), OwnCredentials.MOST, part.deadline()),
                            null,
                            LAST)))
        .map(
            page ->
                new OwnCredentials(
                    page.entities().stream()
                        .flatMap(entity -> credentials(entity, request.policy()))
                        .limit(OwnCredentials.MOST)
                        .toList()));
  }

  private static Stream<OwnCredential> credentials(StoredEntity entity, String policy) {
    if (policy == null) {
      return entity.credential().holds() || entity.credential().due()
          ? Stream.of(new OwnCredential(entity.osid(), null, entity.owners()))
          : Stream.empty();
    }
    return entity.attestations().stream()
        .filter(one -> one.policy().equals(policy))
        .filter(FindOwnCredentials::hasCredential)
        .map(
            one ->
                new OwnCredential(
                    entity.osid(),
                    one.property() == null ? one.osid() : one.property(),
                    entity.owners()));
  }

  private static boolean hasCredential(Attestation attestation) {
    return attestation.due().isPresent()
        || attestation.inForce().filter(one -> one.credentialId() != null).isPresent();
  }
}
