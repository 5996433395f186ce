package org.attestry.claims.adoption;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.claim.PgClaimStore.AsOf;
import org.attestry.claims.claim.PgClaimTransaction.Adoption;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.claims.ClaimsOperations.ImportClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.ImportedClaims;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Adopts claims of a former system, for the admin. Lines are independent of each other, and a line
 * that was imported before changes nothing. An open claim gets the values and the attestors that
 * the registry's attestation has, so that it is decided as every other. A closed one is seen by who
 * raised it, and by those who could have decided it.
 */
public record ImportClaims(PgClaimStore store, BusRegistry registry) {

  private static final int MOST_LINES = 1_000;

  /** A closed claim is older than every version and policy that is known here. */
  private static final AsOf CLOSED = new AsOf(0, 0);

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN for callers who are not admins, TOO_LARGE for
   * more than 1,000 lines.
   */
  public Future<ImportedClaims> handle(ImportClaimsRequest request, CallContext context) {
    requireAdmin(context);
    List<String> lines = request.lines().lines().limit(MOST_LINES + 1L).toList();
    if (lines.size() > MOST_LINES) {
      throw FailureException.of(
          FailureKind.TOO_LARGE,
          "claims.adoption.too-many",
          "Send at most %d lines at once; split the file.".formatted(MOST_LINES));
    }
    Report report = new Report();
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        numbers.add(i + 1);
      }
    }
    return AsyncLoop.each(numbers, number -> line(lines.get(number - 1), number, report, context))
        .map(done -> report.view());
  }

  private static void requireAdmin(CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    if (!context.caller().admin()) {
      throw FailureException.of(
          FailureKind.FORBIDDEN, "claims.forbidden", "Only an admin imports claims.");
    }
  }

  private Future<Void> line(String text, int number, Report report, CallContext context) {
    FormerClaim former;
    try {
      former = FormerClaim.read(text);
    } catch (FailureException e) {
      report.refused(number, e.failure());
      return Future.succeededFuture();
    }
    return (former.isOpen() ? open(former.claim(), context) : store.adopt(former.claim(), CLOSED))
        .<Void>map(
            adopted -> {
              report.add(number, adopted);
              return null;
            })
        .recover(
            cause -> {
              if (!FailureException.isOf(cause, FailureKind.INVALID, FailureKind.NOT_FOUND)) {
                return Future.failedFuture(cause);
              }
              report.refused(number, ((FailureException) cause).failure());
              return Future.succeededFuture();
            });
  }

  private Future<Adoption> open(Claim claim, CallContext context) {
    return registry
        .readAttestation(claim.entity(), claim.entityId(), claim.id().toString(), context)
        .compose(
            attestation ->
                attestation.open()
                    ? store.adopt(waiting(claim, attestation), AsOf.of(attestation))
                    : Future.failedFuture(
                        FormerClaim.invalid(
                            "/id",
                            "attestation",
                            "No attestation of the entity waits for a decision on this claim.")));
  }

  private static Claim waiting(Claim claim, AttestationView attestation) {
    return new Claim(
        claim.id(),
        claim.entity(),
        claim.entityId(),
        attestation.attestationId(),
        attestation.attestationName(),
        Audience.of(attestation),
        attestation.propertyData(),
        attestation.additionalInput(),
        claim.raisedBy(),
        claim.notes(),
        List.of(),
        claim.createdAt(),
        null);
  }

  /** Counts the lines of a request. */
  private static final class Report {
    private final List<ImportedClaims.Error> errors = new ArrayList<>();
    private int imported;
    private int known;
    private int refused;

    void add(int line, Adoption adoption) {
      switch (adoption) {
        case STORED -> imported++;
        case KNOWN -> known++;
        case OTHER ->
            refused(
                line,
                new Violation(
                    "/decision",
                    "conflict",
                    "The claim was decided here in another way, or is of another entity."));
      }
    }

    void refused(int line, Failure failure) {
      refused(
          line,
          failure.violations().isEmpty()
              ? new Violation("", "line", failure.message())
              : failure.violations().getFirst());
    }

    private void refused(int line, Violation why) {
      refused++;
      if (errors.size() < Failure.MOST_VIOLATIONS) {
        errors.add(new ImportedClaims.Error(line, why.pointer(), why.rule(), why.message()));
      }
    }

    ImportedClaims view() {
      return new ImportedClaims(
          imported + known + refused, imported, known, refused, errors, refused - errors.size());
    }
  }
}
