package org.attestry.runtime.management;

import com.fasterxml.jackson.annotation.JsonInclude;
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
   * Adds a check that readiness depends on; one that fails, throws or takes over two seconds says
   * no. It must wait for no thread that other work may occupy.
   */
  public synchronized void check(String name, Supplier<Future<Boolean>> check) {
    checks.put(name, check);
  }

  /**
   * Adds numbers that are shown beside the checks and decide nothing; they are asked for when
   * somebody asks for health or metrics, and left out when they fail or take over two seconds.
   */
  public synchronized void detail(String name, Supplier<Future<Map<String, Long>>> numbers) {
    details.put(name, numbers);
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
    Future<List<CheckResult>> checked = askChecks();
    Future<Map<String, Map<String, Long>>> shown = details();
    return Future.join(checked, shown)
        .map(
            all -> {
              List<CheckResult> results = checked.result();
              boolean healthy =
                  started && !stopping && results.stream().allMatch(CheckResult::healthy);
              return new ServiceHealth(service, healthy, results, shown.result());
            });
  }

  /** The numbers as they are now. */
  public synchronized Future<Map<String, Map<String, Long>>> details() {
    Map<String, Map<String, Long>> known = new LinkedHashMap<>();
    List<Future<?>> asked = new ArrayList<>();
    details.forEach(
        (name, numbers) ->
            asked.add(request(numbers, null).onSuccess(found -> put(known, name, found))));
    return Future.join(asked).map(known);
  }

  private static void put(
      Map<String, Map<String, Long>> known, String name, Map<String, Long> numbers) {
    if (numbers != null) {
      synchronized (known) {
        known.put(name, numbers);
      }
    }
  }

  private synchronized Future<List<CheckResult>> askChecks() {
    List<Future<CheckResult>> asked = new ArrayList<>();
    checks.forEach(
        (name, check) ->
            asked.add(request(check, false).map(healthy -> new CheckResult(name, healthy))));
    return Future.join(asked).map(all -> asked.stream().map(Future::result).toList());
  }

  /** Never fails: what fails, throws, or answers too late or nothing has the answer otherwise. */
  private static <T> Future<T> request(Supplier<Future<T>> question, T otherwise) {
    Future<T> answer;
    try {
      answer = question.get();
    } catch (RuntimeException e) {
      return Future.succeededFuture(otherwise);
    }
    return answer == null
        ? Future.succeededFuture(otherwise)
        : answer
            .timeout(CHECK_SECONDS, TimeUnit.SECONDS)
            .map(given -> given == null ? otherwise : given)
            .otherwise(otherwise);
  }

  /**
   * How a service is, with what it depends on.
   *
   * @param details numbers that decide nothing; left out where there are none
   */
  public record ServiceHealth(
      String name,
      boolean healthy,
      List<CheckResult> checks,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Map<String, Long>> details) {}

  /** One thing that a service depends on. */
  public record CheckResult(String name, boolean healthy) {}
}
