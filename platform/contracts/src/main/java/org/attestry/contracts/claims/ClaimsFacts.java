package org.attestry.contracts.claims;

import org.attestry.contracts.FactType;

/** The facts that claims-service publishes. The subject is the entity's osid. */
public final class ClaimsFacts {

  public static final FactType<ClaimRaised> CLAIM_RAISED = FactType.of("claims", ClaimRaised.class);

  public static final FactType<ClaimGranted> CLAIM_GRANTED =
      FactType.of("claims", ClaimGranted.class);

  public static final FactType<ClaimRejected> CLAIM_REJECTED =
      FactType.of("claims", ClaimRejected.class);

  public static final FactType<ClaimWithdrawn> CLAIM_WITHDRAWN =
      FactType.of("claims", ClaimWithdrawn.class);

  private ClaimsFacts() {}
}
