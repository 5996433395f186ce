package org.attestry.runtime.management;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The health of one service. It is alive if the process responds, started if the verticle is
 * deployed and not stopping, and ready if it is started and every check succeeds.
 */
public final class Health {

  private static final long CHECK_SECONDS = 2;

  private final String service;
  private final Map<String, Supplier<Future<Boolean>>> checks = new LinkedHashMap<>();
  private final Map<String, Supplier<Future<Boolean>>> dependencies = new LinkedHashMap<>();
  private final Map<String, Supplier<Future<Map<String, Long>>>> details = new LinkedHashMap<>();
  private volatile boolean started;
  private volatile boolean stopping;

  public Health(String service) {
    this.service = service;
  }

  public String service() {
    return service;
  }

  /**
   * Adds a readiness check. A check that fails, throws or takes over two seconds counts as false. A
   * check must not wait for threads that other work uses.
   */
  public synchronized void check(String name, Supplier<Future<Boolean>> check) {
    checks.put(name, check);
  }

  /**
   * Adds a check of what only a part of the work needs: while it fails, the service is degraded and
   * stays ready. The conditions of {@link #check} apply.
   */
  public synchronized void dependency(String name, Supplier<Future<Boolean>> check) {
    dependencies.put(name, check);
  }

  /**
   * Adds numbers that are shown with the checks and do not affect readiness. They are read for each
   * request for health or metrics, and omitted if reading them fails or takes over two seconds.
   */
  public synchronized void detail(String name, Supplier<Future<Map<String, Long>>> numbers) {
    details.put(name, numbers);
  }

  public void started() {
    started = true;
  }

  /** Marks the service as stopping, the first step of a shutdown: it is no longer ready. */
  public void stopping() {
    stopping = true;
  }

  /** Whether the service is deployed and does not stop. */
  public boolean isStarted() {
    return started && !stopping;
  }

  public Future<ServiceHealth> ready() {
    Future<List<CheckResult>> checked = run(checks);
    Future<List<CheckResult>> needed = run(dependencies);
    Future<Map<String, Map<String, Long>>> shown = details();
    return Future.join(checked, needed, shown)
        .map(
            all -> {
              List<CheckResult> results = checked.result();
              boolean healthy = isStarted() && results.stream().allMatch(CheckResult::healthy);
              return new ServiceHealth(service, healthy, needed.result(), results, shown.result());
            });
  }

  /** Returns the current numbers. */
  public synchronized Future<Map<String, Map<String, Long>>> details() {
    Map<String, Map<String, Long>> known = new LinkedHashMap<>();
    List<Future<?>> requested = new ArrayList<>();
    details.forEach(
        (name, numbers) ->
            requested.add(request(numbers, null).onSuccess(found -> put(known, name, found))));
    return Future.join(requested).map(known);
  }

  private static void put(
      Map<String, Map<String, Long>> known, String name, Map<String, Long> numbers) {
    if (numbers != null) {
      synchronized (known) {
        known.put(name, numbers);
      }
    }
  }

  private synchronized Future<List<CheckResult>> run(Map<String, Supplier<Future<Boolean>>> some) {
    List<Future<CheckResult>> requested = new ArrayList<>();
    some.forEach(
        (name, check) ->
            requested.add(request(check, false).map(healthy -> new CheckResult(name, healthy))));
    return Future.join(requested).map(all -> requested.stream().map(Future::result).toList());
  }

  /**
   * Runs a check. The future never fails: a check that fails, throws, times out or yields null has
   * the result {@code otherwise}.
   */
  private static <T> Future<T> request(Supplier<Future<T>> check, T otherwise) {
    return Future.<T>future(begun -> check.get().onComplete(begun))
        .timeout(CHECK_SECONDS, TimeUnit.SECONDS)
        .map(given -> given == null ? otherwise : given)
        .otherwise(otherwise);
  }

  /**
   * The health of a service and of its dependencies.
   *
   * @param dependencies the results of the checks of dependencies, which do not affect readiness
   * @param details numbers that do not affect readiness; omitted if empty
   */
  @JsonPropertyOrder({"name", "healthy", "degraded", "checks", "details"})
  public record ServiceHealth(
      String name,
      boolean healthy,
      @JsonIgnore List<CheckResult> dependencies,
      List<CheckResult> checks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Map<String, Long>> details) {

    /** Names the dependencies that are away, without which a part of the work fails. */
    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public List<String> degraded() {
      return dependencies.stream().filter(each -> !each.healthy()).map(CheckResult::name).toList();
    }
  }

  /** The result of one check. */
  public record CheckResult(String name, boolean healthy) {}
}
