package org.attestry.credential.presentation;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.ListPresentationQueriesRequest;
import org.attestry.contracts.credential.PresentationOperations.PresentationQueriesView;
import org.attestry.contracts.credential.PresentationOperations.PresentationQuery;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationQueryRequest;
import org.attestry.contracts.credential.PresentationOperations.StorePresentationQueryRequest;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.Page;

/**
 * Queries that an admin stores, and that callers use by name. A stored query does not change: that
 * of a type keeps its claims when the type changes.
 */
public record ManagePresentationQueries(
    PgPresentationQueries stored, RequestedQuery requested, Verifiers verifiers, Clock clock) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final int LONGEST_DESCRIPTION = 1_000;
  private static final String INVALID = "credential.query.invalid";

  /**
   * Fails UNAUTHENTICATED and FORBIDDEN for callers who are not admins, INVALID with pointers into
   * the request, CONFLICT if the number of queries has reached its limit.
   */
  public Future<PresentationQuery> storePresentationQuery(
      StorePresentationQueryRequest request, CallContext context) {
    Admins.require(context, "query");
    if (request.name() == null || !NAME.matcher(request.name()).matches()) {
      throw FailureException.invalid(
          INVALID,
          "/name",
          "name",
          "A name has 1 to 100 letters A to Z and a to z, digits, '.', '_' and '-', with a letter"
              + " or digit first.");
    }
    String description = request.description();
    if (description != null && description.length() > LONGEST_DESCRIPTION) {
      throw FailureException.invalid(
          INVALID,
          "/description",
          "maxLength",
          "A description has at most %d characters.".formatted(LONGEST_DESCRIPTION));
    }
    return requested
        .of(request.dcqlQuery(), request.type(), request.policy(), request.claims(), context)
        .map(query -> new PresentationQuery(request.name(), description, query, clock.instant()))
        .compose(
            query ->
                stored
                    .store(query)
                    .map(
                        done -> {
                          if (!done) {
                            throw tooMany();
                          }
                          return query;
                        }));
  }

  private static FailureException tooMany() {
    return FailureException.conflict(
        "credential.query.too-many",
        "There are as many stored queries as there may be: delete unused ones.");
  }

  /**
   * Requires the rights of a request for a presentation. Fails INVALID for a page of more than
   * 1,000.
   */
  public Future<PresentationQueriesView> listPresentationQueries(
      ListPresentationQueriesRequest request, CallContext context) {
    verifiers.check(context.caller());
    Page.require(request.limit(), request.offset(), INVALID);
    return stored
        .list(request.limit(), request.offset())
        .map(page -> new PresentationQueriesView(page.total(), page.rows()));
  }

  /** Requires the rights of a request for a presentation. Fails NOT_FOUND for an unknown name. */
  public Future<PresentationQuery> readPresentationQuery(
      ReadPresentationQueryRequest request, CallContext context) {
    verifiers.check(context.caller());
    return stored
        .find(request.name())
        .map(found -> found.orElseThrow(ManagePresentationQueries::unknown));
  }

  /** Requires an admin. Fails NOT_FOUND for an unknown name. */
  public Future<PresentationQuery> deletePresentationQuery(
      DeletePresentationQueryRequest request, CallContext context) {
    Admins.require(context, "query");
    return stored
        .delete(request.name())
        .map(found -> found.orElseThrow(ManagePresentationQueries::unknown));
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.query.unknown", "No query is stored under this name.");
  }
}
