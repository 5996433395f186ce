package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.AttestationTransitions;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.attestation.AttestedValues;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.EntityChanges.EntityChange;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides an attestation. State, credential, history and the fact of the decision are written in
 * one transaction, which commits only if the entity still has the version against which attestor
 * and credential were checked. A decision that fails changes nothing. A repeated request with the
 * same attempt id returns the same reply.
 */
public record DecideAttestation(
    TypeCatalogue types,
    EntityChanges changes,
    EntityCredentials credentials,
    Attestors attestors,
    SettleClaim settle) {

  private static final Logger LOG = LoggerFactory.getLogger(DecideAttestation.class);

  private static final Set<String> OUTCOMES =
      Set.of(
          RegistryFacts.ATTESTATION_GRANTED.name(),
          RegistryFacts.ATTESTATION_REJECTED.name(),
          RegistryFacts.ATTESTATION_WITHDRAWN.name());

  private static final Set<FailureKind> SIGNER_UNAVAILABLE =
      Set.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.RATE_LIMITED);

  public Future<DecidedAttestation> handle(DecideAttestationRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(type -> decide(type, request, context))
        .recover(cause -> closingClaim(request, cause, context));
  }

  private Future<DecidedAttestation> decide(
      PublishedType type, DecideAttestationRequest request, CallContext context) {
    EntityChanges.Request change =
        EntityChanges.Request.of(
            type,
            request.id(),
            operation(request.decision()),
            null,
            entity -> requireRight(type, entity, request.decision(), context),
            context);
    return changes
        .commit(change, entity -> decided(type, entity, request, context))
        .compose(changed -> notify(changed, request, context))
        .map(entity -> view(entity, request));
  }

  /**
   * Notifies the services of the decision, except of its outcome: claims-service waits for the
   * reply and closes the claim by it. But the outcome is sent to close a claim that a later grant
   * than this one has decided.
   */
  private Future<StoredEntity> notify(
      EntityChange changed, DecideAttestationRequest request, CallContext context) {
    Optional<Attestation> decided =
        Attestations.decidedBy(changed.entity().attestations(), request.attempt());
    boolean later =
        decided.filter(one -> !one.open() && !request.attempt().equals(one.attempt())).isPresent();
    List<Fact> facts =
        changed.facts().stream()
            .filter(fact -> decided.isEmpty() || !OUTCOMES.contains(fact.type()))
            .toList();
    return (later ? settle(request, context) : settle.notifier().notify(facts, context))
        .map(changed.entity());
  }

  private Future<Void> settle(DecideAttestationRequest request, CallContext context) {
    ReadAttestationRequest claim =
        new ReadAttestationRequest(request.type(), request.id(), request.claimId());
    return settle.handle(claim, context).otherwiseEmpty().mapEmpty();
  }

  private static String operation(Decision decision) {
    return switch (decision) {
      case GRANTED -> "grantClaim";
      case REJECTED -> "rejectClaim";
      case WITHDRAWN -> "withdrawClaim";
      case EXPIRED -> throw new IllegalArgumentException("no request expires a claim");
    };
  }

  private static void requireRight(
      PublishedType type, StoredEntity entity, Decision decision, CallContext context) {
    if (decision == Decision.WITHDRAWN) {
      AccessRules.change(type.config(), context.caller(), entity.owners());
    }
  }

  private Future<StoredEntity> decided(
      PublishedType type,
      StoredEntity entity,
      DecideAttestationRequest request,
      CallContext context) {
    List<Attestation> all = entity.attestations();
    if (Attestations.decidedBy(all, request.attempt()).isPresent()) {
      return Future.succeededFuture(entity);
    }
    Attestation open =
        Attestations.open(all, request.claimId()).orElseThrow(() -> notOpen(all, request));
    Optional<AttestationPolicy> policy = type.policy(open.policy());
    if (request.decision() == Decision.WITHDRAWN || policy.isEmpty()) {
      return Future.succeededFuture(withdrawn(entity, open, request));
    }
    if (policy.get().rules().isExpired(open.createdAt(), Instant.now())) {
      return Future.succeededFuture(entity.withAttestations(Attestations.expire(all, open)));
    }
    return attestors
        .require(type, entity, open, policy.get(), request.attestorType(), context)
        .compose(allowed -> decidedByAttestor(type, policy.get(), entity, open, request, context));
  }

  private Future<StoredEntity> decidedByAttestor(
      PublishedType type,
      AttestationPolicy policy,
      StoredEntity entity,
      Attestation open,
      DecideAttestationRequest request,
      CallContext context) {
    if (request.decision() == Decision.REJECTED) {
      requireNote(policy, request);
      return Future.succeededFuture(rejected(entity, open, request));
    }
    AttestedValues.requireAllOf(policy, open);
    String attestor = context.caller().userId();
    boolean before = open.isGrantedBy(attestor);
    if (open.grants().size() + (before ? 0 : 1) < policy.rules().attestors()) {
      return before
          ? Future.failedFuture(grantedBefore(policy))
          : Future.succeededFuture(
              entity.withAttestations(
                  Attestations.addGrant(entity.attestations(), open, attestor, request.attempt())));
    }
    Attestation granted = Attestors.withRequester(policy, open, type, entity);
    return granted(type, entity, granted, request, context)
        .map(after -> withNext(type, policy, open, after));
  }

  private static void requireNote(AttestationPolicy policy, DecideAttestationRequest request) {
    if (policy.rules().requireNote() && !request.noted()) {
      throw FailureException.invalid(
          "registry.attestation.note-required",
          "/notes",
          "required",
          "The policy '%s' requires a note with a rejection; say why.".formatted(policy.name()));
    }
  }

  /** With the attestation that the policy has raised after its own. */
  private static StoredEntity withNext(
      PublishedType type, AttestationPolicy policy, Attestation granted, StoredEntity entity) {
    return Optional.ofNullable(policy.rules().onComplete())
        .flatMap(type::policy)
        .map(next -> Attestations.raiseNext(entity.attestations(), next, granted, entity.body()))
        .map(entity::withAttestations)
        .orElse(entity);
  }

  private Future<StoredEntity> granted(
      PublishedType type,
      StoredEntity entity,
      Attestation open,
      DecideAttestationRequest request,
      CallContext context) {
    Attestation granted = Attestations.underSuspension(entity.attestations(), open);
    return credentials
        .issueForAttestation(type, entity, granted, context)
        .recover(cause -> Future.failedFuture(notSigned(cause, context)))
        .map(
            issued ->
                entity.withAttestations(
                    Attestations.grant(
                        entity.attestations(),
                        granted,
                        request.attempt(),
                        issued.json(),
                        issued.id(),
                        issued.due())));
  }

  /**
   * Returns the failure of a grant whose credential could not be signed: UNPROCESSABLE if the
   * credential cannot be built from the attested data, UNAVAILABLE if the signer cannot be reached;
   * an INTERNAL failure is returned unchanged.
   */
  private static Throwable notSigned(Throwable cause, CallContext context) {
    if (!(cause instanceof FailureException failed)) {
      return cause;
    }
    Failure failure = failed.failure();
    if (failure.kind() == FailureKind.INTERNAL) {
      return cause;
    }
    return (SIGNER_UNAVAILABLE.contains(failure.kind())
            ? signerUnavailable(failure, context)
            : notSignable(failure))
        .exception();
  }

  /**
   * Returns the failure for an unavailable signer. Its reason is logged and not sent to the client.
   */
  private static Failure signerUnavailable(Failure reason, CallContext context) {
    LOG.atWarn()
        .addKeyValue("requestId", context.requestId())
        .addKeyValue("reason", reason.code())
        .log("the credential of a grant cannot be signed now");
    return Failure.of(
        FailureKind.UNAVAILABLE,
        "registry.attestation.signer-away",
        "The credential cannot be signed now, and the claim stays open; try again.");
  }

  private static Failure notSignable(Failure failure) {
    return new Failure(
        FailureKind.UNPROCESSABLE,
        "registry.attestation.credential",
        "The credential cannot be made from what is attested, and the claim stays open: "
            + failure.message(),
        failure.violations(),
        failure.moreViolations(),
        null);
  }

  private static StoredEntity rejected(
      StoredEntity entity, Attestation open, DecideAttestationRequest request) {
    return entity.withAttestations(
        Attestations.reject(entity.attestations(), open, request.attempt()));
  }

  /**
   * Withdraws the attestation: on request, or because the type no longer has the policy, so that no
   * attestor can decide it.
   */
  private static StoredEntity withdrawn(
      StoredEntity entity, Attestation open, DecideAttestationRequest request) {
    boolean requested = request.decision() == Decision.WITHDRAWN;
    return entity.withAttestations(
        Attestations.withdraw(entity.attestations(), open, requested ? request.attempt() : null));
  }

  private static DecidedAttestation view(StoredEntity entity, DecideAttestationRequest request) {
    return Attestations.decidedBy(entity.attestations(), request.attempt())
        .map(decided -> new DecidedAttestation(decided.state().name()))
        .orElseThrow(() -> withoutDecision(entity, request));
  }

  /** The claim ended, but not by this decision. */
  private static FailureException withoutDecision(
      StoredEntity entity, DecideAttestationRequest request) {
    boolean expired =
        Attestations.ofClaim(entity.attestations(), request.claimId())
            .filter(attestation -> attestation.state() == Attestation.State.DRAFT)
            .isPresent();
    return expired ? expired() : policyGone();
  }

  /**
   * Closes a claim that has no open attestation before the failure is returned, even if the
   * original fact that closes the claim has not been delivered yet.
   */
  private Future<DecidedAttestation> closingClaim(
      DecideAttestationRequest request, Throwable cause, CallContext context) {
    FailureKind kind =
        cause instanceof FailureException failed ? failed.failure().kind() : FailureKind.INTERNAL;
    return (kind == FailureKind.NOT_FOUND || kind == FailureKind.CONFLICT
            ? settle(request, context)
            : Future.<Void>succeededFuture())
        .compose(done -> Future.failedFuture(kind == FailureKind.NOT_FOUND ? entityGone() : cause));
  }

  private static FailureException notOpen(List<Attestation> all, DecideAttestationRequest request) {
    Attestation.State state =
        Attestations.ofClaim(all, request.claimId())
            .map(Attestation::state)
            .orElse(Attestation.State.DRAFT);
    return AttestationTransitions.illegal(state, request.claimId());
  }

  private static FailureException grantedBefore(AttestationPolicy policy) {
    return FailureException.conflict(
        "registry.attestation.granted-before",
        "You have granted this claim; the policy '%s' requires %d different attestors."
            .formatted(policy.name(), policy.rules().attestors()));
  }

  private static FailureException expired() {
    return FailureException.conflict(
        "registry.attestation.expired",
        "The claim has expired, because nobody decided it in time; it can be raised again.");
  }

  private static FailureException policyGone() {
    return FailureException.conflict(
        "registry.attestation.policy-gone",
        "The type no longer has the policy of this claim, which is withdrawn.");
  }

  private static FailureException entityGone() {
    return FailureException.conflict(
        "registry.attestation.entity-gone",
        "The entity of this claim is deleted; the claim is withdrawn.");
  }
}
