package org.attestry.file;

import io.minio.ListObjectsArgs;
import io.minio.MinioClient;
import io.minio.Result;
import io.minio.errors.MinioException;
import io.minio.messages.Item;
import java.util.ArrayList;
import java.util.List;
import org.attestry.file.blob.S3Config;

/** What lies in the bucket of a file-service. */
final class BucketKeys {

  private BucketKeys() {}

  static MinioClient client(FileServer server) {
    S3Config s3 = server.config().s3();
    return MinioClient.builder()
        .endpoint(s3.endpoint().toString())
        .credentials(s3.accessKey().value(), s3.secretKey().value())
        .build();
  }

  /** The keys of all objects. */
  static List<String> of(FileServer server) {
    ListObjectsArgs all =
        ListObjectsArgs.builder().bucket(server.config().s3().bucket()).recursive(true).build();
    List<String> keys = new ArrayList<>();
    try {
      for (Result<Item> object : client(server).listObjects(all)) {
        keys.add(object.get().objectName());
      }
    } catch (MinioException e) {
      throw new IllegalStateException(e);
    }
    return keys;
  }
}
