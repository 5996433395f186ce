package org.attestry.registry.domain.claim;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;

/** The service that keeps claims. */
public interface Claims {

  /**
   * The status of each claim by its id; unknown claims are left out.
   *
   * @param claimIds up to {@link
   *     org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest#MOST}
   */
  Future<Map<String, ClaimStatus>> statuses(List<String> claimIds, CallContext context);

  /**
   * The next open claims in the order of their ids.
   *
   * @param after the last id of the previous page, or null
   */
  Future<List<OpenClaim>> open(String after, Instant createdBefore, int limit, CallContext context);
}
