package org.attestry.credential.domain.certificate;

import io.vertx.core.Future;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.domain.CryptoWorkers;
import org.attestry.credential.domain.template.MarkupTemplate;
import org.attestry.runtime.work.RecentMap;

/** Versions of templates, parsed. The ones used last are kept, as no version ever changes. */
public final class CompiledTemplates {

  private static final int KEPT = 64;

  private final CertificateTemplates stored;
  private final CryptoWorkers workers;

  /** Used on the event loop alone. */
  private final Map<UUID, MarkupTemplate> kept = new RecentMap<>(KEPT);

  public CompiledTemplates(CertificateTemplates stored, CryptoWorkers workers) {
    this.stored = stored;
    this.workers = workers;
  }

  /** Fails UNAVAILABLE for a version that was deleted since its type was read. */
  Future<MarkupTemplate> find(UUID id, Deadline deadline) {
    MarkupTemplate known = kept.get(id);
    if (known != null) {
      return Future.succeededFuture(known);
    }
    return stored
        .find(id)
        .map(found -> found.orElseThrow(CompiledTemplates::deleted))
        .compose(found -> workers.run(deadline, () -> MarkupTemplate.of(found.template())))
        .onSuccess(template -> kept.put(id, template));
  }

  private static FailureException deleted() {
    return FailureException.unavailable(
        "credential.certificate.changed",
        "The certificate's template was exchanged just now; try again.");
  }
}
