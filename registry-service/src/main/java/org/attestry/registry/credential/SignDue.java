package org.attestry.registry.credential;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.PgDueCredentials.DueEntity;
import org.attestry.registry.credential.PgDueCredentials.Refusals;
import org.attestry.registry.credential.PgDueCredentials.Settled;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.EntityFacts;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.async.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Signs the credentials of entities that were stored unsigned ({@code SIGNING=deferred}). It runs
 * on any replica and retries until it succeeds. A credential is stored only with the version of the
 * entity that it was made from; until then the former credential is valid. A credential that is
 * issued but not stored is withdrawn. Changes of the entity do not wait for the signer.
 */
public record SignDue(
    TypeCatalogue types,
    PgEntityStore store,
    EntityChanges changes,
    EntityCredentials credentials,
    PgDueCredentials due) {

  private static final Logger LOG = LoggerFactory.getLogger(SignDue.class);
  private static final int AT_ONCE = 64;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** The result of a run. */
  public enum Outcome {
    NOTHING_DUE,
    DONE,
    /** Some credentials could not be signed now; the rest is left for another run. */
    SIGNER_UNAVAILABLE
  }

  /**
   * Signs all credentials that are due now; ends early if the signer is unavailable. Entities whose
   * last attempt did not end, because a process ended, are signed after all others, one at a time;
   * a second such attempt is the last. Fails if the store fails.
   */
  public Future<Outcome> run() {
    AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.NOTHING_DUE);
    return AsyncLoop.repeat(() -> due.take(AT_ONCE).compose(page -> sign(page, outcome)))
        .compose(done -> AsyncLoop.repeat(() -> due.takeAlone().compose(one -> sign(one, outcome))))
        .map(done -> outcome.get());
  }

  /**
   * @return whether more credentials may be due and the signer is available
   */
  private Future<Boolean> sign(List<DueEntity> page, AtomicReference<Outcome> outcome) {
    if (page.isEmpty()) {
      return Future.succeededFuture(false);
    }
    return all(page)
        .map(
            signed -> {
              outcome.set(signed ? Outcome.DONE : Outcome.SIGNER_UNAVAILABLE);
              return signed;
            });
  }

  /**
   * Signs a page of entities. One statement deletes the rows of all that have no due credential any
   * more.
   */
  private Future<Boolean> all(List<DueEntity> page) {
    List<Future<Tried>> begun = page.stream().map(one -> AsyncCall.of(() -> sign(one))).toList();
    return Future.join(begun)
        .transform(done -> settle(begun).compose(settled -> Future.join(begun)))
        .map(done -> begun.stream().map(Future::result).allMatch(Tried::signerThere));
  }

  private Future<Void> settle(List<Future<Tried>> ended) {
    List<Settled> settled =
        ended.stream()
            .filter(Future::succeeded)
            .map(tried -> tried.result().settled())
            .filter(Objects::nonNull)
            .toList();
    return settled.isEmpty() ? Future.succeededFuture() : due.settled(settled);
  }

  /**
   * The result of signing the credentials of one entity.
   *
   * @param settled null if the entity is to be retried
   * @param signerThere false if a transient failure occurred, so that the entity is retried soon
   */
  private record Tried(Settled settled, boolean signerThere) {

    static Tried settled(UUID entity, long version) {
      return new Tried(new Settled(entity, version), true);
    }
  }

  private Future<Tried> sign(DueEntity one) {
    return (one.type() == null ? Future.<PublishedType>succeededFuture() : types.find(one.type()))
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(Tried.settled(one.entity(), one.version()))
                    : store
                        .find(type, one.entity(), Deadline.in(TIMEOUT))
                        .compose(entity -> sign(type, one, entity)));
  }

  private Future<Tried> sign(PublishedType type, DueEntity one, StoredEntity entity) {
    if (entity == null || !entity.isDue()) {
      long version = entity == null ? one.version() : entity.version();
      return Future.succeededFuture(Tried.settled(one.entity(), version));
    }
    Signing signing = new Signing(type, entity);
    return AsyncLoop.each(dueOf(entity), signing::sign)
        .compose(done -> signing.end())
        .recover(cause -> signing.postpone(cause).map(new Tried(null, false)));
  }

  private static List<String> dueOf(StoredEntity entity) {
    List<String> all = new ArrayList<>();
    if (entity.credential().due()) {
      all.add(PgDueCredentials.CONTENT);
    }
    entity.attestations().stream()
        .filter(one -> one.due().isPresent())
        .map(Attestation::osid)
        .forEach(all::add);
    return all;
  }

  /** Signs the due credentials of one entity; ends early if the entity is changed concurrently. */
  private final class Signing {

    private final PublishedType type;
    private final CallContext context;
    private StoredEntity current;
    private boolean changed;
    private final Map<String, Throwable> refused = new LinkedHashMap<>();

    /** Acts on behalf of the user who made the last change of the entity. */
    private Signing(PublishedType type, StoredEntity entity) {
      String by = entity.updated().by();
      Caller caller = new Caller(by, null, Set.of(), Set.of(), Set.of(), false);
      this.type = type;
      this.current = entity;
      this.context =
          new CallContext(caller, "sign-" + UUID.randomUUID(), Deadline.in(TIMEOUT), null);
    }

    /** Signs one part. A refused part does not keep the other parts from being signed. */
    private Future<Void> sign(String what) {
      return changed
          ? Future.succeededFuture()
          : signed(what).compose(this::store).recover(cause -> refuse(what, cause));
    }

    private Future<StoredEntity> signed(String what) {
      return what.equals(PgDueCredentials.CONTENT)
          ? credentials.issueForContent(type, current, context)
          : Attestations.due(current.attestations(), what)
              .map(this::signed)
              .orElse(Future.succeededFuture(current));
    }

    private Future<StoredEntity> signed(Attestation attestation) {
      return credentials
          .issueForAttestation(type, current, attestation, context)
          .map(
              issued ->
                  current.withAttestations(
                      Attestations.sign(
                          current.attestations(), attestation, issued.json(), issued.id())));
    }

    private Future<Void> store(StoredEntity signed) {
      EntityChanges.Request change =
          EntityChanges.Request.of(
              type, current.osid(), "issueCredential", current.version(), any -> {}, context);
      return changes
          .apply(change, before -> Future.succeededFuture(signed))
          .onSuccess(after -> current = after)
          .<Void>mapEmpty()
          .recover(cause -> withdrawIfChanged(signed, cause));
    }

    private Future<Void> withdrawIfChanged(StoredEntity unused, Throwable cause) {
      if (!isChanged(cause)) {
        return Future.failedFuture(cause);
      }
      changed = true;
      return store.publish(EntityFacts.ofUnused(type, current, unused, context));
    }

    private Future<Void> refuse(String what, Throwable cause) {
      if (isTransient(cause)) {
        return Future.failedFuture(cause);
      }
      refused.put(what, cause);
      return Future.succeededFuture();
    }

    private Future<Tried> end() {
      if (refused.isEmpty()) {
        return Future.succeededFuture(Tried.settled(current.id(), current.version()));
      }
      log(
          LOG.atWarn().addKeyValue("credentials", refused.size()),
          refused.values().iterator().next(),
          "no credential can be made from an entity");
      Map<String, Failure> why = new LinkedHashMap<>();
      refused.forEach(
          (what, cause) -> aboutTheEntity(cause).ifPresent(failure -> why.put(what, failure)));
      boolean fault = why.size() < refused.size();
      return due.refuse(current.id(), current.version(), new Refusals(why, fault))
          .map(new Tried(null, true));
    }

    private Future<Void> postpone(Throwable cause) {
      log(LOG.atDebug(), cause, "a credential is signed later");
      return due.postpone(current.id(), current.version(), Operation.isLost(cause));
    }

    private void log(LoggingEventBuilder line, Throwable cause, String message) {
      line.addKeyValue("type", type.name())
          .addKeyValue("entity", current.osid())
          .addKeyValue(
              "reason",
              cause instanceof FailureException failed ? failed.failure().code() : cause.toString())
          .log(message);
    }
  }

  /**
   * Whether a failure is transient: it is retried soon, because it does not depend on the entity.
   */
  private static boolean isTransient(Throwable cause) {
    return FailureException.isOf(
        cause, FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.RATE_LIMITED);
  }

  /** Whether a write failed because the entity was changed or deleted concurrently. */
  private static boolean isChanged(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.STALE, FailureKind.NOT_FOUND, FailureKind.GONE);
  }

  /**
   * Returns the failure if it is about the entity; empty for an internal fault, which clients
   * cannot fix.
   */
  private static Optional<Failure> aboutTheEntity(Throwable cause) {
    return cause instanceof FailureException failed
            && failed.failure().kind() != FailureKind.INTERNAL
        ? Optional.of(failed.failure())
        : Optional.empty();
  }
}
