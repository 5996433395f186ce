package org.attestry.condition;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallerRecordsTest {

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final AtomicInteger pages = new AtomicInteger();

  @AfterEach
  void close() {
    await(vertx.close());
  }

  @Test
  void areReadFromAnyNumberOfPages() {
    FindCallerRecordsRequest first = new FindCallerRecordsRequest("Person", null, null);

    assertEquals(FindCallerRecordsRequest.MOST, await(CallerRecords.all(first, this::page)).size());
  }

  @Test
  void areRefusedWhenThereAreTooMany() {
    FindCallerRecordsRequest first = new FindCallerRecordsRequest("Person", null, null);
    pages.set(-1);

    assertThrows(FailureException.class, () -> await(CallerRecords.all(first, this::page)));
  }

  /** One record a page. */
  private Future<EntitiesView> page(FindCallerRecordsRequest request) {
    int number = pages.incrementAndGet();
    String next = number < FindCallerRecordsRequest.MOST ? "page " + number : null;
    EntitiesView page = new EntitiesView(null, null, List.of(JsonBytes.of("{}")), next, null);
    Promise<EntitiesView> promise = Promise.promise();
    context.runOnContext(now -> promise.complete(page));
    return promise.future();
  }
}
