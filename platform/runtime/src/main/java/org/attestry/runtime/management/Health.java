package org.attestry.runtime.management;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How one service is. Alive: the process answers. Started: the verticle is deployed. Ready:
 * started, not stopping, and every check says yes.
 */
public final class Health {

  private static final long CHECK_SECONDS = 2;

  private final String service;
  private final Map<String, Supplier<Future<Boolean>>> checks = new LinkedHashMap<>();
  private volatile boolean started;
  private volatile boolean stopping;

  public Health(String service) {
    this.service = service;
  }

  public String service() {
    return service;
  }

  /** Adds a check that readiness depends on; one that fails or takes over two seconds says no. */
  public synchronized void check(String name, Supplier<Future<Boolean>> check) {
    checks.put(name, check);
  }

  public void started() {
    started = true;
  }

  /** The first act of stopping: from now on not ready. */
  public void stopping() {
    stopping = true;
  }

  public boolean isStarted() {
    return started;
  }

  public Future<ServiceHealth> ready() {
    List<Future<CheckResult>> asked = new ArrayList<>();
    synchronized (this) {
      checks.forEach((name, check) -> asked.add(ask(name, check)));
    }
    return Future.join(asked)
        .map(
            all -> {
              List<CheckResult> results = asked.stream().map(Future::result).toList();
              boolean healthy =
                  started && !stopping && results.stream().allMatch(CheckResult::healthy);
              return new ServiceHealth(service, healthy, results);
            });
  }

  private static Future<CheckResult> ask(String name, Supplier<Future<Boolean>> check) {
    return check
        .get()
        .timeout(CHECK_SECONDS, TimeUnit.SECONDS)
        .otherwise(false)
        .map(healthy -> new CheckResult(name, healthy));
  }

  /** How a service is, with what it depends on. */
  public record ServiceHealth(String name, boolean healthy, List<CheckResult> checks) {}

  /** One thing that a service depends on. */
  public record CheckResult(String name, boolean healthy) {}
}
