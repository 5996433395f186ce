package org.attestry.adopt.comparison;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.attestry.adopt.files.Bucket;
import org.attestry.adopt.files.StoredFile;
import org.attestry.adopt.incumbent.EntityType;
import org.attestry.adopt.incumbent.FormerSystem;
import org.attestry.adopt.incumbent.IncumbentClaim;
import org.attestry.adopt.records.EntityLines;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.Suite;
import org.attestry.adopt.transfer.Pages;
import org.attestry.adopt.transfer.Progress;
import org.attestry.adopt.transfer.Translations;

/** Compares every entity, credential, claim and file of the two systems. */
public final class Comparison {

  private static final int PAGE = 500;
  private static final int CLAIMS = 1_000;

  private final Suite suite;
  private final FormerSystem former;
  private final Report report;
  private final int workers;

  public Comparison(Suite suite, FormerSystem former, Report report, int workers) {
    this.suite = suite;
    this.former = former;
    this.report = report;
    this.workers = workers;
  }

  /**
   * @param bucket the former system's files, or null
   */
  public void compare(Translations translations, String from, Bucket bucket) {
    CredentialComparison credentials = new CredentialComparison(suite, report);
    former.revocations(credentials::addRevocation);
    for (EntityType type : former.types()) {
      compareEntities(type, translations, from, credentials);
    }
    credentials.flush();
    report.add(Finding.COUNT, "Credentials", credentials.compared() + " compared");
    compareClaims(translations);
    if (bucket != null) {
      compareFiles(bucket, translations.policies().keySet());
    }
  }

  private void compareEntities(
      EntityType type, Translations translations, String from, CredentialComparison credentials) {
    Set<String> policies = translations.policies().getOrDefault(type.name(), Set.of());
    EntityLines lines = new EntityLines(former, type, from, policies, report);
    EntityComparison comparison =
        new EntityComparison(suite, report, type.name(), policies, credentials::add);
    Progress progress = new Progress(report, type.name());
    Pages.handle(
        Math.ceilDiv(lines.last(), PAGE),
        workers,
        page -> {
          var read = lines.read(page * PAGE, (page + 1) * PAGE);
          comparison.compare(read);
          progress.add(read.size());
        });
    progress.end();
  }

  private void compareClaims(Translations translations) {
    ClaimComparison comparison = new ClaimComparison(suite, report);
    Progress progress = new Progress(report, "Claims");
    try (Connection registry = former.databases().registry().connect();
        Connection connection = former.databases().claims().connect()) {
      List<IncumbentClaim> page = former.claims().page(registry, connection, "", CLAIMS);
      while (!page.isEmpty()) {
        List<IncumbentClaim> claims =
            page.stream().filter(claim -> isPublished(claim, translations)).toList();
        Pages.handle(claims.size(), workers, i -> comparison.compare(claims.get((int) i)));
        progress.add(page.size());
        page = former.claims().page(registry, connection, page.getLast().id(), CLAIMS);
      }
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
    progress.end();
  }

  private static boolean isPublished(IncumbentClaim claim, Translations translations) {
    Set<String> policies = translations.policies().getOrDefault(claim.entity(), Set.of());
    return claim.attestationName() == null || policies.contains(claim.attestationName());
  }

  private void compareFiles(Bucket bucket, Set<String> types) {
    FileComparison comparison = new FileComparison(suite, report);
    Progress progress = new Progress(report, "Files");
    Bucket.Page page = bucket.page("");
    while (!page.last().isEmpty()) {
      List<StoredFile> files =
          page.files().stream().filter(file -> types.contains(file.type())).toList();
      Pages.handle(files.size(), workers, i -> comparison.compare(bucket, files.get((int) i)));
      progress.add(files.size());
      page = bucket.page(page.last());
    }
    progress.end();
  }
}
