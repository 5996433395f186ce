package org.attestry.registry.credential;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.CredentialOwners;
import org.attestry.contracts.registry.AttestationOperations.CurrentCredential;
import org.attestry.contracts.registry.AttestationOperations.ReadCredentialOwnersRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadCurrentCredentialRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.stored.Credential;
import org.attestry.registry.stored.HeldCredential;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.runtime.async.AsyncLoop;

/** Finds which of the given credentials are still held by their entity. */
public record FindHeldCredentials(TypeCatalogue types, PgEntityStore store) {

  public Future<HeldCredentials> findHeldCredentials(
      FindHeldCredentialsRequest request, CallContext context) {
    if (request.issued().size() > FindHeldCredentialsRequest.MOST) {
      String message =
          "Name up to %d credentials at once.".formatted(FindHeldCredentialsRequest.MOST);
      throw FailureException.invalid("registry.credentials.many", "/issued", "maxItems", message);
    }
    Set<String> ids = new HashSet<>();
    Set<String> digests = new HashSet<>();
    Set<String> revoked = new HashSet<>();
    Map<String, Long> contents = new HashMap<>();
    return AsyncLoop.each(
            request.issued(),
            one ->
                EntityMemory.part(context, part -> found(one, part))
                    .onSuccess(
                        found -> {
                          found
                              .same()
                              .forEach(
                                  held -> {
                                    ids.add(held.id());
                                    digests.add(held.digest());
                                  });
                          if (found.revoked()) {
                            revoked.add(one.osid());
                          }
                          if (found.version() != null) {
                            contents.put(one.digest(), found.version());
                          }
                        }))
        .map(all -> new HeldCredentials(ids, digests, revoked, contents));
  }

  /** Reads the owners of the entity that still holds the credential. */
  public Future<CredentialOwners> readCredentialOwners(
      ReadCredentialOwnersRequest request, CallContext context) {
    Issued issued = request.issued();
    return EntityMemory.part(
        context,
        part ->
            types
                .find(issued.type())
                .compose(type -> store.findActive(type, issued.osid(), part.deadline()))
                .map(entity -> owners(entity, issued)));
  }

  private static CredentialOwners owners(StoredEntity entity, Issued issued) {
    boolean held = HeldCredential.allOf(entity).stream().anyMatch(one -> isSame(one, issued));
    return new CredentialOwners(held, held ? entity.owners() : List.of());
  }

  /**
   * Reads the present credential of an entity or attestation; returns none if it does not exist.
   */
  public Future<CurrentCredential> readCurrentCredential(
      ReadCurrentCredentialRequest request, CallContext context) {
    return EntityMemory.part(
        context,
        part ->
            types
                .find(request.type())
                .compose(type -> store.findActive(type, request.id(), part.deadline()))
                .map(
                    entity ->
                        entity == null
                            ? new CurrentCredential(null, false, List.of())
                            : current(entity, request)));
  }

  private static CurrentCredential current(
      StoredEntity entity, ReadCurrentCredentialRequest request) {
    if (request.policy() == null) {
      Credential own = entity.credential();
      return current(entity, own.due(), own.id() == null ? null : own.json());
    }
    Optional<Attestation> named =
        Attestations.named(entity.attestations(), request.policy(), request.attestationId());
    return current(
        entity,
        named.filter(Attestation::isUnsigned).isPresent(),
        named
            .flatMap(Attestation::inForce)
            .filter(one -> one.credentialId() != null)
            .map(Attestation::attestedData)
            .orElse(null));
  }

  private static CurrentCredential current(StoredEntity entity, boolean due, String text) {
    return new CurrentCredential(
        due || text == null ? null : JsonBytes.of(text), due, entity.owners());
  }

  /**
   * @param same the entity's credentials among the issued ones
   * @param revoked whether a credential of the entity was revoked by a request
   * @param version of the entity, if its present content is the signed one; else null
   */
  private record HeldMatch(List<HeldCredential> same, boolean revoked, Long version) {}

  private Future<HeldMatch> found(Issued issued, CallContext context) {
    return types
        .find(issued.type())
        .compose(type -> store.findActive(type, issued.osid(), context.deadline()))
        .map(
            entity ->
                new HeldMatch(
                    HeldCredential.allOf(entity).stream()
                        .filter(held -> isSame(held, issued))
                        .toList(),
                    entity != null && isRevoked(entity),
                    entity != null && isOfContent(entity, issued) ? entity.version() : null));
  }

  /**
   * Whether it is the credential of the present content. It is not if the content was changed since
   * and its credential is not signed yet.
   */
  private static boolean isOfContent(StoredEntity entity, Issued issued) {
    return issued.digest() != null
        && !entity.credential().due()
        && HeldCredential.ofContent(entity).filter(held -> isSame(held, issued)).isPresent();
  }

  private static boolean isRevoked(StoredEntity entity) {
    return Stream.concat(
            Stream.of(entity.credential().status()),
            entity.attestations().stream().map(Attestation::status))
        .anyMatch(status -> status != null && status.change() == CredentialStatus.Change.REVOKED);
  }

  private static boolean isSame(HeldCredential held, Issued issued) {
    return held.id().equals(issued.credentialId())
        && (issued.digest() == null || held.digest().equals(issued.digest()));
  }
}
