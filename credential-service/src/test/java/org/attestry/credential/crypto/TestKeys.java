package org.attestry.credential.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.attestry.credential.key.KeyType;

/** RSA keys of the provider that the service uses: the JDK's needs seconds on a busy machine. */
public final class TestKeys {

  private TestKeys() {}

  /** Returns a pair; an RSA key has 2,048 bits. */
  public static KeyPair of(KeyType type) {
    return Keys.generate(type);
  }

  public static KeyPair rsa() {
    return rsa(2_048);
  }

  public static KeyPair rsa(int bits) {
    try {
      KeyPairGenerator generator = CryptoProvider.keyPairGenerator("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
