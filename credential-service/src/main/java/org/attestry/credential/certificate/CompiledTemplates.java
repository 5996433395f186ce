package org.attestry.credential.certificate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.template.MarkupTemplate;

/**
 * Parsed versions of templates. The most recently used ones are cached, because a version never
 * changes.
 */
public final class CompiledTemplates {

  /**
   * Characters of the cached templates. An admin decides on the length of one, up to an eighth of
   * it.
   */
  private static final int MOST_CHARACTERS = 4_000_000;

  private final PgCertificateTemplates stored;
  private final CryptoWorkers workers;

  private final Cache<UUID, Kept> kept =
      Caffeine.newBuilder()
          .maximumWeight(MOST_CHARACTERS)
          .weigher((UUID id, Kept template) -> template.characters())
          .executor(Runnable::run)
          .build();

  public CompiledTemplates(PgCertificateTemplates stored, CryptoWorkers workers) {
    this.stored = stored;
    this.workers = workers;
  }

  /** Fails UNAVAILABLE if the version was deleted after its type was read. */
  Future<MarkupTemplate> find(UUID id, Deadline deadline) {
    Kept known = kept.getIfPresent(id);
    if (known != null) {
      return Future.succeededFuture(known.template());
    }
    return stored
        .find(id)
        .map(found -> found.orElseThrow(CompiledTemplates::deleted))
        .compose(found -> workers.run(deadline, () -> parsed(found.template())))
        .onSuccess(template -> kept.put(id, template))
        .map(Kept::template);
  }

  private static Kept parsed(String template) {
    return new Kept(MarkupTemplate.of(template), template.length());
  }

  private record Kept(MarkupTemplate template, int characters) {}

  private static FailureException deleted() {
    return FailureException.unavailable(
        "credential.certificate.changed",
        "The certificate's template was exchanged just now; try again.");
  }
}
