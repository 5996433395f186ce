package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.credential.key.KeyForms;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PrivatePart;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** Keys whose private part (PKCS #8, DER) is sealed with the master key. */
public final class SealedKeys implements KeyVault {

  private final MasterKey masterKey;
  private final Clock clock;

  public SealedKeys(MasterKey masterKey, Clock clock) {
    this.masterKey = masterKey;
    this.clock = clock;
  }

  /** A new key, in state ACTIVE. */
  StoredKey make(String verificationMethod, String issuer, KeyType type) {
    KeyPair pair = Keys.generate(type);
    return made(
        verificationMethod, issuer, pair.getPublic(), seal(pair.getPrivate(), verificationMethod));
  }

  @Override
  public StoredKey held(
      String verificationMethod, String issuer, byte[] publicKey, PrivatePart privatePart) {
    PublicKey key = Keys.publicKey(SubjectPublicKeyInfo.getInstance(publicKey));
    return made(verificationMethod, issuer, key, privatePart);
  }

  /**
   * Returns a key that signs from the hour in which it was made, so that dates of signatures can be
   * rounded down to the hour.
   */
  private StoredKey made(
      String verificationMethod, String issuer, PublicKey key, PrivatePart privatePart) {
    Instant now = clock.instant();
    Instant hour = now.truncatedTo(ChronoUnit.HOURS);
    return new StoredKey(
        verificationMethod,
        issuer,
        Keys.type(key),
        KeyState.ACTIVE,
        PemKeys.write(key),
        privatePart,
        Set.of(),
        now,
        new SigningTime(hour, null));
  }

  @Override
  public boolean verifies(
      StoredKey key, SignatureAlgorithm algorithm, byte[] input, byte[] signature) {
    return Signatures.verify(algorithm, PemKeys.read(key.publicKeyPem()), input, signature);
  }

  @Override
  public StoredKey imported(ImportKeyRequest request, Set<String> contextDigests) {
    KeyPair pair = ImportedKeys.read(request);
    boolean signs = pair.getPrivate() != null;
    if (pair.getPublic() instanceof RSAPublicKey rsa) {
      checkLength(rsa, signs);
    }
    String pem = PemKeys.write(pair.getPublic());
    PemKeys.read(pem);
    if (signs && !belongTogether(pair)) {
      throw new IllegalArgumentException("The private and the public part do not fit.");
    }
    return new StoredKey(
        request.verificationMethod(),
        request.issuer(),
        Keys.type(pair.getPublic()),
        signs ? KeyState.ACTIVE : KeyState.VERIFY_ONLY,
        pem,
        signs ? seal(pair.getPrivate(), request.verificationMethod()) : PrivatePart.NONE,
        contextDigests,
        clock.instant(),
        SigningTime.UNKNOWN);
  }

  /**
   * Requires 2048 bits and the exponent 65537, because verifiers of RsaSignature2018 accept no
   * others.
   */
  private static void checkLength(RSAPublicKey key, boolean signs) {
    int bits = key.getModulus().bitLength();
    if (bits < Keys.RSA_BITS) {
      throw new IllegalArgumentException("Send an RSA key of at least 2048 bits.");
    }
    boolean usual =
        bits == Keys.RSA_BITS && key.getPublicExponent().equals(RSAKeyGenParameterSpec.F4);
    if (signs && !usual) {
      throw new IllegalArgumentException(
          "Send a private RSA key of 2048 bits with the public exponent 65537.");
    }
  }

  /** Says whether the signatures of the provider that will use the key verify. */
  private static boolean belongTogether(KeyPair pair) {
    SignatureAlgorithm algorithm =
        switch (Keys.type(pair.getPublic())) {
          case RSA -> SignatureAlgorithm.PS256;
          case ED25519 -> SignatureAlgorithm.ED25519;
          case P256 -> SignatureAlgorithm.ES256;
        };
    byte[] input = {1};
    try {
      byte[] signature = Signatures.sign(algorithm, pair.getPrivate(), input);
      return Signatures.verify(algorithm, pair.getPublic(), input, signature);
    } catch (RuntimeException e) {
      // The provider that signs here refuses the key.
      return false;
    }
  }

  private PrivatePart seal(PrivateKey key, String verificationMethod) {
    byte[] plain = key.getEncoded();
    byte[] sealed = masterKey.seal(plain, verificationMethod);
    Arrays.fill(plain, (byte) 0);
    return PrivatePart.sealed(sealed);
  }

  /**
   * @throws IllegalStateException if the key was sealed with another master key
   */
  PrivateKey open(StoredKey key) {
    byte[] plain = masterKey.open(key.privatePart().sealed(), key.verificationMethod());
    try {
      return Keys.privateKey(plain);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("A stored signing key cannot be read", e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  @Override
  public void checkOpens(StoredKey key) {
    if (key.privatePart().heldBy() == KeyHolder.DATABASE) {
      open(key);
    }
  }

  @Override
  public Optional<byte[]> sealedAgain(StoredKey key) {
    byte[] before = key.privatePart().sealed();
    if (key.privatePart().heldBy() != KeyHolder.DATABASE
        || masterKey.opens(before, key.verificationMethod())) {
      return Optional.empty();
    }
    byte[] plain = masterKey.open(before, key.verificationMethod());
    byte[] sealed = masterKey.seal(plain, key.verificationMethod());
    Arrays.fill(plain, (byte) 0);
    return Optional.of(sealed);
  }

  @Override
  public boolean holdsKey(String issuer) {
    return SelfCertifyingDid.is(issuer);
  }

  @Override
  public Optional<String> nameOfKeyHeldBy(String issuer) {
    try {
      return Optional.of(SelfCertifyingDid.of(issuer).method());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean isOfItsIssuer(StoredKey key) {
    if (!SelfCertifyingDid.is(key.issuer())) {
      return true;
    }
    try {
      return PemKeys.write(SelfCertifyingDid.of(key.issuer()).key()).equals(key.publicKeyPem());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public VerificationKey verificationKey(StoredKey key) {
    return new VerificationKey(
        key.verificationMethod(),
        key.issuer(),
        key.state(),
        PemKeys.readStored(key.publicKeyPem()),
        key.publicKeyPem(),
        key.contextDigests(),
        key.signing());
  }

  @Override
  public KeyForms forms(StoredKey key) {
    return PublicKeyForms.of(PemKeys.readStored(key.publicKeyPem()));
  }

  @Override
  public ObjectNode didDocument(String issuer, List<StoredKey> keys) {
    return DidDocument.of(issuer, keys);
  }
}
