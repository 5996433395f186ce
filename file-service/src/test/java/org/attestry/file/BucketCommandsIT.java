package org.attestry.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.attestry.file.FileMain.ObjectsConfig;
import org.attestry.file.blob.BucketCommands;
import org.attestry.file.blob.S3Config;
import org.attestry.runtime.config.Settings;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.Test;

/** The commands that copy a bucket. */
class BucketCommandsIT {

  private static final String SUM_OF_NOTHING =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0 documents/empty";

  @Test
  void aBucketIsCopiedWithSmallLargeAndEmptyObjects() throws Exception {
    S3Config from = bucket();
    MinioClient client = BucketKeys.client(from);
    client.makeBucket(MakeBucketArgs.builder().bucket(from.bucket()).build());
    put(client, from, "documents/empty", 0);
    put(client, from, "documents/small", 1_000);
    put(client, from, "documents/part", 8 << 20);
    put(client, from, "documents/large", 20_000_001);
    byte[] zip = run(from, new byte[0], "save");
    String sums = text(run(from, new byte[0], "sums"));
    S3Config to = bucket();
    String loaded = text(run(to, zip, "load"));

    assertEquals(4, sums.lines().count());
    assertTrue(sums.lines().anyMatch(SUM_OF_NOTHING::equals), sums);
    assertEquals(sums, text(run(from, zip, "verify")));
    assertEquals(sums, loaded);
    assertEquals(sums, text(run(to, new byte[0], "sums")));
  }

  @Test
  void aDamagedFileIsRefused() throws Exception {
    S3Config from = bucket();
    MinioClient client = BucketKeys.client(from);
    client.makeBucket(MakeBucketArgs.builder().bucket(from.bucket()).build());
    put(client, from, "documents/one", 100_000);
    byte[] zip = run(from, new byte[0], "save");
    zip[50_000] ^= 1;

    assertThrows(IOException.class, () -> run(bucket(), zip, "load"));
  }

  @Test
  void anUnknownCommandIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> run(bucket(), new byte[0], "delete"));
  }

  private static S3Config bucket() {
    Map<String, String> settings = new HashMap<>(TestServers.s3().settings());
    settings.put("S3_BUCKET", "bucket-" + UUID.randomUUID());
    return Settings.of(settings).read(ObjectsConfig.class).s3();
  }

  private static void put(MinioClient client, S3Config config, String key, int size)
      throws Exception {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    client.putObject(
        PutObjectArgs.builder().bucket(config.bucket()).object(key).stream(
                new ByteArrayInputStream(bytes), (long) size, -1L)
            .build());
  }

  private static byte[] run(S3Config config, byte[] input, String command) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    new BucketCommands(config, new ByteArrayInputStream(input), output).run(List.of(command));
    return output.toByteArray();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
