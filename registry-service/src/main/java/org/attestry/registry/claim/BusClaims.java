package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.FindOpenClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.FoundClaims;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.runtime.bus.BusClient;

/** Reads claims from claims-service. */
public record BusClaims(BusClient bus) {

  /**
   * Returns the status of each claim by its id; unknown claims are left out.
   *
   * @param claimIds up to {@link FindClaimsRequest#MOST}
   */
  Future<Map<String, ClaimStatus>> statuses(List<String> claimIds, CallContext context) {
    return bus.request(ClaimsOperations.FIND_CLAIMS, new FindClaimsRequest(claimIds), context)
        .map(FoundClaims::statuses);
  }

  /**
   * Returns the next open claims in the order of their ids.
   *
   * @param after the last id of the previous page, or null
   */
  Future<List<OpenClaim>> open(
      String after, Instant createdBefore, int limit, CallContext context) {
    FindOpenClaimsRequest request = new FindOpenClaimsRequest(after, createdBefore, limit);
    return bus.request(ClaimsOperations.FIND_OPEN_CLAIMS, request, context)
        .map(OpenClaimsPage::claims);
  }
}
