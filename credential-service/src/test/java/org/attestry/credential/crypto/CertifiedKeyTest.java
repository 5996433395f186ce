package org.attestry.credential.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.junit.jupiter.api.Test;

class CertifiedKeyTest {

  private static final KeyPair AUTHORITY = Keys.generate(KeyType.P256);
  private static final KeyPair KEY = Keys.generate(KeyType.P256);
  private static final X509Certificate LEAF =
      TestCertificates.of(KEY, "verifier.example", AUTHORITY, new byte[] {1});
  private static final X509Certificate SECOND =
      TestCertificates.of(AUTHORITY, "authority.example", AUTHORITY, new byte[] {2});

  @Test
  void readsAChainWithItsKey() {
    CertifiedKey key =
        CertifiedKey.read(
            TestCertificates.pem(LEAF) + TestCertificates.pem(SECOND), TestCertificates.pem(KEY));

    assertEquals(2, key.chain().size());
    assertTrue(key.chain().getFirst().startsWith("MII"), key.chain()::toString);
    assertEquals(List.of("verifier.example"), key.names());
    assertEquals(SignatureAlgorithm.ES256, key.algorithm());
    assertFalse(key.toString().contains("MII"), key::toString);
  }

  @Test
  void refusesWhatDoesNotBelongTogether() {
    KeyPair rsa = Keys.generate(KeyType.RSA);
    for (KeyPair other : List.of(AUTHORITY, rsa)) {
      refused("certificate", TestCertificates.pem(LEAF), TestCertificates.pem(other));
    }
    refused("certificates", "none", TestCertificates.pem(KEY));
    refused("certificates", "", TestCertificates.pem(KEY));
    refused("key", TestCertificates.pem(LEAF), "none");
  }

  private static void refused(String about, String certificates, String key) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> CertifiedKey.read(certificates, key));
    assertTrue(refusal.getMessage().contains(about), refusal.getMessage());
  }
}
