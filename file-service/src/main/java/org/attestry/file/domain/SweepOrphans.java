package org.attestry.file.domain;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Deletes objects older than an hour that no record names. */
public final class SweepOrphans {

  private static final Duration AGE = Duration.ofHours(1);
  private static final int BATCH = 500;

  private final BlobStore blobs;
  private final FileStore files;

  public SweepOrphans(BlobStore blobs, FileStore files) {
    this.blobs = blobs;
    this.files = files;
  }

  /** How many objects it deleted. */
  public Future<Integer> sweep() {
    return sweep(Instant.now().minus(AGE));
  }

  Future<Integer> sweep(Instant before) {
    return blobs.storedBefore(before).compose(keys -> sweep(keys, 0));
  }

  private Future<Integer> sweep(List<UUID> keys, int deleted) {
    if (keys.isEmpty()) {
      return Future.succeededFuture(deleted);
    }
    List<UUID> batch = keys.subList(0, Math.min(BATCH, keys.size()));
    List<UUID> rest = keys.subList(batch.size(), keys.size());
    return files
        .orphans(batch)
        .compose(orphans -> blobs.delete(orphans).map(orphans.size()))
        .compose(count -> sweep(rest, deleted + count));
  }
}
