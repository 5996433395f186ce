package org.attestry.adopt.transfer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.adopt.incumbent.FormerSystem;
import org.attestry.adopt.incumbent.IncumbentClaim;
import org.attestry.adopt.records.AdoptionLines;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.LineBatches;
import org.attestry.adopt.suite.Suite;

/** Brings the claims with their notes and decisions. */
final class ClaimTransfer {

  private static final int PAGE = 5_000;
  private static final String CONFLICT = "conflict";

  private final Suite suite;
  private final Report report;
  private long derived;

  ClaimTransfer(Suite suite, Report report) {
    this.suite = suite;
    this.report = report;
  }

  /**
   * @param policies the published policies of each type
   */
  void bring(FormerSystem former, Map<String, Set<String>> policies) {
    Progress progress = new Progress(report, "Claims");
    LineBatches batches =
        new LineBatches(
            suite,
            "/api/v1/claims/import?as=adopted",
            (line, error) ->
                report.add(
                    error.path("rule").asText().equals(CONFLICT)
                        ? Finding.CONFLICT
                        : Finding.REFUSED,
                    "Claim " + (line == null ? "" : line.path("id").asText()),
                    "%s %s: %s"
                        .formatted(
                            error.path("pointer").asText(),
                            error.path("rule").asText(),
                            error.path("message").asText())));
    try (Connection registry = former.databases().registry().connect();
        Connection claims = former.databases().claims().connect()) {
      List<IncumbentClaim> page = former.claims().page(registry, claims, "", PAGE);
      while (!page.isEmpty()) {
        page.forEach(claim -> add(batches, claim, policies));
        progress.add(page.size());
        page = former.claims().page(registry, claims, page.getLast().id(), PAGE);
      }
      batches.flush();
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
    progress.end();
    describe(batches);
  }

  private void add(LineBatches batches, IncumbentClaim claim, Map<String, Set<String>> policies) {
    Set<String> published = policies.getOrDefault(claim.entity(), Set.of());
    if (claim.attestationName() != null && !published.contains(claim.attestationName())) {
      report.add(
          Finding.LOST,
          "Claim " + claim.id(),
          "Its policy %s of %s is not published."
              .formatted(claim.attestationName(), claim.entity()));
      return;
    }
    derived += claim.derived() ? 1 : 0;
    batches.add(AdoptionLines.claim(claim));
  }

  private void describe(LineBatches batches) {
    report.add(
        Finding.COUNT,
        "Claims",
        "%d imported, %d known before".formatted(batches.imported(), batches.known()));
    if (derived > 0) {
      report.add(
          Finding.KNOWN,
          "Claims",
          "%d closed claims have the decision REJECTED, because their attestation was claimed again or is in no decided state; the former system does not store how they were decided."
              .formatted(derived));
    }
  }
}
