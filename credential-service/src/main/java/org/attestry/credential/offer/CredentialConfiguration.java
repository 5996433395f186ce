package org.attestry.credential.offer;

import java.net.URLDecoder;
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

  /** Returns the configuration with a name; empty for a name that no configuration has. */
  public static Optional<CredentialConfiguration> of(String id) {
    return CredentialFormat.of(id)
        .filter(format -> id.contains("."))
        .map(
            format -> {
              String subject = id.substring(0, id.length() - format.suffix().length() - 1);
              int dot = subject.indexOf('.');
              return dot < 0
                  ? new CredentialConfiguration(subject, null, format)
                  : new CredentialConfiguration(
                      subject.substring(0, dot), decoded(subject.substring(dot + 1)), format);
            })
        .filter(one -> one.id().equals(id));
  }

  private static String decoded(String policy) {
    try {
      return URLDecoder.decode(policy, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** The format of the configuration with a name; empty for a name that no configuration has. */
  public static Optional<CredentialFormat> format(String id) {
    return CredentialFormat.of(id);
  }
}
