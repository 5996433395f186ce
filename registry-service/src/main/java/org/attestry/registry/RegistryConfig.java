package org.attestry.registry;

import org.attestry.registry.credential.SigningMode;
import org.attestry.registry.identity.KeycloakConfig;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.config.Switch;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of registry-service. */
public record RegistryConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    KeycloakConfig identity,
    @Setting(
            byDefault = "immediate",
            common = true,
            description =
                "says when the credential of a create, change or grant is signed: immediate,"
                    + " before it is stored, which fails without the signer; deferred, soon after"
                    + " it is stored, which never waits for the signer.")
        SigningMode signing,
    @Setting(
            byDefault = "off",
            common = true,
            description =
                "says whether admins may adopt the records of a former system, with their ids,"
                    + " owners, times and credentials: on, or off, as after the move.")
        Switch adoption,
    RegistryLimits limits) {}
