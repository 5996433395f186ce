package org.attestry.registry.revoke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.BulkOperations.ReadRevocationRequest;
import org.attestry.contracts.registry.BulkOperations.RevocationView;
import org.attestry.contracts.registry.BulkOperations.RevokeCredentialsRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.SearchScope;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.StatusChanges;
import org.attestry.registry.memory.BoundedForEach;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.revoke.Revocation.FoundEntity;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.CredentialStatus.Change;
import org.attestry.registry.status.StatusRight;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * Revokes the credentials of all entities that a filter finds (interface 7.4). What it finds is
 * recorded first, each entity with its version; only these versions are changed, and entities that
 * have changed since are left out. An entity is recorded as done in the transaction that revokes
 * its credentials, so that an interrupted revocation is continued by the same request.
 */
public record RevokeCredentials(
    TypeCatalogue types,
    PgRevocationStore revocations,
    SearchQueries queries,
    EntityChanges changes) {

  /** The most entities of one revocation. */
  static final int MOST = 100_000;

  /** The time for which one request revokes. */
  private static final Duration STEP = Duration.ofSeconds(5);

  private static final int PAGE = 64;
  private static final int AT_ONCE = 8;

  public Future<RevocationView> revokeCredentials(
      RevokeCredentialsRequest request, CallContext context) {
    AccessRules.admin(context.caller());
    return types
        .require(request.type())
        .compose(
            type ->
                request.id() == null
                    ? prepare(type, request, context)
                    : continued(type, request, context))
        .map(Revocation::view);
  }

  public Future<RevocationView> readRevocation(ReadRevocationRequest request, CallContext context) {
    AccessRules.admin(context.caller());
    return types
        .require(request.type())
        .compose(type -> find(type, request.id()))
        .map(Revocation::view);
  }

  private Future<Revocation> prepare(
      PublishedType type, RevokeCredentialsRequest request, CallContext context) {
    if (Boolean.FALSE.equals(request.dryRun())) {
      throw invalid("/id", "required", "Make a dry run first, and send the id that it returns.");
    }
    requirePolicy(type, request);
    EntityQuery query = query(type, request, context);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Revocation wanted =
        new Revocation(
            Ids.next(),
            type.name(),
            context.caller().userId(),
            request.policy(),
            false,
            0,
            0,
            0,
            now,
            now);
    return revocations
        .prepare(type, wanted, query, MOST)
        .compose(
            stored ->
                stored
                    ? revocations.find(wanted.id())
                    : Future.failedFuture(
                        invalid(
                            "/filters",
                            "maxItems",
                            "The filter finds more than %,d entities; narrow it."
                                .formatted(MOST))));
  }

  private static void requirePolicy(PublishedType type, RevokeCredentialsRequest request) {
    boolean attestation = Revocation.ATTESTATION.equals(request.credentials());
    if (!attestation && !Revocation.ENTITY.equals(request.credentials())) {
      throw invalid("/credentials", "enum", "Send entity or attestation.");
    }
    if (!attestation && request.policy() != null) {
      throw invalid("/policy", "unknown", "A policy is for credentials of attestations alone.");
    }
    if (attestation && (request.policy() == null || type.policy(request.policy()).isEmpty())) {
      throw invalid("/policy", "required", "Name a policy of the type.");
    }
  }

  private EntityQuery query(
      PublishedType type, RevokeCredentialsRequest request, CallContext context) {
    JsonNode filters = request.filters() == null ? null : Json.parse(request.filters());
    if (!(filters instanceof ObjectNode some) || some.isEmpty()) {
      throw invalid("/filters", "required", "Send filters, as in a search; they are not empty.");
    }
    return queries
        .read(type, context, SearchScope.ALL, Json.object().set("filters", filters))
        .query();
  }

  private Future<Revocation> continued(
      PublishedType type, RevokeCredentialsRequest request, CallContext context) {
    if (request.credentials() != null || request.policy() != null || request.filters() != null) {
      throw invalid("/id", "alone", "Send an id, or what to look for, not both.");
    }
    return find(type, request.id())
        .compose(
            found ->
                Boolean.FALSE.equals(request.dryRun())
                    ? run(type, found, request, context)
                    : Future.succeededFuture(found));
  }

  private Future<Revocation> find(PublishedType type, String id) {
    return Ids.parse(id)
        .map(revocations::find)
        .orElse(Future.succeededFuture())
        .map(
            found -> {
              if (found == null || !found.type().equals(type.name())) {
                throw FailureException.notFound(
                    "registry.revocation.not-found",
                    "There is no such revocation; check its type and id.");
              }
              return found;
            });
  }

  private Future<Revocation> run(
      PublishedType type,
      Revocation revocation,
      RevokeCredentialsRequest request,
      CallContext context) {
    Deadline step = context.deadline().orSooner(STEP);
    return revocations
        .begin(revocation.id())
        .compose(
            begun ->
                AsyncLoop.repeat(
                    () ->
                        next(type, revocation, request, context)
                            .map(more -> more && !step.passed())))
        .compose(done -> revocations.find(revocation.id()));
  }

  private Future<Boolean> next(
      PublishedType type,
      Revocation revocation,
      RevokeCredentialsRequest request,
      CallContext context) {
    return revocations
        .next(revocation.id(), PAGE)
        .compose(
            page ->
                BoundedForEach.each(
                        page,
                        AT_ONCE,
                        one ->
                            EntityMemory.part(
                                context, part -> revoke(type, revocation, one, request, part)))
                    .map(!page.isEmpty()));
  }

  private Future<Void> revoke(
      PublishedType type,
      Revocation revocation,
      FoundEntity one,
      RevokeCredentialsRequest request,
      CallContext context) {
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type, one.entity().toString(), "revokeCredential", null, any -> {}, context)
            .endingCredential(CredentialWithdrawn.Reason.REVOKED)
            .with(
                entity ->
                    List.of(
                        new TransactionalStep.CredentialsRevoked(revocation.id(), one.entity())));
    CredentialStatus status =
        new CredentialStatus(
            Change.REVOKED,
            StatusRight.ADMIN,
            context.caller().userId(),
            Instant.now(),
            null,
            request.reason());
    return changes
        .apply(change, before -> revoked(before, one, revocation, status))
        .<Void>mapEmpty()
        .recover(cause -> leave(revocation, one, cause));
  }

  private static Future<StoredEntity> revoked(
      StoredEntity before, FoundEntity one, Revocation revocation, CredentialStatus status) {
    return before.version() == one.version()
        ? Future.succeededFuture(StatusChanges.revokeAll(before, revocation.policy(), status))
        : Future.failedFuture(new Changed());
  }

  /**
   * Leaves an entity out that has changed or refuses the change, unless a concurrent request has
   * revoked it here. Other failures may not last, and end the request.
   */
  private Future<Void> leave(Revocation revocation, FoundEntity one, Throwable cause) {
    boolean left =
        cause instanceof Changed
            || FailureException.isOf(
                cause,
                FailureKind.NOT_FOUND,
                FailureKind.GONE,
                FailureKind.INVALID,
                FailureKind.CONFLICT,
                FailureKind.TOO_LARGE,
                FailureKind.UNPROCESSABLE);
    return left ? revocations.leave(revocation.id(), one.entity()) : Future.failedFuture(cause);
  }

  /** The entity is not the one that was found. */
  private static final class Changed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Changed() {
      super("the entity has changed since it was found", null, false, false);
    }
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("registry.revocation.invalid", pointer, rule, message);
  }
}
