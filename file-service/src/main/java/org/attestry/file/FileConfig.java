package org.attestry.file;

import org.attestry.file.blob.S3Config;
import org.attestry.file.transfer.TransferConfig;
import org.attestry.file.transfer.TransferLimits;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of file-service. */
public record FileConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    S3Config s3,
    TransferConfig transfer,
    TransferLimits limits) {}
