package org.attestry.credential.vault;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;

/** The settings of HashiCorp Vault, whose transit engine holds keys. */
public record VaultConfig(
    @Setting(
            byDefault = "",
            description = "is the address of HashiCorp Vault, https://host:port; empty for none.")
        String address,
    @Setting(byDefault = "transit", description = "is the path of the transit engine.")
        String mount,
    @Setting(
            byDefault = "",
            description = "is the token that may make, read and sign with keys there.")
        Secret token,
    @Setting(
            byDefault = "",
            description =
                "is a PEM file with the certificates of Vault's certificate authority; empty for"
                    + " the Java runtime's.")
        String caFile,
    @Setting(byDefault = "16", description = "is how many calls Vault gets at once.")
        int connections,
    @Setting(byDefault = "PT5S", description = "bounds one call of Vault.") Duration timeout)
    implements Hardenable {

  private static final Pattern ADDRESS =
      Pattern.compile("https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+])(:[0-9]{1,5})?/?");
  private static final Pattern MOUNT = Pattern.compile("[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*");

  public VaultConfig {
    if (!address.isEmpty() && !ADDRESS.matcher(address).matches()) {
      throw new IllegalArgumentException("VAULT_ADDRESS must be http(s)://host:port.");
    }
    if (!address.isEmpty() && token.value().isEmpty()) {
      throw new IllegalArgumentException("VAULT_ADDRESS needs VAULT_TOKEN.");
    }
    if (!MOUNT.matcher(mount).matches()) {
      throw new IllegalArgumentException("VAULT_MOUNT must be a path without / at its ends.");
    }
    if (connections < 1 || timeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "VAULT_CONNECTIONS must be 1 or more, VAULT_TIMEOUT a millisecond or more.");
    }
  }

  public boolean isSet() {
    return !address.isEmpty();
  }

  @Override
  public List<OpenSetting> open() {
    return address.matches("http:.*") && !address.matches("http://(localhost|127\\.|\\[::1).*")
        ? List.of(new OpenSetting("VAULT_ADDRESS", "sends the token of Vault without TLS"))
        : List.of();
  }
}
