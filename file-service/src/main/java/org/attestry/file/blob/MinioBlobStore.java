package org.attestry.file.blob;

import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import io.minio.RemoveObjectArgs;
import io.minio.Result;
import io.minio.errors.MinioException;
import io.minio.messages.Item;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.file.domain.BlobStore;
import org.attestry.runtime.work.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bytes in an S3 bucket, through the MinIO client. It needs no more of the server than put, get,
 * list and remove. Object keys are ids of ours, never a name or a path that a client gave.
 */
public final class MinioBlobStore implements BlobStore {

  private static final Logger LOG = LoggerFactory.getLogger(MinioBlobStore.class);
  private static final long PART_BYTES = 5L << 20;
  private static final int CHUNK_BYTES = 64 << 10;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TRANSFER_TIMEOUT = Duration.ofSeconds(30);
  private static final String PREFIX = "documents/";

  private final MinioClient client;
  private final String bucket;
  private final Workers workers;

  public MinioBlobStore(S3Config config, Workers workers) {
    this.client =
        MinioClient.builder()
            .endpoint(config.endpoint().toString())
            .region(config.region())
            .credentials(config.accessKey().value(), config.secretKey().value())
            .httpClient(http(config.endpoint()), true)
            .build();
    this.bucket = config.bucket();
    this.workers = workers;
  }

  @Override
  public Future<Blob> put(UUID key, String contentType, InputStream bytes) {
    return run(
        () -> {
          ensureBucket();
          DigestInputStream digesting = new DigestInputStream(bytes, sha256());
          CountingStream counting = new CountingStream(digesting);
          try (counting) {
            client.putObject(
                PutObjectArgs.builder()
                    .bucket(bucket)
                    .object(PREFIX + key)
                    .contentType(contentType)
                    .stream(counting, -1L, PART_BYTES)
                    .build());
          } catch (MinioException | RuntimeException e) {
            throw counting.failure() == null ? e : counting.failure();
          }
          byte[] digest = digesting.getMessageDigest().digest();
          return new Blob(counting.count(), HexFormat.of().formatHex(digest));
        });
  }

  @Override
  public Future<Void> read(UUID key, long offset, long length, Sink sink) {
    return run(
        () -> {
          if (length == 0) {
            return null;
          }
          GetObjectArgs range =
              GetObjectArgs.builder()
                  .bucket(bucket)
                  .object(PREFIX + key)
                  .offset(offset)
                  .length(length)
                  .build();
          try (InputStream bytes = client.getObject(range)) {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int read = bytes.read(chunk); read >= 0; read = bytes.read(chunk)) {
              sink.accept(Buffer.buffer(read).appendBytes(chunk, 0, read));
            }
          }
          return null;
        });
  }

  @Override
  public Future<Void> delete(List<UUID> keys) {
    return run(
        () -> {
          for (UUID key : keys) {
            client.removeObject(
                RemoveObjectArgs.builder().bucket(bucket).object(PREFIX + key).build());
          }
          return null;
        });
  }

  @Override
  public Future<List<UUID>> storedBefore(Instant moment) {
    return run(
        () -> {
          List<UUID> keys = new ArrayList<>();
          ensureBucket();
          ListObjectsArgs all =
              ListObjectsArgs.builder().bucket(bucket).prefix(PREFIX).recursive(true).build();
          for (Result<Item> result : client.listObjects(all)) {
            Item item = result.get();
            if (item.lastModified().toInstant().isBefore(moment)) {
              keys.add(UUID.fromString(item.objectName().substring(PREFIX.length())));
            }
          }
          return keys;
        });
  }

  @Override
  public Future<Boolean> answers() {
    return run(() -> {
          ensureBucket();
          return true;
        })
        .otherwise(false);
  }

  /** Reads the system's certificates, which stay in memory, only where the store speaks TLS. */
  private static OkHttpClient http(URI endpoint) {
    OkHttpClient.Builder client =
        new OkHttpClient.Builder()
            .connectTimeout(CONNECT_TIMEOUT)
            .readTimeout(TRANSFER_TIMEOUT)
            .writeTimeout(TRANSFER_TIMEOUT);
    if ("http".equals(endpoint.getScheme())) {
      client.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT));
    }
    return client.build();
  }

  private void ensureBucket() throws MinioException {
    if (!client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build())) {
      client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
    }
  }

  private <T> Future<T> run(Callable<T> work) {
    return workers
        .run(work)
        .recover(
            cause ->
                cause instanceof MinioException
                    ? Future.failedFuture(unavailable(cause))
                    : Future.failedFuture(cause));
  }

  private static Throwable unavailable(Throwable cause) {
    LOG.atWarn().setCause(cause).log("the file store does not do what it is asked");
    return Failure.of(
            FailureKind.UNAVAILABLE,
            "file.store.unavailable",
            "The file store is not available; try again shortly.")
        .exception();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Counts, and keeps the exception of a failed read, which the client would hide in its own. */
  private static final class CountingStream extends InputStream {
    private final InputStream bytes;
    private long count;
    private IOException failure;

    CountingStream(InputStream bytes) {
      this.bytes = bytes;
    }

    long count() {
      return count;
    }

    IOException failure() {
      return failure;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        int read = bytes.read(into, offset, length);
        count += Math.max(0, read);
        return read;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }
}
