package org.attestry.credential.pkcs11;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A PKCS #11 token, through the JDK's SunPKCS11. Its methods wait for the token. A key is found by
 * its label. Beside it is a self-signed certificate without use: the JDK's key store lists no key
 * without one.
 */
public final class Pkcs11Token {

  private static final int RSA_BITS = 2048;
  private static final int SALT_BYTES = 32;
  private static final int CERTIFICATE_YEARS = 50;
  private static final long RENEWAL_SECONDS = 5;

  private final String library;
  private final long slot;
  private final char[] pin;
  private final Map<String, PrivateKey> keys = new ConcurrentHashMap<>();
  private volatile Provider provider;
  private long renewed = System.nanoTime() - TimeUnit.SECONDS.toNanos(RENEWAL_SECONDS);
  private KeyStore store;

  /**
   * @param library the path of the token's PKCS #11 library
   * @param slot its slot, or -1 for the first one with a token
   * @throws IllegalArgumentException if the library cannot be loaded
   */
  public Pkcs11Token(String library, long slot, String pin) {
    this.library = library;
    this.slot = slot;
    this.pin = pin.toCharArray();
    this.provider = provider(library, slot);
  }

  private static Provider provider(String library, long slot) {
    Provider sun = Security.getProvider("SunPKCS11");
    if (sun == null) {
      throw new IllegalArgumentException("PKCS11_LIBRARY: this Java runtime has no SunPKCS11.");
    }
    try {
      return sun.configure("--" + configuration(library, slot));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("PKCS11_LIBRARY: the library cannot be used.", e);
    }
  }

  private static String configuration(String library, long slot) {
    return """
    name = attestry-%s
    library = "%s"
    %s
    attributes(generate, CKO_PRIVATE_KEY, *) = {
      CKA_TOKEN = true
      CKA_SENSITIVE = true
      CKA_EXTRACTABLE = false
      CKA_SIGN = true
    }
    """
        .formatted(UUID.randomUUID(), library, slot < 0 ? "slotListIndex = 0" : "slot = " + slot);
  }

  /** A new key. */
  record Made(String label, PublicKey publicKey) {}

  Made make(KeyType type) throws GeneralSecurityException {
    String label = "attestry-" + UUID.randomUUID();
    KeyStore opened = store();
    KeyPair pair = generate(type);
    Certificate[] chain = {certificate(label, pair, type)};
    opened.setKeyEntry(label, pair.getPrivate(), null, chain);
    forget();
    return new Made(label, pair.getPublic());
  }

  private KeyPair generate(KeyType type) throws GeneralSecurityException {
    boolean rsa = type == KeyType.RSA;
    KeyPairGenerator generator = KeyPairGenerator.getInstance(rsa ? "RSA" : "EC", provider);
    generator.initialize(
        rsa
            ? new RSAKeyGenParameterSpec(RSA_BITS, RSAKeyGenParameterSpec.F4)
            : new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private Certificate certificate(String label, KeyPair pair, KeyType type)
      throws GeneralSecurityException {
    String algorithm = type == KeyType.RSA ? "SHA256withRSA" : "SHA256withECDSA";
    X500Name name = new X500Name("CN=" + label);
    Instant now = Instant.now();
    try {
      ContentSigner signer =
          new JcaContentSignerBuilder(algorithm).setProvider(provider).build(pair.getPrivate());
      byte[] encoded =
          new JcaX509v3CertificateBuilder(
                  name,
                  BigInteger.ONE,
                  Date.from(now),
                  Date.from(now.plus(CERTIFICATE_YEARS * 365L, ChronoUnit.DAYS)),
                  name,
                  pair.getPublic())
              .build(signer)
              .getEncoded();
      return CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(encoded));
    } catch (OperatorCreationException | IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /**
   * @throws UnrecoverableKeyException if the token has no key with that label
   */
  PrivateKey key(String label) throws GeneralSecurityException {
    PrivateKey known = keys.get(label);
    if (known != null) {
      return known;
    }
    if (store().getKey(label, null) instanceof PrivateKey found) {
      keys.put(label, found);
      return found;
    }
    forget();
    throw new UnrecoverableKeyException("the token has no key " + label);
  }

  byte[] sign(SignatureAlgorithm algorithm, PrivateKey key, byte[] input)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (algorithm) {
              case PS256 -> "RSASSA-PSS";
              case RS256 -> "SHA256withRSA";
              case ES256 -> "SHA256withECDSAinP1363Format";
              case ED25519 -> throw new GeneralSecurityException("no Ed25519 in a token");
            },
            provider);
    if (algorithm == SignatureAlgorithm.PS256) {
      signature.setParameter(
          new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, SALT_BYTES, 1));
    }
    signature.initSign(key);
    signature.update(input);
    return signature.sign();
  }

  /** Reads the token's keys again before the next use. */
  synchronized void forget() {
    keys.clear();
    store = null;
  }

  private synchronized KeyStore store() throws GeneralSecurityException {
    if (store == null) {
      store = opened();
    }
    return store;
  }

  /**
   * Opens the key store with a new provider. A provider keeps sessions that the token has ended,
   * for instance by a restart, and opens no others.
   */
  private KeyStore opened() throws GeneralSecurityException {
    try {
      return opened(provider);
    } catch (GeneralSecurityException | ProviderException ended) {
      if (System.nanoTime() - renewed < TimeUnit.SECONDS.toNanos(RENEWAL_SECONDS)) {
        throw ended;
      }
      renewed = System.nanoTime();
      keys.clear();
      provider = provider(library, slot);
      return opened(provider);
    }
  }

  private KeyStore opened(Provider from) throws GeneralSecurityException {
    KeyStore opened = KeyStore.getInstance("PKCS11", from);
    try {
      opened.load(null, pin);
    } catch (IOException e) {
      throw new GeneralSecurityException("the token does not open", e);
    }
    return opened;
  }
}
