package org.attestry.claims.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;

/** The service that keeps the entities that claims are about. */
public interface AttestationRegistry {

  /** The attestation that the claim is about, as it is now. */
  Future<AttestationView> readAttestation(
      String type, String osid, String claimId, CallContext context);

  /**
   * All of the caller's own records of an attestor type; empty where there is no such entity type.
   *
   * @param fields which of their fields; null for all
   * @return fails UNPROCESSABLE when there are too many to compare
   */
  Future<Optional<List<JsonNode>>> findCallerRecords(
      String type, List<FieldPath> fields, CallContext context);

  /**
   * Fails where the caller may not read the claims of the entity.
   *
   * @param claimId an open claim, which may also be read by who could decide it; or null
   */
  Future<Void> authorizeReading(String type, String osid, String claimId, CallContext context);

  /**
   * Takes a decision, on behalf of the caller. When it succeeds, the entity shows it.
   *
   * @param attestorType the type in whose name the caller decides, or null for a withdrawal
   */
  Future<DecidedAttestation> decideAttestation(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context);
}
