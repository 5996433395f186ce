package org.attestry.file.blob;

import io.minio.messages.Contents;
import io.minio.messages.ListBucketResultV2;
import io.minio.messages.ListMultipartUploadsResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.file.blob.S3Writing.Parting;
import org.attestry.file.domain.BlobStore;

/**
 * Bytes in an S3 bucket. It needs no more of the server than put, put in parts, get, list and
 * remove. Object keys are ids of ours, never a name or a path that a client gave.
 */
public final class MinioBlobStore implements BlobStore {

  private static final String PREFIX = "documents/";
  private static final int PAGE = 1_000;
  private static final int DELETED_AT_ONCE = 100;
  private static final int PARTS_BEGUN = 1_000;

  /** What S3 takes as a part, and how many parts. */
  private static final long LEAST_PART = 5L << 20;

  private static final long MOST_PARTS = 10_000;

  private final S3 s3;
  private final S3Threads threads;
  private final Parting parting;
  private Future<Boolean> examination = Future.succeededFuture(false);

  /**
   * Used on one event loop.
   *
   * @param largest the most bytes of an object
   * @param transfers how many uploads or downloads may be under way
   */
  public MinioBlobStore(Vertx vertx, S3Config config, long largest, int transfers) {
    this.s3 = new S3(config, S3Threads.REQUESTS);
    this.threads = new S3Threads(vertx, transfers);
    this.parting =
        new Parting(
            Path.of(
                config.spool().isEmpty() ? System.getProperty("java.io.tmpdir") : config.spool()),
            Math.max(LEAST_PART, largest / MOST_PARTS + 1));
  }

  @Override
  public Writing begin(UUID key) {
    return new S3Writing(key, PREFIX + key, s3, threads, parting);
  }

  @Override
  public Future<Buffer> read(UUID key, long offset, int length) {
    return threads.read(() -> Buffer.buffer(s3.get(PREFIX + key, offset, length)));
  }

  @Override
  public Future<Void> delete(List<UUID> keys) {
    List<UUID> first = List.copyOf(keys.subList(0, Math.min(DELETED_AT_ONCE, keys.size())));
    Future<Void> deleted =
        threads.keepHouse(
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
    return threads.keepHouse(
        () -> {
          s3.ensureBucket();
          ListBucketResultV2 page = s3.list(PREFIX, after, PAGE);
          List<UUID> keys = new ArrayList<>();
          String last = null;
          for (Contents object : page.contents()) {
            last = object.objectName();
            if (object.lastModified().toInstant().isBefore(before)) {
              idOf(last).ifPresent(keys::add);
            }
          }
          return new Page(keys, page.isTruncated() ? last : null);
        });
  }

  @Override
  public Future<Void> abandonBegunBefore(Instant moment) {
    return threads.keepHouse(
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

  /** One question at a time, however many ask. */
  @Override
  public Future<Boolean> answers() {
    if (examination.isComplete()) {
      examination = threads.examine(s3::answers).otherwise(false);
    }
    return examination;
  }

  public Future<Void> close() {
    threads.close();
    return Future.succeededFuture();
  }

  /** The id of an object of ours; others may be in the bucket too. */
  private static Optional<UUID> idOf(String key) {
    try {
      UUID id = UUID.fromString(key.substring(PREFIX.length()));
      return key.equals(PREFIX + id) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException foreign) {
      return Optional.empty();
    }
  }
}
