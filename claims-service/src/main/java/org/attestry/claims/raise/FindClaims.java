package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.FindOpenClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.FoundClaims;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage;

/**
 * Lists claims for the registry, which compares them with the attestations that wait for a
 * decision.
 */
public record FindClaims(PgClaimStore store) {

  private static final UUID BEFORE_ALL = new UUID(0, 0);

  public Future<FoundClaims> findClaims(FindClaimsRequest request, CallContext context) {
    if (request.claimIds().size() > FindClaimsRequest.MOST) {
      throw tooMany("/claimIds");
    }
    List<UUID> ids = request.claimIds().stream().map(ClaimFailures::id).toList();
    return store.statuses(ids).map(FoundClaims::new);
  }

  public Future<OpenClaimsPage> findOpenClaims(FindOpenClaimsRequest request, CallContext context) {
    if (request.limit() < 1 || request.limit() > FindClaimsRequest.MOST) {
      throw tooMany("/limit");
    }
    UUID after = request.after() == null ? BEFORE_ALL : ClaimFailures.id(request.after());
    return store.open(after, request.createdBefore(), request.limit()).map(OpenClaimsPage::new);
  }

  private static FailureException tooMany(String pointer) {
    String message = "Send a number from 1 to %d.".formatted(FindClaimsRequest.MOST);
    return FailureException.invalid("claims.find.limit", pointer, "maximum", message);
  }
}
