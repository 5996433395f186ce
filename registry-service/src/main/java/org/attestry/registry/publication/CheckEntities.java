package org.attestry.registry.publication;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.registry.TypeOperations.CheckEntitiesRequest;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Workers;

/**
 * Checks all stored entities of a type against a definition that is not published yet, page by page
 * on a separate worker. The check ends before the deadline and reports how many entities it
 * covered.
 */
public record CheckEntities(
    TypeCatalogue types, PgEntityStore store, PgEntityScan scan, Workers workers) {

  private static final int STEP = 100;
  private static final Duration AT_ONCE = Duration.ofMillis(100);

  public Future<CheckedEntities> handle(CheckEntitiesRequest request, CallContext context) {
    Deadline end = context.deadline().leavingTimeToReply();
    return types
        .find(request.type().name())
        .compose(
            known ->
                known == null
                    ? Future.succeededFuture(EntityCheckReport.none(request.type().name()))
                    : check(known, new PublishedType(request.type(), known.number()), end));
  }

  private Future<CheckedEntities> check(PublishedType known, PublishedType coming, Deadline end) {
    return store
        .count(known)
        .compose(
            stored -> {
              EntityCheckReport report = new EntityCheckReport(coming, stored);
              return stored == 0
                  ? Future.succeededFuture(report.result())
                  : compareUnique(known, coming, report)
                      .compose(done -> all(coming, report, end))
                      .map(done -> report.result());
            });
  }

  private Future<Void> compareUnique(
      PublishedType known, PublishedType coming, EntityCheckReport report) {
    List<List<FieldPath>> added = coming.config().uniqueFieldsBeyond(known.config());
    return AsyncLoop.each(
        added,
        fields ->
            scan.duplicates(coming, fields)
                .onSuccess(found -> report.duplicates(fields, found))
                .<Void>mapEmpty()
                .recover(CheckEntities::ignoreTimeout));
  }

  /**
   * Ignores a timeout of the comparison: the creation of the constraint detects duplicates later.
   */
  private static Future<Void> ignoreTimeout(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.TIMEOUT)
        ? Future.succeededFuture()
        : Future.failedFuture(cause);
  }

  private Future<Void> all(PublishedType coming, EntityCheckReport report, Deadline end) {
    AtomicReference<UUID> after = new AtomicReference<>();
    return AsyncLoop.repeat(
        () ->
            scan.next(coming, after.get(), STEP)
                .compose(
                    page ->
                        check(page.entities(), report, end)
                            .map(
                                checked -> {
                                  boolean more = page.more() && !end.passed();
                                  after.set(more ? page.entities().getLast().id() : null);
                                  return more;
                                })));
  }

  /** Checks entities in short runs, so that concurrent checks share the worker. */
  private Future<Void> check(List<StoredEntity> entities, EntityCheckReport report, Deadline end) {
    return entities.isEmpty() || end.passed()
        ? Future.succeededFuture()
        : workers
            .run(() -> checkSome(entities, report, end))
            .compose(done -> check(entities.subList(done, entities.size()), report, end));
  }

  private static int checkSome(
      List<StoredEntity> entities, EntityCheckReport report, Deadline end) {
    Deadline pause = end.orSooner(AT_ONCE);
    int done = 0;
    while (done < entities.size() && !pause.passed()) {
      try {
        report.check(entities.get(done), end);
      } catch (FailureException late) {
        if (late.failure().kind() != FailureKind.TIMEOUT) {
          throw late;
        }
        return done;
      }
      done++;
    }
    return done;
  }
}
