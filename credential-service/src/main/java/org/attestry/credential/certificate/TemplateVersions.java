package org.attestry.credential.certificate;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;

/** Checks the text of a template, and stores it as the next version of its name. */
public final class TemplateVersions {

  private static final int MOST_TRIES = 8;

  private final PgCertificateTemplates stored;
  private final TemplateRules rules;
  private final CryptoWorkers workers;
  private final Clock clock;

  public TemplateVersions(
      PgCertificateTemplates stored,
      CertificateRenderer renderer,
      CryptoWorkers workers,
      Clock clock) {
    this.stored = stored;
    this.rules = new TemplateRules(renderer);
    this.workers = workers;
    this.clock = clock;
  }

  /**
   * Returns the version with that text, the newest one or a new one, with its warnings. Fails
   * INVALID with lines of the template, CONFLICT if the name has another media type or the number
   * of versions has reached its limit.
   */
  Future<CertificateTemplate> store(UploadCertificateTemplateRequest request, Deadline deadline) {
    return workers
        .run(
            deadline,
            () -> {
              List<Violation> warnings = rules.check(request);
              return new Checked(Sha256.hex(request.template()), warnings);
            })
        .compose(
            checked ->
                store(request, checked.digest(), 1)
                    .map(version -> version.with(checked.warnings())));
  }

  private record Checked(String digest, List<Violation> warnings) {}

  private Future<CertificateTemplate> store(
      UploadCertificateTemplateRequest request, String digest, int tries) {
    return stored
        .newest(request.name())
        .compose(
            newest -> {
              if (newest.isPresent() && !newest.get().mediaType().equals(request.mediaType())) {
                throw otherForm(newest.get());
              }
              return newest.isPresent() && newest.get().digest().equals(digest)
                  ? Future.succeededFuture(newest.get())
                  : insert(next(request, digest, newest), tries);
            });
  }

  /**
   * Inserts a version. If another upload took its number, this one reads the other version and
   * tries again.
   */
  private Future<CertificateTemplate> insert(CertificateTemplate next, int tries) {
    return stored
        .insert(next)
        .compose(
            inserted -> {
              if (!inserted && tries == MOST_TRIES) {
                throw FailureException.conflict(
                    "credential.template.busy",
                    "Others upload versions of this template; try again.");
              }
              var again =
                  new UploadCertificateTemplateRequest(
                      next.name(), next.mediaType(), next.template());
              return inserted
                  ? Future.succeededFuture(next)
                  : store(again, next.digest(), tries + 1);
            });
  }

  private CertificateTemplate next(
      UploadCertificateTemplateRequest request,
      String digest,
      Optional<CertificateTemplate> newest) {
    return new CertificateTemplate(
        Ids.next().toString(),
        request.name(),
        1 + newest.map(CertificateTemplate::version).orElse(0),
        request.mediaType(),
        digest,
        clock.instant(),
        request.template());
  }

  private static FailureException otherForm(CertificateTemplate newest) {
    return FailureException.conflict(
        "credential.template.taken",
        "The template '%s' is %s: upload another form under a name of its own."
            .formatted(newest.name(), newest.mediaType()));
  }
}
