package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import io.minio.errors.ErrorResponseException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3ServerIT {

  /** Without TLS: reading the system's certificates takes a second for each client. */
  private static final OkHttpClient HTTP =
      new OkHttpClient.Builder().connectionSpecs(List.of(ConnectionSpec.CLEARTEXT)).build();

  private static final byte[] CONTENT = "a certificate".getBytes(StandardCharsets.UTF_8);

  @Test
  void givesBackWhatWasStored() throws Exception {
    MinioClient client = client(TestServers.s3(), TestServers.s3().secretKey());
    String bucket = "bucket-" + UUID.randomUUID();
    client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
    put(client, bucket);
    assertArrayEquals(CONTENT, get(client, bucket));
  }

  @Test
  void refusesAWrongSecret() {
    MinioClient client = client(TestServers.s3(), "guess");
    ErrorResponseException refused =
        assertThrows(
            ErrorResponseException.class,
            () -> client.makeBucket(MakeBucketArgs.builder().bucket("refused").build()));
    assertEquals(403, refused.response().code());
  }

  @Test
  void objectsSurviveAKillAndARestart(@TempDir Path folder) throws Exception {
    ServerFiles files = ServerFiles.ofThisUser();
    S3Server first = S3Server.start(files, folder, Port.free());
    MinioClient before = client(first, first.secretKey());
    before.makeBucket(MakeBucketArgs.builder().bucket("kept").build());
    put(before, "kept");
    first.kill();
    try (S3Server again = S3Server.start(files, folder, Port.free())) {
      assertEquals(first.secretKey(), again.secretKey());
      MinioClient after = client(again, again.secretKey());
      assertEquals(true, after.bucketExists(BucketExistsArgs.builder().bucket("kept").build()));
      assertArrayEquals(CONTENT, get(after, "kept"));
    }
  }

  private static MinioClient client(S3 server, String secret) {
    return MinioClient.builder()
        .endpoint(server.endpoint())
        .credentials(server.accessKey(), secret)
        .httpClient(HTTP)
        .build();
  }

  private static void put(MinioClient client, String bucket) throws Exception {
    client.putObject(
        PutObjectArgs.builder().bucket(bucket).object("folder/object").stream(
                new ByteArrayInputStream(CONTENT), (long) CONTENT.length, -1L)
            .contentType("text/plain")
            .build());
  }

  private static byte[] get(MinioClient client, String bucket) throws Exception {
    try (InputStream in =
        client.getObject(GetObjectArgs.builder().bucket(bucket).object("folder/object").build())) {
      return in.readAllBytes();
    }
  }
}
