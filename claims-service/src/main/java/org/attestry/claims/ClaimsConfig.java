package org.attestry.claims;

import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of claims-service. */
public record ClaimsConfig(PostgresConfig postgres, KafkaConfig kafka) {}
