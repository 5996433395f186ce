package org.attestry.schema;

import org.attestry.runtime.config.Setting;
import org.attestry.runtime.facts.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of schema-service. */
public record SchemaConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    @Setting(byDefault = "admin", says = "names the admin role; no entity type may have its name.")
        String adminRole) {}
