package org.attestry.credential.offer;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.attestry.credential.issue.CredentialFormat;

/**
 * A choice of a wallet: the credentials of a type, or of the attestations of a policy, in one
 * format (OpenID4VCI 1.0, section 12.2.4).
 *
 * @param policy null for the credentials of the type's entities
 */
public record CredentialConfiguration(String type, String policy, CredentialFormat format) {

  /**
   * Returns the name that wallets use, also as a scope of OAuth: it has no space, quote or
   * backslash.
   */
  public String id() {
    String subject =
        policy == null
            ? type
            : type + "." + URLEncoder.encode(policy, StandardCharsets.UTF_8).replace("+", "%20");
    return subject + "." + format.suffix();
  }

  /**
   * Returns the format of the configuration with a name; empty if no configuration has the name.
   */
  public static Optional<CredentialFormat> format(String id) {
    return CredentialFormat.of(id);
  }
}
