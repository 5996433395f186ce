package org.attestry.gateway.page;

import java.util.Map;
import org.attestry.runtime.identifier.RandomBits;

/** The headers of every page. */
final class PageHeaders {

  /**
   * Only scripts and styles with the page's nonce are loaded: {@code 'self'} would also allow files
   * that users have uploaded. Its scripts import each other with the same nonce (HTML, descendant
   * script fetch options). A form, or a photo, can be sent to this origin only.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'nonce-%1$s'; style-src 'nonce-%1$s'; img-src 'self';"
          + " connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private static final int NONCE_BYTES = 16;

  private PageHeaders() {}

  /**
   * Returns a value that an attacker cannot guess (W3C Content Security Policy Level 3, section
   * 7.1).
   */
  static String nonce() {
    return RandomBits.text(NONCE_BYTES);
  }

  static Map<String, String> of(String nonce) {
    return Map.of(
        "content-type", "text/html; charset=utf-8",
        "content-security-policy", POLICY.formatted(nonce),
        "permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy", "same-origin",
        "cross-origin-resource-policy", "same-origin",
        "referrer-policy", "same-origin",
        "vary", "accept, accept-language");
  }
}
