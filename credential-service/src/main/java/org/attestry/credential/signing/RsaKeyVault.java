package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.credential.ImportKeyRequest;
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
    byte[] sealed = seal(pair.getPrivate(), verificationMethod);
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
  public StoredKey imported(ImportKeyRequest request, Set<String> contextDigests) {
    KeyPair pair = ImportedKeys.read(request);
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    if (key.getModulus().bitLength() < BITS) {
      throw new IllegalArgumentException("Send an RSA key of at least 2048 bits.");
    }
    return new StoredKey(
        request.verificationMethod(),
        request.issuer(),
        KeyType.RSA,
        pair.getPrivate() == null ? KeyState.VERIFY_ONLY : KeyState.ACTIVE,
        PemKeys.write(key),
        pair.getPrivate() == null ? new byte[0] : sealed(pair, request.verificationMethod()),
        contextDigests,
        clock.instant(),
        SigningTime.UNKNOWN);
  }

  /** Verifiers of RsaSignature2018 take keys of 2048 bits with the exponent 65537 alone. */
  private byte[] sealed(KeyPair pair, String verificationMethod) {
    RSAPublicKey key = (RSAPublicKey) pair.getPublic();
    boolean usual =
        key.getModulus().bitLength() == BITS
            && key.getPublicExponent().equals(RSAKeyGenParameterSpec.F4);
    if (!usual || !belongTogether(pair)) {
      throw new IllegalArgumentException(
          "Send a private RSA key of 2048 bits with the public exponent 65537.");
    }
    return seal(pair.getPrivate(), verificationMethod);
  }

  private static boolean belongTogether(KeyPair pair) {
    byte[] input = {1};
    try {
      byte[] signature = RsaAlgorithm.PS256.sign(pair.getPrivate(), input);
      return RsaAlgorithm.PS256.verify(pair.getPublic(), input, signature)
          && inverse((RSAPrivateKey) pair.getPrivate(), (RSAPublicKey) pair.getPublic());
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Signing by the Chinese remainder theorem does not use the private exponent, others do. */
  private static boolean inverse(RSAPrivateKey key, RSAPublicKey publicKey) {
    BigInteger n = publicKey.getModulus();
    BigInteger power = BigInteger.TWO.modPow(publicKey.getPublicExponent(), n);
    return power.modPow(key.getPrivateExponent(), n).equals(BigInteger.TWO);
  }

  private byte[] seal(PrivateKey key, String verificationMethod) {
    byte[] plain = key.getEncoded();
    byte[] sealed = masterKey.seal(plain, verificationMethod);
    Arrays.fill(plain, (byte) 0);
    return sealed;
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
