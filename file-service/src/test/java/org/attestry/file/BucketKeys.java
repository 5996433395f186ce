package org.attestry.file;

import io.minio.ListObjectsArgs;
import io.minio.MinioClient;
import io.minio.Result;
import io.minio.errors.MinioException;
import io.minio.messages.Item;
import java.util.ArrayList;
import java.util.List;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.attestry.file.blob.S3Config;

/** What lies in the bucket of a file-service. */
final class BucketKeys {

  /** Without TLS: reading the system's certificates takes a second for each client. */
  private static final OkHttpClient HTTP =
      new OkHttpClient.Builder().connectionSpecs(List.of(ConnectionSpec.CLEARTEXT)).build();

  private BucketKeys() {}

  static MinioClient client(S3Config s3) {
    return MinioClient.builder()
        .endpoint(s3.endpoint().toString())
        .credentials(s3.accessKey().value(), s3.secretKey().value())
        .httpClient(HTTP)
        .build();
  }

  /** The keys of all objects. */
  static List<String> of(FileServer server) {
    return of(server.config().s3());
  }

  static List<String> of(S3Config s3) {
    ListObjectsArgs all = ListObjectsArgs.builder().bucket(s3.bucket()).recursive(true).build();
    List<String> keys = new ArrayList<>();
    try {
      for (Result<Item> object : client(s3).listObjects(all)) {
        keys.add(object.get().objectName());
      }
    } catch (MinioException e) {
      throw new IllegalStateException(e);
    }
    return keys;
  }
}
