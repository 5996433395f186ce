package org.attestry.claims.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.claims.claim.Attestor;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.inbox.PgInbox.StoredAudience;
import org.attestry.claims.raise.KnownClaims;
import org.attestry.condition.ConditionPaths;
import org.attestry.condition.Evaluations;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.ClaimsView;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.identifier.Ids;

/**
 * Lists the claims of a type that the caller may decide or has raised, and those about entities of
 * the caller; for an admin it lists all claims.
 */
public final class ListClaims {

  private static final int LARGEST_PAGE = 1_000;
  private static final FieldPath OSID = FieldPath.of("osid");

  private final KnownClaims claims;
  private final PgClaimStore store;
  private final PgInbox inbox;
  private final BusRegistry registry;
  private final SelectClaims select;
  private final Workers workers;

  public ListClaims(KnownClaims claims, PgInbox inbox, BusRegistry registry, Workers workers) {
    this.claims = claims;
    this.store = claims.store();
    this.inbox = inbox;
    this.registry = registry;
    this.select = new SelectClaims(inbox);
    this.workers = workers;
  }

  public Future<ClaimsView> handle(ListClaimsRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    check(request.page() >= 0, "/page", "The page is counted from 0.");
    check(
        request.size() >= 1 && request.size() <= LARGEST_PAGE,
        "/size",
        "A page has 1 to %d claims.".formatted(LARGEST_PAGE));
    check(
        request.cursor() == null || request.page() == 0,
        "/cursor",
        "Request a page by its number or by a cursor, not by both.");
    check(
        request.decision() == null || request.status() != ClaimStatus.OPEN,
        "/decision",
        "An open claim has no decision; leave out the status, or the decision.");
    ClaimPosition from = ClaimPosition.of(request.cursor(), request.olderThan());
    return openThoseOf(request.entityId(), context)
        .compose(opened -> inbox.audiences(request.entityName()))
        .map(all -> all.stream().filter(audience -> audience.isMeant(request)).toList())
        .compose(audiences -> viewer(request, audiences, context))
        .compose(
            viewer ->
                select
                    .of(request, viewer, evaluations(context))
                    .map(
                        found ->
                            new ClaimPages(
                                store,
                                inbox,
                                viewer,
                                found,
                                request,
                                from,
                                () -> evaluations(context))))
        .compose(ClaimPages::read);
  }

  private Evaluations evaluations(CallContext context) {
    return new Evaluations(workers, context.deadline());
  }

  /** Opens the claims of the entity to which the list is restricted. */
  private Future<Void> openThoseOf(String entityId, CallContext context) {
    return Optional.ofNullable(entityId)
        .flatMap(Ids::parse)
        .map(osid -> claims.openThoseOf(osid, context))
        .orElse(Future.succeededFuture());
  }

  private Future<ClaimViewer> viewer(
      ListClaimsRequest request, List<StoredAudience> audiences, CallContext context) {
    Caller caller = context.caller();
    String type = request.entityName();
    if (caller.admin()) {
      return Future.succeededFuture(ClaimViewer.admin(caller, type, audiences));
    }
    return registry
        .findCallerRecords(type, compared(caller, type, audiences), context)
        .map(
            records ->
                new ClaimViewer(
                    caller, type, osids(records), Attestor.of(caller, type, records), audiences));
  }

  /** Returns the fields to read of the caller's records. */
  private static List<FieldPath> compared(
      Caller caller, String type, List<StoredAudience> audiences) {
    Stream<FieldPath> conditions =
        audiences.stream()
            .filter(audience -> caller.roles().contains(type) && audience.attestedBy(type))
            .flatMap(audience -> ConditionPaths.of(audience.condition(), Side.ATTESTOR).stream());
    return Stream.concat(Stream.of(OSID), conditions).distinct().toList();
  }

  private static Set<String> osids(Optional<List<JsonNode>> records) {
    return records.orElse(List.of()).stream()
        .map(record -> record.path("osid").asText())
        .collect(Collectors.toSet());
  }

  private static void check(boolean right, String pointer, String message) {
    if (!right) {
      throw FailureException.invalid("claims.page.invalid", pointer, "range", message);
    }
  }
}
