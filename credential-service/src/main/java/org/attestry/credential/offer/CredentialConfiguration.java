package org.attestry.credential.offer;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.attestry.credential.issue.CredentialFormat;

/**
 * What a wallet chooses from: the credentials of a type, or of the attestations of a policy, in one
 * format (OpenID4VCI 1.0, section 12.2.4).
 *
 * @param policy null for the credentials of the type's entities
 */
public record CredentialConfiguration(String type, String policy, CredentialFormat format) {

  /** The name that wallets use, also as a scope of OAuth: no space, quote or backslash is in it. */
  public String id() {
    String subject =
        policy == null
            ? type
            : type + "." + URLEncoder.encode(policy, StandardCharsets.UTF_8).replace("+", "%20");
    return subject + "." + format.suffix();
  }

  /** The format of the configuration with a name; empty for a name that no configuration has. */
  public static Optional<CredentialFormat> format(String id) {
    return CredentialFormat.of(id);
  }
}
