package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.ClaimOutcome;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.search.PgEntityScan.OpenAttestation;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.outbox.Facts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds open attestations without an open claim, and open claims without an open attestation, among
 * those older than a given time, and repairs them page by page:
 *
 * <ul>
 *   <li>an attestation whose policy was removed, or whose claim is closed, becomes DRAFT;
 *   <li>an attestation without a claim is raised again under the same claim;
 *   <li>a claim without an open attestation is closed with the outcome that its entity's state
 *       implies.
 * </ul>
 *
 * Each step reads the entity again, so that concurrent decisions and changes are not overwritten.
 */
public record ReconcileClaims(
    TypeCatalogue types,
    PgEntityStore store,
    PgEntityScan scan,
    EntityChanges changes,
    FactNotifier notifier,
    BusClaims claims) {

  private static final Logger LOG = LoggerFactory.getLogger(ReconcileClaims.class);
  private static final int PAGE = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Compares once all attestations and claims that were raised before a given time. */
  public Future<Void> run(Instant before) {
    return types
        .all()
        .compose(all -> waitingOf(all.iterator(), before))
        .compose(done -> openClaims(before));
  }

  private Future<Void> waitingOf(Iterator<PublishedType> all, Instant before) {
    return AsyncLoop.repeat(
        () -> all.hasNext() ? waitingOf(all.next(), before).map(true) : types.refresh().map(false));
  }

  private Future<Void> waitingOf(PublishedType type, Instant before) {
    return scan.eachWaiting(type, page -> waiting(type, page, before));
  }

  private Future<Void> waiting(PublishedType type, List<OpenAttestation> page, Instant before) {
    List<OpenAttestation> all =
        page.stream().filter(one -> one.raisedAt().isBefore(before)).toList();
    List<List<OpenAttestation>> requests = new ArrayList<>();
    for (int i = 0; i < all.size(); i += FindClaimsRequest.MOST) {
      requests.add(all.subList(i, Math.min(all.size(), i + FindClaimsRequest.MOST)));
    }
    return AsyncLoop.each(requests, some -> settle(type, some));
  }

  /** Settles a list of attestations that fits into one request to claims-service. */
  private Future<Void> settle(PublishedType type, List<OpenAttestation> some) {
    return claims
        .statuses(some.stream().map(OpenAttestation::claimId).toList(), context())
        .compose(statuses -> each(some, one -> settle(type, one, statuses)));
  }

  /**
   * Runs the work for each item. A failed item does not stop the others; the next run finds it
   * again.
   */
  private static <T> Future<Void> each(List<T> items, Function<T, Future<Void>> work) {
    return AsyncLoop.each(
        items, item -> AsyncCall.of(() -> work.apply(item)).recover(ReconcileClaims::later));
  }

  private static Future<Void> later(Throwable cause) {
    LOG.atWarn().setCause(cause).log("a claim is settled later");
    return Future.succeededFuture();
  }

  private Future<Void> settle(
      PublishedType type, OpenAttestation waiting, Map<String, ClaimStatus> statuses) {
    CallContext context = context();
    ClaimStatus status = statuses.get(waiting.claimId());
    boolean decidable = type.policy(waiting.policy()).isPresent();
    if (decidable && status == ClaimStatus.OPEN) {
      return Future.succeededFuture();
    }
    log(waiting.claimId(), "an attestation that waited without an open claim");
    return decidable && status == null
        ? raiseAgain(type, waiting, context)
        : new FreeAttestation(changes).free(type, waiting.osid(), waiting.claimId(), context);
  }

  private Future<Void> raiseAgain(
      PublishedType type, OpenAttestation waiting, CallContext context) {
    AttestationRaised raised =
        new AttestationRaised(waiting.claimId(), type.name(), waiting.osid());
    return publish(
        Facts.of(RegistryFacts.ATTESTATION_RAISED, waiting.osid(), raised, context), context);
  }

  private Future<Void> openClaims(Instant before) {
    AtomicReference<String> after = new AtomicReference<>();
    return AsyncLoop.repeat(
        () ->
            claims
                .open(after.get(), before, PAGE, context())
                .compose(
                    page -> {
                      boolean more = page.size() == PAGE;
                      after.set(more ? page.getLast().claimId() : null);
                      return each(page, this::settle).map(more);
                    }));
  }

  private Future<Void> settle(OpenClaim claim) {
    CallContext context = context();
    return types
        .find(claim.type())
        .compose(type -> store.findActive(type, claim.osid(), context.deadline()))
        .compose(
            entity -> {
              List<Attestation> now = entity == null ? List.of() : entity.attestations();
              return new ClaimOutcome(claim.type(), claim.osid(), claim.claimId())
                  .fact(now, null, context)
                  .map(fact -> close(claim, fact, context))
                  .orElse(Future.succeededFuture());
            });
  }

  private Future<Void> close(OpenClaim claim, Fact outcome, CallContext context) {
    log(claim.claimId(), "an open claim that its entity does not wait for");
    return publish(outcome, context);
  }

  private Future<Void> publish(Fact fact, CallContext context) {
    return store.publish(List.of(fact)).compose(stored -> notifier.notify(List.of(fact), context));
  }

  private static void log(String claim, String what) {
    LOG.atWarn().addKeyValue("claim", claim).addKeyValue("what", what).log("a claim is settled");
  }

  private static CallContext context() {
    return new CallContext(
        Caller.NOBODY, "reconcile-" + UUID.randomUUID(), Deadline.in(TIMEOUT), null);
  }
}
