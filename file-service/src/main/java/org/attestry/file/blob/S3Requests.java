package org.attestry.file.blob;

import io.minio.AbortMultipartUploadArgs;
import io.minio.BucketExistsArgs;
import io.minio.CompleteMultipartUploadArgs;
import io.minio.CreateMultipartUploadArgs;
import io.minio.GetObjectArgs;
import io.minio.GetObjectResponse;
import io.minio.ListMultipartUploadsArgs;
import io.minio.ListObjectsV2Args;
import io.minio.MakeBucketArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectAPIArgs;
import io.minio.RemoveObjectArgs;
import io.minio.UploadPartArgs;
import io.minio.errors.ErrorResponseException;
import io.minio.messages.ListBucketResultV2;
import io.minio.messages.ListMultipartUploadsResult;
import io.minio.messages.Part;
import java.io.EOFException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.attestry.file.entityfile.Property;

/**
 * Requests to an S3 server through the MinIO client. Each blocks until the response arrives, for at
 * most 30 seconds and at most 10 seconds without a byte, and fails with the client's exception. A
 * response longer than 4 MiB is not read further.
 */
final class S3Requests {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  /** The longest pause between two bytes, after which a server counts as hanging. */
  private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);
  private static final long LONGEST_RESPONSE = 4L << 20;
  private static final String BYTES = "application/octet-stream";

  private final MinioAsyncClient client;
  private final MinioAsyncClient quick;
  private final String bucket;

  /**
   * @param requests how many may run at once
   */
  S3Requests(S3Config config, int requests) {
    OkHttpClient http = http(config, requests);
    this.client = client(config, http);
    this.quick = client(config, http.newBuilder().callTimeout(HEALTH_TIMEOUT).build());
    this.bucket = config.bucket();
  }

  private static MinioAsyncClient client(S3Config config, OkHttpClient http) {
    return MinioAsyncClient.builder()
        .endpoint(config.endpoint().toString())
        .region(config.region())
        .credentials(config.accessKey().value(), config.secretKey().value())
        .httpClient(http, true)
        .build();
  }

  /** Without TLS the system's certificates, which would stay in memory, are not read. */
  private static OkHttpClient http(S3Config config, int requests) {
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequests(requests);
    dispatcher.setMaxRequestsPerHost(requests);
    OkHttpClient.Builder client =
        new OkHttpClient.Builder()
            .dispatcher(dispatcher)
            .connectTimeout(CONNECT_TIMEOUT)
            .readTimeout(SILENCE_TIMEOUT)
            .writeTimeout(SILENCE_TIMEOUT)
            .callTimeout(REQUEST_TIMEOUT)
            .addInterceptor(new ResponseLimit(LONGEST_RESPONSE));
    if ("http".equals(config.endpoint().getScheme())) {
      client.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT));
    } else if (!config.caFile().toString().isEmpty()) {
      Authorities authorities = Authorities.read(config.caFile());
      client.sslSocketFactory(authorities.sockets(), authorities.trust());
    }
    return client.build();
  }

  /** Creates the bucket if it is absent. */
  Void ensureBucket() throws Exception {
    if (!bucketExists()) {
      done(client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build()));
    }
    return null;
  }

  /** Times out after two seconds. */
  boolean bucketExists() throws Exception {
    return done(quick.bucketExists(BucketExistsArgs.builder().bucket(bucket).build()));
  }

  void put(String key, byte[] bytes) throws Exception {
    done(
        client.putObject(
            PutObjectAPIArgs.builder()
                .bucket(bucket)
                .object(key)
                .contentType(BYTES)
                .data(bytes, bytes.length)
                .build()));
  }

  /** Begins a multipart upload and returns its id. */
  String beginParts(String key) throws Exception {
    CreateMultipartUploadArgs upload =
        CreateMultipartUploadArgs.builder().bucket(bucket).object(key).build();
    return done(client.createMultipartUpload(upload)).result().uploadId();
  }

  Part putPart(String key, String uploadId, int number, byte[] bytes) throws Exception {
    UploadPartArgs part =
        UploadPartArgs.builder()
            .bucket(bucket)
            .object(key)
            .uploadId(uploadId)
            .partNumber(number)
            .data(bytes, bytes.length)
            .build();
    return done(client.uploadPart(part)).part();
  }

  void endParts(String key, String uploadId, List<Part> parts) throws Exception {
    done(
        client.completeMultipartUpload(
            CompleteMultipartUploadArgs.builder()
                .bucket(bucket)
                .object(key)
                .uploadId(uploadId)
                .parts(parts.toArray(Part[]::new))
                .build()));
  }

  void abortParts(String key, String uploadId) throws Exception {
    done(
        client.abortMultipartUpload(
            AbortMultipartUploadArgs.builder()
                .bucket(bucket)
                .object(key)
                .uploadId(uploadId)
                .build()));
  }

  ListMultipartUploadsResult listBegun(String prefix, int most) throws Exception {
    ListMultipartUploadsArgs all =
        ListMultipartUploadsArgs.builder().bucket(bucket).prefix(prefix).maxUploads(most).build();
    return done(client.listMultipartUploads(all)).result();
  }

  /** Fails NOT_FOUND when there is no such object. */
  byte[] get(String key, long offset, int length) throws Exception {
    GetObjectArgs range =
        GetObjectArgs.builder()
            .bucket(bucket)
            .object(key)
            .offset(offset)
            .length((long) length)
            .build();
    try (GetObjectResponse response = done(client.getObject(range))) {
      byte[] bytes = response.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException("the object is shorter than its record says");
      }
      return bytes;
    } catch (ErrorResponseException refused) {
      throw "NoSuchKey".equals(refused.errorResponse().code()) ? Property.notFound() : refused;
    }
  }

  void remove(String key) throws Exception {
    done(client.removeObject(RemoveObjectArgs.builder().bucket(bucket).object(key).build()));
  }

  ListBucketResultV2 list(String prefix, String after, int most) throws Exception {
    ListObjectsV2Args page =
        ListObjectsV2Args.builder()
            .bucket(bucket)
            .prefix(prefix)
            .startAfter(after)
            .maxKeys(most)
            .build();
    return done(client.listObjectsV2(page)).result();
  }

  private static <T> T done(CompletableFuture<T> response) throws Exception {
    try {
      return response.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
