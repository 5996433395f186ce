package org.attestry.credential.revoke;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.ImportRevocationsRequest;
import org.attestry.contracts.credential.CredentialOperations.ImportedRevocations;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.revoke.PgFormerRevocations.Outcome;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.json.Json;

/**
 * Imports revocations of a former system, so that a credential that it revoked does not verify
 * here. Lines are independent of each other; the valid ones are stored in one transaction.
 */
public record ImportRevocations(
    PgFormerRevocations store,
    KnownContexts contexts,
    Proofs proofs,
    CryptoWorkers compute,
    Clock clock) {

  private static final int MOST_LINES = 10_000;

  /** Lines that are parsed in one piece of work, so that verifications can run between. */
  private static final int BATCH = 500;

  /**
   * Imports the lines; repeated lines change nothing. Fails UNAUTHENTICATED without a token,
   * FORBIDDEN for callers who are not admins, TOO_LARGE for more than 10,000 lines, and INVALID
   * with the report if no line is valid.
   */
  public Future<ImportedRevocations> handle(ImportRevocationsRequest request, CallContext context) {
    Admins.require(context, "revocations");
    List<String> lines = lines(request.lines());
    Reading reading = new Reading(context);
    return AsyncLoop.each(batches(lines), reading::read)
        .compose(read -> store.insert(reading.right, context.caller().userId()))
        .map(reading::report);
  }

  private static List<String> lines(String text) {
    List<String> lines = text == null ? List.of() : text.lines().limit(MOST_LINES + 1L).toList();
    if (lines.size() > MOST_LINES) {
      throw FailureException.of(
          FailureKind.TOO_LARGE,
          "credential.revocations.too-many",
          "Send at most %d lines at once; split the file.".formatted(MOST_LINES));
    }
    return lines;
  }

  private static List<List<Numbered>> batches(List<String> lines) {
    List<List<Numbered>> batches = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (i % BATCH == 0) {
        batches.add(new ArrayList<>());
      }
      if (!lines.get(i).isBlank()) {
        batches.getLast().add(new Numbered(i + 1, lines.get(i)));
      }
    }
    return batches;
  }

  private record Numbered(int number, String text) {}

  /**
   * @param line null if it is refused
   */
  private record Parsed(int number, RevocationLine line, FailureException refusal) {}

  /** One import, line by line. */
  private final class Reading {

    private final CallContext context;
    private final List<ImportedRevocation> right = new ArrayList<>();
    private final List<ImportedRevocations.Error> errors = new ArrayList<>();

    Reading(CallContext context) {
      this.context = context;
    }

    Future<Void> read(List<Numbered> batch) {
      return compute
          .run(context.deadline(), () -> batch.stream().map(this::parsed).toList())
          .compose(parsed -> AsyncLoop.each(parsed, this::take));
    }

    private Parsed parsed(Numbered line) {
      try {
        RevocationLine read =
            RevocationLine.of(line.number(), line.text(), clock.instant(), proofs);
        return new Parsed(line.number(), read, null);
      } catch (FailureException e) {
        return new Parsed(line.number(), null, e);
      }
    }

    private Future<Void> take(Parsed parsed) {
      return parsed.line() == null
          ? refused(parsed.number(), parsed.refusal())
          : hashed(parsed.line())
              .map(right::addAll)
              .<Void>mapEmpty()
              .recover(failed -> refused(parsed.number(), failed));
    }

    /** Returns the revocations of a line by each form of its credential. */
    private Future<List<ImportedRevocation>> hashed(RevocationLine line) {
      ImportedRevocation given = line.revocation();
      if (line.credential() == null) {
        return Future.succeededFuture(List.of(given));
      }
      ObjectNode credential = line.credential().deepCopy();
      credential.remove("proof");
      return contexts
          .namedBy(credential)
          .compose(known -> compute.run(context.deadline(), () -> hashes(credential, known)))
          .map(hashes -> matched(given, hashes));
    }

    private List<String> hashes(ObjectNode credential, Map<String, JsonNode> known) {
      try {
        return proofs.signedHashes(credential, known, CallBudget.until(context.deadline()));
      } catch (FailureException e) {
        List<Violation> found = e.failure().violations();
        throw found.isEmpty()
            ? e
            : RevocationLine.invalid(
                "/signedData" + found.getFirst().pointer(),
                found.getFirst().rule(),
                found.getFirst().message());
      }
    }

    private static List<ImportedRevocation> matched(ImportedRevocation given, List<String> hashes) {
      if (given.signedHash() != null && !hashes.contains(given.signedHash())) {
        throw RevocationLine.invalid(
            "/signedHash", "mismatch", "signedHash is not the hash of signedData.");
      }
      return hashes.stream()
          .map(
              hash ->
                  new ImportedRevocation(
                      given.line(), given.credentialId(), hash, given.revokedAt()))
          .toList();
    }

    /** Records a refused line. A failure that is not caused by the line fails the import. */
    private Future<Void> refused(int line, Throwable failed) {
      if (!(failed instanceof FailureException refusal)) {
        return Future.failedFuture(failed);
      }
      Failure failure = refusal.failure();
      if (failure.kind() != FailureKind.INVALID && failure.kind() != FailureKind.TOO_LARGE) {
        return Future.failedFuture(failed);
      }
      Violation violation =
          failure.violations().isEmpty()
              ? new Violation("", "limit", failure.message())
              : failure.violations().getFirst();
      error(line, violation.pointer(), violation.rule(), violation.message());
      return Future.succeededFuture();
    }

    private void error(int line, String pointer, String rule, String message) {
      errors.add(new ImportedRevocations.Error(line, pointer, rule, message));
    }

    ImportedRevocations report(Outcome outcome) {
      long lines = right.stream().map(ImportedRevocation::line).distinct().count();
      int rows = (int) lines + errors.size();
      outcome
          .issuedHere()
          .forEach(
              line ->
                  error(
                      line,
                      "",
                      "issued-here",
                      "This credential was issued here: revoke it with"
                          + " POST /api/v1/{type}/{id}/revoke."));
      errors.sort(Comparator.comparingInt(ImportedRevocations.Error::line));
      int listed = Math.min(errors.size(), Failure.MOST_VIOLATIONS);
      int imported = outcome.stored().size();
      ImportedRevocations report =
          new ImportedRevocations(
              rows,
              imported,
              rows - imported - errors.size(),
              errors.size(),
              errors.subList(0, listed),
              errors.size() - listed);
      if (rows > 0 && errors.size() == rows) {
        throw nothingRight(report);
      }
      return report;
    }

    private static FailureException nothingRight(ImportedRevocations report) {
      return new Failure(
              FailureKind.INVALID,
              "credential.revocations.nothing-right",
              "None of %d lines is right; see errors.".formatted(report.rows()),
              List.of(),
              Json.write(report))
          .exception();
    }
  }
}
