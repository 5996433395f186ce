package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestCertificates;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.suite.UndefinedTermsPolicy;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialConfigTest {

  private static final String MASTER_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

  @Test
  void hasDefaultsForEverythingButSecretsAndAddresses() {
    CredentialConfig config = read(Map.of());

    assertEquals("did:web:localhost%3A8081", config.issuers().ownDid());
    assertEquals("http://localhost:8081", config.publicBase());
    assertEquals(UndefinedTermsPolicy.GENERATE, config.undefinedTerms());
    assertEquals(SignatureAlgorithm.PS256, config.signer().algorithm());
    assertEquals(List.of("admin", "signer"), config.signer().roles());
  }

  @Test
  void aCertificateIsForThePublicAddress() {
    KeyPair keys = Keys.generate(KeyType.P256);
    Map<String, String> settings =
        Map.of(
            "PUBLIC_URL",
            "https://registry.example",
            "PRESENTATION_CERTIFICATE",
            TestCertificates.pem(
                TestCertificates.of(keys, "registry.example", keys, new byte[] {1})),
            "PRESENTATION_CERTIFICATE_KEY",
            TestCertificates.pem(keys),
            "PRESENTATION_CLIENT_ID_PREFIX",
            "x509_san_dns");
    assertEquals(List.of("registry.example"), read(settings).certifiedKey().names());
    Map<String, String> other = new HashMap<>(settings);
    other.put("PUBLIC_URL", "https://other.example");
    assertThrows(IllegalArgumentException.class, () -> read(other).certifiedKey());
    assertNull(read(Map.of()).certifiedKey());
    assertFalse(read(settings).toString().contains("PRIVATE"), "shows the key");
  }

  @Test
  void neverShowsTheMasterKey() {
    assertFalse(read(Map.of()).toString().contains(MASTER_KEY));
  }

  @ParameterizedTest
  @CsvSource({
    "MASTER_KEY, secret",
    "MASTER_KEY, AAAA",
    "PUBLIC_URL, localhost",
    "PUBLIC_URL, ftp://localhost",
    "UNDEFINED_TERMS, ignore",
    "SIGNER_ALGORITHM, none",
    "SIGNER_THREADS, 0",
    "VERIFIER_THREADS, 0",
    "VERIFIER_QUEUE, 0",
    "PRESENTATION_CLIENT_ID_PREFIX, did",
    "PRESENTATION_CLIENT_ID_PREFIX, x509_san_dns",
    "PRESENTATION_CLIENT_ID_PREFIX, x509_hash",
    "PRESENTATION_CERTIFICATE, pem",
    "PRESENTATION_CERTIFICATE_KEY, secret",
    "PRESENTATION_REDIRECT_ORIGINS, https://verifier.example/",
    "PRESENTATION_REDIRECT_ORIGINS, http://verifier.example",
    "PRESENTATION_REDIRECT_ORIGINS, '*'",
    "PRESENTATION_KEPT, PT0.1S",
    "PRESENTATION_MOST, 0",
    "CONTEXT_MOST, 0",
    "ISSUER_MOST, 0"
  })
  void namesTheSettingThatIsWrong(String name, String value) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> read(Map.of(name, value)));
    assertTrue(refused.getMessage().contains(name), refused.getMessage());
    assertFalse(refused.getMessage().contains("secret"), "shows the secret");
  }

  private static CredentialConfig read(Map<String, String> overrides) {
    Map<String, String> settings = new HashMap<>();
    settings.put("PUBLIC_URL", "http://localhost:8081/");
    settings.put("MASTER_KEY", MASTER_KEY);
    settings.put("POSTGRES_DATABASE", "credential");
    settings.put("POSTGRES_USER", "credential");
    settings.put("POSTGRES_PASSWORD", "password");
    settings.putAll(overrides);
    return Settings.of(settings).read(CredentialConfig.class);
  }
}
