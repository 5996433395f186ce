package org.attestry.contracts.claims;

import org.attestry.contracts.FactType;

/** The facts that claims-service publishes. The subject is the entity's osid. */
public final class ClaimsFacts {

  public static final FactType<ClaimRaised> CLAIM_RAISED = FactType.of("claims", ClaimRaised.class);

  public static final FactType<ClosedClaim> CLAIM_GRANTED =
      FactType.of("claims", "ClaimGranted", ClosedClaim.class);

  public static final FactType<ClosedClaim> CLAIM_REJECTED =
      FactType.of("claims", "ClaimRejected", ClosedClaim.class);

  public static final FactType<ClosedClaim> CLAIM_WITHDRAWN =
      FactType.of("claims", "ClaimWithdrawn", ClosedClaim.class);

  public static final FactType<ClosedClaim> CLAIM_EXPIRED =
      FactType.of("claims", "ClaimExpired", ClosedClaim.class);

  private ClaimsFacts() {}

  /**
   * @param type the requester's entity type
   * @param osid the requester's entity
   */
  public record ClaimRaised(String claimId, String type, String osid, String attestationName) {}

  /**
   * @param type the requester's entity type
   * @param osid the requester's entity
   * @param userId the user who decided or withdrew the claim, or null
   */
  public record ClosedClaim(
      String claimId, String type, String osid, String attestationName, String userId) {}
}
