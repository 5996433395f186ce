package org.attestry.claims.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaisedClaims;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.runtime.bus.BusClient;

/** Reads the attestations of claims and the records of callers from registry-service. */
public record BusRegistry(BusClient bus, CallerRecords records) {

  private static final Operation<ReadAttestationRequest, AttestationView> READ_ATTESTATION =
      AttestationOperations.READ_ATTESTATION.within(Duration.ofSeconds(3));
  private static final Operation<FindRaisedClaimsRequest, RaisedClaims> FIND_RAISED_CLAIMS =
      AttestationOperations.FIND_RAISED_CLAIMS.within(Duration.ofSeconds(3));

  /**
   * Finds the attestation that waits for a decision on a claim; empty if there is none.
   *
   * @return fails UNAVAILABLE or TIMEOUT if the registry does not reply
   */
  public Future<List<AttestationRaised>> findRaised(UUID claimId, CallContext context) {
    return findRaised(new FindRaisedClaimsRequest(claimId.toString(), null), context);
  }

  /** Finds the attestations of an entity that wait for a decision, in the same way. */
  public Future<List<AttestationRaised>> findRaisedOf(UUID osid, CallContext context) {
    return findRaised(new FindRaisedClaimsRequest(null, osid.toString()), context);
  }

  private Future<List<AttestationRaised>> findRaised(
      FindRaisedClaimsRequest request, CallContext context) {
    return bus.request(FIND_RAISED_CLAIMS, request, context).map(RaisedClaims::claims);
  }

  /** Reads the current state of a claim's attestation. */
  public Future<AttestationView> readAttestation(
      String type, String osid, String claimId, CallContext context) {
    return bus.request(READ_ATTESTATION, new ReadAttestationRequest(type, osid, claimId), context);
  }

  /**
   * Has the claim closed if its attestation no longer waits for a decision.
   *
   * @return fails UNAVAILABLE or TIMEOUT if the registry does not reply
   */
  public Future<Void> settle(Claim claim, CallContext context) {
    ReadAttestationRequest request =
        new ReadAttestationRequest(claim.entity(), claim.entityId(), claim.id().toString());
    return bus.request(AttestationOperations.SETTLE_CLAIM, request, context).mapEmpty();
  }

  /**
   * Finds all of the caller's own records of an attestor type; empty if there is no such entity
   * type.
   *
   * @param fields the fields to read; null for all
   * @return the records; fails UNPROCESSABLE if there are too many to compare
   */
  public Future<Optional<List<JsonNode>>> findCallerRecords(
      String type, List<FieldPath> fields, CallContext context) {
    return records
        .all(
            new FindCallerRecordsRequest(type, fields, null),
            context,
            request -> bus.request(AttestationOperations.FIND_CALLER_RECORDS, request, context))
        .map(Optional::of)
        .recover(BusRegistry::noneOfNoType);
  }

  private static Future<Optional<List<JsonNode>>> noneOfNoType(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.NOT_FOUND)
        ? Future.succeededFuture(Optional.empty())
        : Future.failedFuture(cause);
  }

  /**
   * Fails if the caller may not read the claims of the entity.
   *
   * @param claimId an open claim, which may also be read by callers who could decide it; or null
   */
  public Future<Void> authorizeReading(
      String type, String osid, String claimId, CallContext context) {
    AuthorizeCallerRequest request =
        new AuthorizeCallerRequest(type, osid, Right.READ_CLAIM, null, claimId);
    return bus.request(AttestationOperations.AUTHORIZE_CALLER, request, context).mapEmpty();
  }
}
