package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.domain.idempotency.RequestStore;
import org.attestry.registry.domain.owners.MendOwners;

/** What is done again and again: owners that were left half made, requests that are old. */
final class Upkeep {

  private static final long MEND_MILLIS = 2_000;
  private static final long FORGET_MILLIS = 600_000;

  private final Vertx vertx;
  private final MendOwners mending;
  private final RequestStore requests;
  private final List<Long> timers = new ArrayList<>();

  Upkeep(Vertx vertx, MendOwners mending, RequestStore requests) {
    this.vertx = vertx;
    this.mending = mending;
    this.requests = requests;
  }

  void start() {
    timers.add(vertx.setPeriodic(MEND_MILLIS, tick -> mending.mend()));
    timers.add(vertx.setPeriodic(FORGET_MILLIS, tick -> requests.forgetOld()));
  }

  Future<Void> close() {
    timers.forEach(vertx::cancelTimer);
    return Future.succeededFuture();
  }
}
