package org.attestry.registry.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import org.attestry.registry.domain.bulk.ImportStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets imports that nothing has happened to for long, once an hour. */
public final class OldImports {

  private static final Logger LOG = LoggerFactory.getLogger(OldImports.class);
  private static final long EVERY_MILLIS = Duration.ofHours(1).toMillis();

  private final Vertx vertx;
  private final ImportStore imports;
  private final Duration kept;
  private long timer = -1;

  public OldImports(Vertx vertx, ImportStore imports, Duration kept) {
    this.vertx = vertx;
    this.imports = imports;
    this.kept = kept;
  }

  public void start() {
    timer = vertx.setPeriodic(EVERY_MILLIS, tick -> forget());
  }

  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private void forget() {
    imports
        .forgetBefore(Instant.now().minus(kept))
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("old imports were not forgotten"));
  }
}
