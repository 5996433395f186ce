package org.attestry.claims.bus;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.claims.claim.AttestationRegistry;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.DecisionAttempt;
import org.attestry.condition.CallerRecords;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Operation;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaisedClaims;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.runtime.bus.BusClient;

/**
 * Calls the registry over the bus. A decision has a shorter timeout than claims-service's own
 * callers have.
 */
public record BusAttestationRegistry(BusClient bus, CallerRecords records)
    implements AttestationRegistry {

  private static final Operation<DecideAttestationRequest, DecidedAttestation> DECIDE =
      AttestationOperations.DECIDE_ATTESTATION.within(Duration.ofSeconds(8));
  private static final Operation<ReadAttestationRequest, AttestationView> READ_ATTESTATION =
      AttestationOperations.READ_ATTESTATION.within(Duration.ofSeconds(3));
  private static final Operation<FindRaisedClaimsRequest, RaisedClaims> FIND_RAISED_CLAIMS =
      AttestationOperations.FIND_RAISED_CLAIMS.within(Duration.ofSeconds(3));

  @Override
  public Future<List<AttestationRaised>> findRaised(UUID claimId, CallContext context) {
    return findRaised(new FindRaisedClaimsRequest(claimId.toString(), null), context);
  }

  @Override
  public Future<List<AttestationRaised>> findRaisedOf(UUID osid, CallContext context) {
    return findRaised(new FindRaisedClaimsRequest(null, osid.toString()), context);
  }

  private Future<List<AttestationRaised>> findRaised(
      FindRaisedClaimsRequest request, CallContext context) {
    return bus.request(FIND_RAISED_CLAIMS, request, context).map(RaisedClaims::claims);
  }

  @Override
  public Future<AttestationView> readAttestation(
      String type, String osid, String claimId, CallContext context) {
    return bus.request(READ_ATTESTATION, new ReadAttestationRequest(type, osid, claimId), context);
  }

  @Override
  public Future<Void> settle(Claim claim, CallContext context) {
    ReadAttestationRequest request =
        new ReadAttestationRequest(claim.entity(), claim.entityId(), claim.id().toString());
    return bus.request(AttestationOperations.SETTLE_CLAIM, request, context).mapEmpty();
  }

  @Override
  public Future<Optional<List<JsonNode>>> findCallerRecords(
      String type, List<FieldPath> fields, CallContext context) {
    return records
        .all(
            new FindCallerRecordsRequest(type, fields, null),
            context,
            request -> bus.request(AttestationOperations.FIND_CALLER_RECORDS, request, context))
        .map(Optional::of)
        .recover(BusAttestationRegistry::noneOfNoType);
  }

  private static Future<Optional<List<JsonNode>>> noneOfNoType(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.NOT_FOUND)
        ? Future.succeededFuture(Optional.empty())
        : Future.failedFuture(cause);
  }

  @Override
  public Future<Void> authorizeReading(
      String type, String osid, String claimId, CallContext context) {
    AuthorizeCallerRequest request =
        new AuthorizeCallerRequest(type, osid, Right.READ_CLAIM, null, claimId);
    return bus.request(AttestationOperations.AUTHORIZE_CALLER, request, context).mapEmpty();
  }

  @Override
  public Future<DecidedAttestation> decideAttestation(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context) {
    DecideAttestationRequest request =
        new DecideAttestationRequest(
            claim.entity(),
            claim.entityId(),
            claim.id().toString(),
            attempt.decision(),
            attempt.id(),
            attestorType,
            attempt.note() != null);
    return bus.request(DECIDE, request, context);
  }
}
