package org.attestry.gateway.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.gateway.access.IdentityConfig;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/** Writes the page that loads the console. Its links are relative, for a proxy with a prefix. */
final class ConsolePage {

  private static final int NONCE_BYTES = 16;

  /**
   * Scripts and styles need the page's nonce: {@code 'self'} would also allow files that users have
   * uploaded. Scripts import each other with the same nonce (HTML, descendant script fetch
   * options). The one inline script is the import map, which is allowed by its hash. Lit makes its
   * templates under the policy {@code lit-html}.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'nonce-%1$s' 'sha256-%2$s'; style-src 'nonce-%1$s';"
          + " img-src 'self' data: blob:; connect-src 'self' %3$s; frame-src blob:;"
          + " form-action 'none'; base-uri 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types lit-html";

  private static final String IMPORTS =
      """
      {"imports":{"lit":"./assets/%1$s/lib/lit/index.js",\
      "lit-html":"./assets/%1$s/lib/lit-html/lit-html.js",\
      "lit-html/":"./assets/%1$s/lib/lit-html/",\
      "lit-element/":"./assets/%1$s/lib/lit-element/",\
      "@lit/reactive-element":"./assets/%1$s/lib/reactive-element/reactive-element.js"}}\
      """;

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>Registry</title>
      <link rel="icon" type="image/svg+xml" href="assets/%1$s/mark.svg">
      <link rel="stylesheet" nonce="%2$s" href="assets/%1$s/lib/pico.css">
      <link rel="stylesheet" nonce="%2$s" href="assets/%1$s/console.css">
      <script type="importmap">%3$s</script>
      <script type="module" nonce="%2$s" src="assets/%1$s/app.js"></script>
      </head>
      <body>
      <noscript><p>The console needs JavaScript.</p></noscript>
      <registry-console data-config="%4$s"></registry-console>
      </body>
      </html>
      """;

  private final String version;
  private final String imports;
  private final String importsHash;
  private final String config;
  private final String provider;

  /**
   * @param version the version of the console's files
   * @param client the public client by which people sign in
   */
  ConsolePage(String version, String client, IdentityConfig identity) {
    this.version = version;
    this.imports = IMPORTS.formatted(version);
    this.importsHash = Base64.getEncoder().encodeToString(Sha256.of(imports));
    this.config =
        attribute(
            Json.write(
                    Map.of(
                        "client", client,
                        "issuer", identity.issuer(),
                        "adminRole", identity.adminRole(),
                        "userId", identity.claims().userId(),
                        "roles", identity.claims().roles()))
                .text());
    URI issuer = URI.create(identity.issuer());
    this.provider = issuer.getScheme() + "://" + issuer.getRawAuthority();
  }

  Reply reply() {
    String nonce = RandomBits.text(NONCE_BYTES);
    String page = PAGE.formatted(version, nonce, imports, config);
    return Reply.document(
        200,
        JsonBytes.of(page.getBytes(UTF_8)),
        Map.of(
            "content-type", "text/html; charset=utf-8",
            "content-security-policy", POLICY.formatted(nonce, importsHash, provider),
            "permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            "cross-origin-opener-policy", "same-origin",
            "cross-origin-resource-policy", "same-origin",
            "referrer-policy", "no-referrer"));
  }

  private static String attribute(String text) {
    return text.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
  }
}
