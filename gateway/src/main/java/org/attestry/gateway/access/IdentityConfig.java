package org.attestry.gateway.access;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Setting;

/** Which tokens are accepted, and what is read from them. */
public record IdentityConfig(
    @Setting(
            description = "is the identity provider's issuer address, compared with the claim iss.")
        String issuer,
    @Setting(
            byDefault = "",
            description =
                "is the address of the provider's key set; empty means the issuer's address"
                    + " followed by /protocol/openid-connect/certs.")
        String jwksUrl,
    @Setting(
            byDefault = "",
            description =
                "is the PEM file of the authorities that certify the identity provider; empty for"
                    + " the Java runtime's.")
        Path caFile,
    @Setting(
            byDefault = "",
            common = true,
            description = "must be in the claim aud of a token; empty means any.")
        String audience,
    @Setting(
            byDefault = "RS256,PS256,ES256,EdDSA",
            description = "lists the signature algorithms that are accepted, separated by commas.")
        List<String> algorithms,
    @Setting(byDefault = "PT5S", description = "is the difference between clocks that is forgiven.")
        Duration leeway,
    @Setting(byDefault = "PT5M", description = "is how often the provider's keys are read again.")
        Duration keysRefresh,
    @Setting(
            byDefault = "PT10S",
            description =
                "is the shortest time between two readings of the keys for unknown key ids.")
        Duration keysPause,
    @Setting(byDefault = "PT30S", description = "is how long a checked token is not checked again.")
        Duration tokenCacheFor,
    @Setting(
            byDefault = "10000",
            description =
                "is how many checked tokens of usual length (2,000 characters) are remembered.")
        int tokenCacheSize,
    @Setting(byDefault = "admin", description = "is the role that may do everything except attest.")
        String adminRole,
    TokenClaims claims)
    implements Hardenable {

  /** Asymmetric algorithms only, because a key set is public and cannot contain a shared secret. */
  private static final Set<String> KNOWN_ALGORITHMS =
      Set.of(
          "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

  public IdentityConfig {
    algorithms = List.copyOf(algorithms);
    for (String algorithm : algorithms) {
      if (!KNOWN_ALGORITHMS.contains(algorithm)) {
        throw new IllegalArgumentException(
            "IDENTITY_ALGORITHMS: '%s' is not one of %s."
                .formatted(algorithm, new TreeSet<>(KNOWN_ALGORITHMS)));
      }
    }
  }

  @Override
  public List<OpenSetting> open() {
    List<OpenSetting> open = new ArrayList<>();
    if (audience.isEmpty()) {
      open.add(new OpenSetting("IDENTITY_AUDIENCE", "accepts a token for any client of the realm"));
    }
    URI keys = URI.create(keysAddress());
    if ("http".equalsIgnoreCase(keys.getScheme()) && OpenSettings.isRemote(keys.getHost())) {
      open.add(
          new OpenSetting("IDENTITY_JWKS_URL", "reads the keys that check tokens without TLS"));
    }
    return open;
  }

  /** The paths of the values that are read from a token's claims. */
  public record TokenClaims(
      @Setting(byDefault = "sub", description = "is the path of the user id in a token.")
          String userId,
      @Setting(byDefault = "email", description = "is the path of the e-mail address in a token.")
          String email,
      @Setting(
              byDefault = "realm_access.roles",
              description = "is the path of the roles in a token.")
          String roles,
      @Setting(byDefault = "entity", description = "is the path of the entity types in a token.")
          String entity,
      @Setting(byDefault = "consent", description = "is the path of consented fields in a token.")
          String consent,
      @Setting(byDefault = "scope", description = "is the path of the scope in a token.")
          String scope) {

    public TokenClaims {
      for (String path : List.of(userId, email, roles, entity, consent, scope)) {
        FieldPath.parse(path);
      }
    }
  }

  /** Returns the address of the provider's key set. */
  public String keysAddress() {
    return jwksUrl.isEmpty() ? issuer + "/protocol/openid-connect/certs" : jwksUrl;
  }
}
