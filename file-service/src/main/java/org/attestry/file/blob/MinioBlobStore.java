package org.attestry.file.blob;

import io.micrometer.core.instrument.MeterRegistry;
import io.minio.messages.Contents;
import io.minio.messages.ListBucketResultV2;
import io.minio.messages.ListMultipartUploadsResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallerKey;
import org.attestry.file.blob.S3Writing.Parting;
import org.attestry.file.entityfile.BlobStore;
import org.attestry.runtime.async.Retry;
import org.attestry.runtime.identifier.Ids;

/**
 * Stores bytes in an S3 bucket. It uses the server's operations put, multipart upload, get, list
 * and remove. Object keys are ids generated here, never names or paths from a client.
 */
public final class MinioBlobStore implements BlobStore {

  private static final String PREFIX = "documents/";
  private static final int PAGE = 1_000;
  private static final int DELETED_AT_ONCE = 100;
  private static final int PARTS_BEGUN = 1_000;
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** Limits of S3: the smallest part, and how many parts an object may have. */
  private static final long LEAST_PART = 5L << 20;

  private static final long MOST_PARTS = 10_000;

  private final S3Requests s3;
  private final S3Threads threads;
  private final Parting parting;
  private final Vertx vertx;
  private final int page;
  private Future<Boolean> check = Future.succeededFuture(false);
  private boolean closed;

  /**
   * Used on one event loop.
   *
   * @param largest the most bytes of an object
   * @param transfers how many uploads or downloads may run
   */
  public MinioBlobStore(
      Vertx vertx, S3Config config, long largest, int transfers, MeterRegistry meters) {
    this(vertx, config, largest, transfers, PAGE, meters);
  }

  /**
   * @param page how many objects are listed at a time; S3 lists at most 1,000
   */
  public MinioBlobStore(
      Vertx vertx, S3Config config, long largest, int transfers, int page, MeterRegistry meters) {
    this.vertx = vertx;
    this.page = page;
    this.s3 = new S3Requests(config, S3Threads.REQUESTS);
    this.threads = new S3Threads(vertx, transfers, meters);
    this.parting =
        new Parting(
            Path.of(
                config.spool().isEmpty() ? System.getProperty("java.io.tmpdir") : config.spool()),
            Math.max(LEAST_PART, largest / MOST_PARTS + 1));
  }

  @Override
  public Writing begin(UUID key, CallerKey caller) {
    return new S3Writing(key, PREFIX + key, s3, threads, parting, caller);
  }

  @Override
  public Future<Buffer> read(UUID key, long offset, int length, CallerKey caller) {
    return threads.read(caller, () -> Buffer.buffer(s3.get(PREFIX + key, offset, length)));
  }

  @Override
  public Future<Void> delete(List<UUID> keys) {
    List<UUID> first = List.copyOf(keys.subList(0, Math.min(DELETED_AT_ONCE, keys.size())));
    Future<Void> deleted =
        threads.clean(
            () -> {
              for (UUID key : first) {
                s3.remove(PREFIX + key);
              }
              return null;
            });
    return first.size() == keys.size()
        ? deleted
        : deleted.compose(done -> delete(keys.subList(first.size(), keys.size())));
  }

  @Override
  public Future<Page> list(String after, Instant before) {
    return threads.clean(
        () -> {
          ListBucketResultV2 listed = s3.list(PREFIX, after, page);
          List<UUID> keys = new ArrayList<>();
          String last = null;
          for (Contents object : listed.contents()) {
            last = object.objectName();
            if (object.lastModified().toInstant().isBefore(before)) {
              idOf(last).ifPresent(keys::add);
            }
          }
          return new Page(keys, listed.isTruncated() ? last : null);
        });
  }

  @Override
  public Future<Void> abandonBegunBefore(Instant moment) {
    return threads.clean(
        () -> {
          ListMultipartUploadsResult begun = s3.listBegun(PREFIX, PARTS_BEGUN);
          for (ListMultipartUploadsResult.Upload upload : begun.uploads()) {
            if (upload.initiated().toInstant().isBefore(moment)) {
              s3.abortParts(upload.objectName(), upload.uploadId());
            }
          }
          return null;
        });
  }

  /**
   * Creates the bucket if it is absent, and retries while the server is unavailable.
   *
   * @return completes after the first attempt, also when it failed
   */
  public Future<Void> ensureBucket() {
    Promise<Void> attempted = Promise.promise();
    Retry.every(vertx, PAUSE)
        .when(cause -> !closed)
        .run(() -> threads.check(s3::ensureBucket).onComplete(done -> attempted.tryComplete()));
    return attempted.future();
  }

  /** Whether the server has the bucket; concurrent checks share one request. */
  public Future<Boolean> isReachable() {
    if (check.isComplete()) {
      check = threads.check(s3::bucketExists).otherwise(false);
    }
    return check;
  }

  public Future<Void> close() {
    closed = true;
    threads.close();
    return Future.succeededFuture();
  }

  /** The id in a key; empty for objects that are not documents. */
  private static Optional<UUID> idOf(String key) {
    return Ids.parse(key.substring(PREFIX.length())).filter(id -> key.equals(PREFIX + id));
  }
}
