package org.attestry.runtime.service;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the resources of a verticle one after the other, in the order in which the steps were
 * added.
 */
public final class Shutdown {

  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  private final List<Supplier<Future<Void>>> steps = new ArrayList<>();

  /** Adds a step; if it fails, the failure is logged and the next steps still run. */
  public Shutdown then(Supplier<Future<Void>> step) {
    steps.add(step);
    return this;
  }

  public Future<Void> run() {
    Future<Void> done = Future.succeededFuture();
    for (Supplier<Future<Void>> step : steps) {
      done = done.compose(next -> step.get()).otherwise(Shutdown::logged);
    }
    return done;
  }

  private static Void logged(Throwable cause) {
    LOG.atWarn().setCause(cause).log("a step of the shutdown failed");
    return null;
  }
}
