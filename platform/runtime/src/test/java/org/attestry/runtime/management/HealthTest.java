package org.attestry.runtime.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import org.attestry.runtime.management.Health.CheckResult;
import org.attestry.runtime.management.Health.ServiceHealth;
import org.attestry.testkit.Futures;
import org.junit.jupiter.api.Test;

class HealthTest {

  private final Health health = new Health("service");

  @Test
  void checkThatThrowsIsUnhealthy() {
    health.started();
    health.check(
        "throws",
        () -> {
          throw new IllegalStateException("broken");
        });
    health.check("nothing", () -> null);
    health.check("null", () -> Future.succeededFuture(null));
    health.check("works", () -> Future.succeededFuture(true));

    ServiceHealth shown = Futures.await(health.ready());

    assertFalse(shown.healthy());
    assertEquals(
        List.of(
            new CheckResult("throws", false),
            new CheckResult("nothing", false),
            new CheckResult("null", false),
            new CheckResult("works", true)),
        shown.checks());
  }

  @Test
  void checkThatNeverCompletesIsUnhealthy() {
    health.check("never", () -> Promise.<Boolean>promise().future());

    assertEquals(List.of(new CheckResult("never", false)), Futures.await(health.ready()).checks());
  }

  @Test
  void isDegradedAndReadyWithoutADependency() {
    health.started();
    health.check("works", () -> Future.succeededFuture(true));
    health.dependency("there", () -> Future.succeededFuture(true));
    health.dependency("away", () -> Future.failedFuture("away"));

    ServiceHealth shown = Futures.await(health.ready());

    assertTrue(shown.healthy());
    assertEquals(List.of("away"), shown.degraded());
    assertEquals(List.of(new CheckResult("works", true)), shown.checks());
  }

  @Test
  void numbersThatCannotBeHadDecideNothing() {
    health.started();
    health.detail("known", () -> Future.succeededFuture(Map.of("rows", 3L)));
    health.detail("fails", () -> Future.failedFuture("away"));
    health.detail(
        "throws",
        () -> {
          throw new IllegalStateException("broken");
        });

    ServiceHealth shown = Futures.await(health.ready());

    assertTrue(shown.healthy());
    assertEquals(Map.of("known", Map.of("rows", 3L)), shown.details());
  }
}
