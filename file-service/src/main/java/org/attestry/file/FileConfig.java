package org.attestry.file;

import java.net.URI;
import java.time.Duration;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.facts.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of file-service. */
public record FileConfig(
    PostgresConfig postgres, KafkaConfig kafka, S3 s3, Transfer transfer, Limits limits) {

  /** Where the bytes are kept: any server that speaks the S3 protocol. */
  public record S3(
      @Setting(says = "is the address of the S3 server.") URI endpoint,
      @Setting(byDefault = "us-east-1", says = "is the S3 region.") String region,
      @Setting(byDefault = "attestry-files", says = "names the bucket; it is made if absent.")
          String bucket,
      @Setting(says = "is the S3 access key.") Secret accessKey,
      @Setting(says = "is the S3 secret key.") Secret secretKey) {}

  /** Where the gateway streams bytes to and from; never published. */
  public record Transfer(
      @Setting(byDefault = "127.0.0.1", says = "is the address that the transfer port binds.")
          String host,
      @Setting(byDefault = "0", says = "is the transfer port; 0 takes a free one.") int port,
      @Setting(byDefault = "127.0.0.1", says = "is the host by which the gateway reaches it.")
          String advertisedHost,
      @Setting(byDefault = "PT1M", says = "is how long a transfer may wait to begin.")
          Duration ticketLife) {}

  /** What a client may ask for. */
  public record Limits(
      @Setting(byDefault = "104857600", says = "is the largest file, in bytes.") long fileBytes,
      @Setting(byDefault = "20", says = "is how many files one upload may have.")
          int filesPerUpload,
      @Setting(byDefault = "16", says = "is how many transfers run at once.") int transfers) {

    public Limits {
      if (fileBytes < 1 || filesPerUpload < 1 || transfers < 1) {
        throw new IllegalArgumentException(
            "LIMITS_FILE_BYTES, LIMITS_FILES_PER_UPLOAD and LIMITS_TRANSFERS must be 1 or more.");
      }
    }
  }
}
