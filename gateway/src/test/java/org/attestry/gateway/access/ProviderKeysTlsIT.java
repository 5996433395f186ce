package org.attestry.gateway.access;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.gateway.IdentityProvider;
import org.attestry.runtime.config.Settings;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestAuthority;
import org.attestry.testkit.TestAuthority.Certified;
import org.attestry.testkit.TlsProxy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An identity provider with a certificate of a private authority. */
class ProviderKeysTlsIT {

  @TempDir private static Path folder;

  private static Vertx vertx;
  private static Path authority;
  private static String keysPath;
  private static int port;

  public record IdentityOnly(IdentityConfig identity) {}

  @BeforeAll
  static void start() throws IOException {
    vertx = Vertx.vertx();
    URI provider = URI.create(new IdentityProvider(vertx).issuer());
    Certified files = new TestAuthority(folder, "ours").issue("localhost");
    authority = files.authority();
    keysPath = provider.getPath() + "/protocol/openid-connect/certs";
    port = new TlsProxy(vertx, files, provider.getPort()).port();
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
  }

  @Test
  void keysAreReadFromAProviderOfTheGivenAuthority() {
    ProviderKeys keys = keys("localhost", authority);
    vertx.runOnContext(start -> keys.start());
    Eventually.isTrue(keys::known);
  }

  @Test
  void aProviderOfAnotherAuthorityIsNotTrusted() throws IOException {
    assertRefused("localhost", new TestAuthority(folder, "another").issue().authority());
  }

  @Test
  void aProviderWithAnotherNameIsNotTrusted() {
    assertRefused("127.0.0.1", authority);
  }

  private static void assertRefused(String host, Path trusted) {
    FailureException refused =
        assertThrows(FailureException.class, () -> await(verifier(host, trusted)));
    assertEquals(FailureKind.UNAVAILABLE, refused.failure().kind());
  }

  private static ProviderKeys keys(String host, Path trusted) {
    Map<String, String> settings =
        Map.of(
            "IDENTITY_ISSUER", "https://id.example.org/realms/test",
            "IDENTITY_JWKS_URL", "https://%s:%d%s".formatted(host, port, keysPath),
            "IDENTITY_CA_FILE", trusted.toString());
    IdentityConfig config = Settings.of(settings).read(IdentityOnly.class).identity();
    return new ProviderKeys(vertx, config);
  }

  /** The verifier after the first reading of the keys. */
  private static Future<OAuth2Auth> verifier(String host, Path trusted) {
    ProviderKeys keys = keys(host, trusted);
    return Future.future(
        read ->
            vertx.runOnContext(
                start -> {
                  keys.start();
                  keys.verifierFor(new TokenHeader("RS256", "rsa-1", "JWT")).onComplete(read);
                }));
  }
}
