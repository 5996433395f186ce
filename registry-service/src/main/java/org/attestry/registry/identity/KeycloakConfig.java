package org.attestry.registry.identity;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The settings for access to the identity provider's administration. */
public record KeycloakConfig(
    @Setting(
            byDefault = "http://localhost:8080/auth",
            common = true,
            description = "is the base address of the identity provider.")
        URI authUrl,
    @Setting(
            byDefault = "",
            description =
                "is the PEM file of the authorities that certify the identity provider; empty for"
                    + " the Java runtime's.")
        Path caFile,
    @Setting(byDefault = "attestry", common = true, description = "names the realm of the users.")
        String realm,
    @Setting(
            byDefault = "admin-api",
            common = true,
            description =
                "names the client whose service account may manage users and realm roles.")
        String clientId,
    @Setting(description = "is that client's secret.") Secret clientSecret,
    @Setting(
            byDefault = "default",
            common = true,
            description =
                "says which password an account gets whose entity names none: default,"
                    + " IDENTITY_DEFAULT_PASSWORD; temporary, the same, to be changed at the first"
                    + " login; none, the provider's own mail lets the user set one.")
        FirstPassword password,
    @Setting(
            byDefault = "",
            common = true,
            description = "is that password; mandatory unless IDENTITY_PASSWORD is none.")
        Secret defaultPassword,
    @Setting(
            byDefault = "admin",
            description = "is the admin role, as the gateway has it; no entity gives it.")
        String adminRole,
    @Setting(
            byDefault = "20",
            description = "is the most accounts that one entity may name as owners.")
        int owners,
    @Setting(
            byDefault = "10",
            description =
                "is the most accounts in a second that imports make, on one replica; 1 to 1000.")
        int importRate,
    @Setting(byDefault = "PT5S", description = "bounds one call of the identity provider.")
        Duration timeout)
    implements Hardenable {

  public KeycloakConfig {
    if (password != FirstPassword.NONE && defaultPassword.value().isEmpty()) {
      throw new IllegalArgumentException(
          "IDENTITY_DEFAULT_PASSWORD must be set unless IDENTITY_PASSWORD is none.");
    }
    if (owners < 1) {
      throw new IllegalArgumentException("IDENTITY_OWNERS must be 1 or more.");
    }
    if (importRate < 1 || importRate > 1_000) {
      throw new IllegalArgumentException("IDENTITY_IMPORT_RATE must be 1 to 1000.");
    }
    if (authUrl.getHost() == null || timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException(
          "IDENTITY_AUTH_URL must be an absolute address and IDENTITY_TIMEOUT more than zero.");
    }
  }

  @Override
  public List<OpenSetting> open() {
    List<OpenSetting> open = new ArrayList<>();
    if (password == FirstPassword.DEFAULT) {
      open.add(
          new OpenSetting("IDENTITY_PASSWORD", "gives all made accounts one lasting password"));
    }
    if (!"https".equalsIgnoreCase(authUrl.getScheme())
        && OpenSettings.isRemote(authUrl.getHost())) {
      open.add(new OpenSetting("IDENTITY_AUTH_URL", "sends the client's secret in the clear"));
    }
    return open;
  }
}
