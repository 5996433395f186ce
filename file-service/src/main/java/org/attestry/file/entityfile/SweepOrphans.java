package org.attestry.file.entityfile;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes objects without a record that are older than an hour, and aborts unfinished multipart
 * uploads. One sweep reads at most 200 pages of keys; the next one continues where it stopped. Only
 * one sweep may run at a time. Used on one event loop.
 */
public final class SweepOrphans {

  /** The age from which an object without a record is deleted; every upload ends sooner. */
  public static final Duration AGE = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(SweepOrphans.class);
  private static final int PAGES = 200;

  private final BlobStore blobs;
  private final PgFileStore files;
  private String position;

  public SweepOrphans(BlobStore blobs, PgFileStore files) {
    this.blobs = blobs;
    this.files = files;
  }

  public Future<Void> sweep() {
    Instant before = Instant.now().minus(AGE);
    return sweep(before)
        .onSuccess(count -> LOG.atInfo().addKeyValue("deleted", count).log("objects swept"))
        .eventually(() -> blobs.abandonBegunBefore(before))
        .mapEmpty();
  }

  /** Returns how many objects it deleted. */
  public Future<Integer> sweep(Instant before) {
    return pages(before, PAGES, 0);
  }

  private Future<Integer> pages(Instant before, int left, int deleted) {
    return blobs
        .list(position, before)
        .compose(
            page ->
                delete(page)
                    .compose(
                        count -> {
                          position = page.next();
                          return position == null || left == 1
                              ? Future.succeededFuture(deleted + count)
                              : pages(before, left - 1, deleted + count);
                        }));
  }

  private Future<Integer> delete(BlobStore.Page page) {
    return page.keys().isEmpty()
        ? Future.succeededFuture(0)
        : files.orphans(page.keys()).compose(orphans -> blobs.delete(orphans).map(orphans.size()));
  }
}
