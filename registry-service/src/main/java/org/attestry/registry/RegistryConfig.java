package org.attestry.registry;

import org.attestry.registry.identity.KeycloakConfig;
import org.attestry.runtime.facts.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of registry-service. */
public record RegistryConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    KeycloakConfig identity,
    RegistryLimits limits,
    LearningConfig learning) {}
