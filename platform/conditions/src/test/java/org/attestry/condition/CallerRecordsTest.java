package org.attestry.condition;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallScope;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.runtime.fair.Workers;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** With a heap of 240 MB: a call keeps 10 MB. */
class CallerRecordsTest {

  private static final FindCallerRecordsRequest FIRST =
      new FindCallerRecordsRequest("Officer", null, null);

  /** 900 KB of text that are 14 MB of values. */
  private static final JsonBytes MANY_VALUES =
      JsonBytes.of("{\"schools\": [\"ab\"" + ",\"ab\"".repeat(180_000) + "]}");

  /** 80 KB of text that are 1.2 MB of values. */
  private static final JsonBytes LARGE =
      JsonBytes.of("{\"schools\": [\"ab\"" + ",\"ab\"".repeat(16_000) + "]}");

  @AutoClose private final Vertx vertx = Vertx.vertx();

  private final Context context = vertx.getOrCreateContext();
  private final AtomicInteger pages = new AtomicInteger();
  private final CallerRecords records =
      new CallerRecords(
          vertx,
          "records",
          240L << 20,
          new Workers(vertx, "compare", 1, 64, new SimpleMeterRegistry()),
          new SimpleMeterRegistry());

  @Test
  void areReadFromAnyNumberOfPages() {
    assertEquals(
        FindCallerRecordsRequest.MOST,
        await(all(call("anna"), JsonBytes.of("{}"), FindCallerRecordsRequest.MOST)).size());
  }

  @Test
  void areRefusedWhenThereAreTooMany() {
    assertTooMany(all(call("anna"), JsonBytes.of("{}"), FindCallerRecordsRequest.MOST + 1));
  }

  @Test
  void ofManyShortValuesAreRefusedBeforeTheyAreParsed() {
    assertTooMany(all(call("anna"), MANY_VALUES, 1));
  }

  @Test
  void areRefusedWhenAllPagesAndTypesOfACallTogetherTakeTooMuch() {
    CallContext call = call("anna");
    assertEquals(6, await(all(call, LARGE, 6)).size());
    assertTooMany(all(call, LARGE, 6));
  }

  /** While a call keeps large records, other calls of its user read no more than a page. */
  @Test
  void largeOnesOfOneUserAreKeptByOneCallAtATime() {
    CallContext first = call("anna");
    assertEquals(3, await(all(first, LARGE, 3)).size());
    pages.set(0);
    Future<List<JsonNode>> second = all(call("anna"), LARGE, 3);
    Eventually.isTrue(() -> pages.get() == 1);
    assertEquals(1, await(all(call("anna"), JsonBytes.of("{}"), 1)).size());
    assertEquals(3, await(all(call("bert"), LARGE, 3)).size());
    assertFalse(second.isComplete());

    first.deadline().scope().end();
    assertEquals(3, await(second).size());
  }

  private static void assertTooMany(Future<List<JsonNode>> refused) {
    Eventually.isTrue(refused::isComplete);
    assertTrue(FailureException.isOf(refused.cause(), FailureKind.UNPROCESSABLE));
  }

  private static CallContext call(String user) {
    Deadline deadline = Deadline.in(Duration.ofMinutes(10), CallerKey.user(user));
    return new CallContext(null, "call", deadline.in(new CallScope(true)), null);
  }

  /** On the event loop, one record a page. */
  private Future<List<JsonNode>> all(CallContext call, JsonBytes record, int number) {
    Promise<List<JsonNode>> all = Promise.promise();
    context.runOnContext(
        now -> records.all(FIRST, call, request -> page(request, record, number)).onComplete(all));
    return all.future();
  }

  private Future<EntitiesView> page(
      FindCallerRecordsRequest request, JsonBytes record, int number) {
    pages.incrementAndGet();
    int page = request.after() == null ? 1 : Integer.parseInt(request.after()) + 1;
    String next = page < number ? String.valueOf(page) : null;
    EntitiesView view = new EntitiesView(null, null, List.of(record), next, null);
    Promise<EntitiesView> promise = Promise.promise();
    context.runOnContext(later -> promise.complete(view));
    return promise.future();
  }
}
