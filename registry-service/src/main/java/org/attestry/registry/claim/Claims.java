package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;

/** The claims of claims-service. */
public interface Claims {

  /**
   * Returns the status of each claim by its id; unknown claims are left out.
   *
   * @param claimIds up to {@link
   *     org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest#MOST}
   */
  Future<Map<String, ClaimStatus>> statuses(List<String> claimIds, CallContext context);

  /**
   * Returns the next open claims in the order of their ids.
   *
   * @param after the last id of the previous page, or null
   */
  Future<List<OpenClaim>> open(String after, Instant createdBefore, int limit, CallContext context);
}
