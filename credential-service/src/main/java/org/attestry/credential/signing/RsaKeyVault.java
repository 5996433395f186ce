package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.credential.domain.KeyForms;
import org.attestry.credential.domain.KeyState;
import org.attestry.credential.domain.KeyType;
import org.attestry.credential.domain.KeyVault;
import org.attestry.credential.domain.SigningKey;
import org.attestry.credential.domain.SigningTime;
import org.attestry.credential.domain.StoredKey;
import org.attestry.credential.domain.VerificationKey;

/** RSA keys whose private part (PKCS #8, DER) is sealed with the master key. */
public final class RsaKeyVault implements KeyVault {

  private static final int BITS = 2048;

  private final MasterKey masterKey;
  private final Clock clock;

  public RsaKeyVault(MasterKey masterKey, Clock clock) {
    this.masterKey = masterKey;
    this.clock = clock;
  }

  @Override
  public KeyType type() {
    return KeyType.RSA;
  }

  @Override
  public StoredKey make(String verificationMethod, String issuer) {
    KeyPair pair = generate();
    byte[] plain = pair.getPrivate().getEncoded();
    byte[] sealed = masterKey.seal(plain, verificationMethod);
    Arrays.fill(plain, (byte) 0);
    String pem = PemKeys.write(pair.getPublic());
    Instant now = clock.instant();
    return new StoredKey(
        verificationMethod,
        issuer,
        KeyType.RSA,
        KeyState.ACTIVE,
        pem,
        sealed,
        Set.of(),
        now,
        new SigningTime(now, null));
  }

  @Override
  public StoredKey imported(
      String verificationMethod, String issuer, String publicKeyPem, Set<String> contextDigests) {
    RSAPublicKey key = PemKeys.read(publicKeyPem);
    if (key.getModulus().bitLength() < BITS) {
      throw new IllegalArgumentException("Send an RSA public key of at least 2048 bits.");
    }
    return new StoredKey(
        verificationMethod,
        issuer,
        KeyType.RSA,
        KeyState.VERIFY_ONLY,
        PemKeys.write(key),
        new byte[0],
        contextDigests,
        clock.instant(),
        SigningTime.UNKNOWN);
  }

  @Override
  public SigningKey open(StoredKey key) {
    byte[] plain = masterKey.open(key.sealedPrivateKey(), key.verificationMethod());
    PrivateKey privateKey = privateKey(plain);
    Arrays.fill(plain, (byte) 0);
    return new SigningKey(key.verificationMethod(), key.issuer(), privateKey);
  }

  @Override
  public Optional<byte[]> sealedAgain(StoredKey key) {
    if (masterKey.opens(key.sealedPrivateKey(), key.verificationMethod())) {
      return Optional.empty();
    }
    byte[] plain = masterKey.open(key.sealedPrivateKey(), key.verificationMethod());
    byte[] sealed = masterKey.seal(plain, key.verificationMethod());
    Arrays.fill(plain, (byte) 0);
    return Optional.of(sealed);
  }

  @Override
  public VerificationKey verificationKey(StoredKey key) {
    return new VerificationKey(
        key.verificationMethod(),
        key.issuer(),
        key.state(),
        PemKeys.read(key.publicKeyPem()),
        key.contextDigests(),
        key.signing());
  }

  @Override
  public KeyForms forms(StoredKey key) {
    return PublicKeyForms.of(PemKeys.read(key.publicKeyPem()));
  }

  @Override
  public ObjectNode didDocument(String issuer, List<StoredKey> keys) {
    return DidDocument.of(issuer, keys);
  }

  private static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(new RSAKeyGenParameterSpec(BITS, RSAKeyGenParameterSpec.F4));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PrivateKey privateKey(byte[] pkcs8) {
    try {
      return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A stored signing key is not an RSA key", e);
    }
  }
}
