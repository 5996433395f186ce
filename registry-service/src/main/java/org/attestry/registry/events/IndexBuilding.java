package org.attestry.registry.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.attestry.registry.domain.types.TypeIndexing;
import org.attestry.registry.domain.types.TypeStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds indexes in the background: after each change of a type, and periodically for builds that
 * another replica did not finish. One build runs at a time; calls during a build share the one
 * after it.
 */
public final class IndexBuilding implements TypeIndexing {

  private static final Logger LOG = LoggerFactory.getLogger(IndexBuilding.class);
  private static final long EVERY_MILLIS = 15_000;
  private static final long TIMEOUT_MILLIS = 3_000;

  private final Vertx vertx;
  private final TypeStore store;
  private Future<Void> building = Future.succeededFuture();
  private Future<Void> following;
  private long timer;
  private boolean closed;

  public IndexBuilding(Vertx vertx, TypeStore store) {
    this.vertx = vertx;
    this.store = store;
  }

  public void start() {
    timer = vertx.setPeriodic(0, EVERY_MILLIS, tick -> begin());
  }

  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return store.interrupt();
  }

  @Override
  public Future<Void> index() {
    return begin().timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS).otherwiseEmpty();
  }

  private Future<Void> begin() {
    if (building.isComplete()) {
      building = build();
      return building;
    }
    if (following == null) {
      following =
          building.transform(
              done -> {
                following = null;
                building = build();
                return building;
              });
    }
    return following;
  }

  private Future<Void> build() {
    if (closed) {
      return Future.succeededFuture();
    }
    return store
        .index()
        .onFailure(
            cause ->
                LOG.atWarn()
                    .addKeyValue("reason", cause.getClass().getSimpleName())
                    .log("indexes are built later"))
        .otherwiseEmpty();
  }
}
