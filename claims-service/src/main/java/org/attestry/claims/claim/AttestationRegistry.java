package org.attestry.claims.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;

/** The service that stores the entities of claims. */
public interface AttestationRegistry {

  /**
   * Finds the attestation that waits for a decision on a claim; empty if there is none.
   *
   * @return fails UNAVAILABLE or TIMEOUT if the registry does not reply
   */
  Future<List<AttestationRaised>> findRaised(UUID claimId, CallContext context);

  /** Finds the attestations of an entity that wait for a decision, in the same way. */
  Future<List<AttestationRaised>> findRaisedOf(UUID osid, CallContext context);

  /** Reads the current state of a claim's attestation. */
  Future<AttestationView> readAttestation(
      String type, String osid, String claimId, CallContext context);

  /**
   * Has the claim closed if its attestation no longer waits for a decision.
   *
   * @return fails UNAVAILABLE or TIMEOUT if the registry does not reply
   */
  Future<Void> settle(Claim claim, CallContext context);

  /**
   * Finds all of the caller's own records of an attestor type; empty if there is no such entity
   * type.
   *
   * @param fields the fields to read; null for all
   * @return the records; fails UNPROCESSABLE if there are too many to compare
   */
  Future<Optional<List<JsonNode>>> findCallerRecords(
      String type, List<FieldPath> fields, CallContext context);

  /**
   * Fails if the caller may not read the claims of the entity.
   *
   * @param claimId an open claim, which may also be read by callers who could decide it; or null
   */
  Future<Void> authorizeReading(String type, String osid, String claimId, CallContext context);

  /**
   * Submits a decision on behalf of the caller. Once it has succeeded, reads of the entity show the
   * decision.
   *
   * @param attestorType the attestor type of which the caller is a member, or null for a withdrawal
   */
  Future<DecidedAttestation> decideAttestation(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context);
}
