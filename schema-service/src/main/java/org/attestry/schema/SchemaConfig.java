package org.attestry.schema;

import java.util.List;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of schema-service. */
public record SchemaConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    Identity identity,
    Signer signer,
    Verifier verifier) {

  /** Settings of the identity provider. */
  public record Identity(
      @Setting(
              byDefault = "admin",
              description =
                  "is the admin role, as the gateway has it; no entity type may have its name.")
          String adminRole) {}

  /** Settings of signing. */
  public record Signer(
      @Setting(
              byDefault = "admin,signer",
              common = true,
              description =
                  "lists the roles that sign, as credential-service has them; no entity type may"
                      + " have the name of one.")
          List<String> roles) {

    public Signer {
      roles = List.copyOf(roles);
    }
  }

  /** Settings of verifying. */
  public record Verifier(
      @Setting(
              byDefault = "presentation-verifier",
              common = true,
              description =
                  "lists the roles that request presentations, as credential-service has them; no"
                      + " entity type may have the name of one.")
          List<String> roles) {

    public Verifier {
      roles = List.copyOf(roles);
    }
  }
}
