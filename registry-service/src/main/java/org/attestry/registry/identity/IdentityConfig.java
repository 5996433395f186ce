package org.attestry.registry.identity;

import java.net.URI;
import java.time.Duration;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** How the service reaches the identity provider's administration. */
public record IdentityConfig(
    @Setting(
            byDefault = "http://localhost:8080/auth",
            says = "is the base address of the identity provider.")
        URI authUrl,
    @Setting(byDefault = "attestry", says = "names the realm of the users.") String realm,
    @Setting(
            byDefault = "admin-api",
            says = "names the client whose service account may manage users and realm roles.")
        String clientId,
    @Setting(says = "is that client's secret.") Secret clientSecret,
    @Setting(says = "is the first password of a user whose entity names none.")
        Secret defaultPassword,
    @Setting(byDefault = "PT5S", says = "bounds one call of the identity provider.")
        Duration timeout) {

  public IdentityConfig {
    if (authUrl.getHost() == null || timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException(
          "IDENTITY_AUTH_URL must be an absolute address and IDENTITY_TIMEOUT more than zero.");
    }
  }
}
