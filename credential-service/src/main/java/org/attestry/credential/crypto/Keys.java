package org.attestry.credential.crypto;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.attestry.credential.key.KeyType;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/** Keys of the types that are used here, in their ASN.1 forms. */
public final class Keys {

  public static final int RSA_BITS = 2048;

  /** The largest modulus: testing and using a larger one takes seconds. */
  static final int MOST_RSA_BITS = 8192;

  /** The longest exponent that common verifiers accept; with longer ones verification is slow. */
  private static final int MOST_EXPONENT_BITS = 32;

  private static final BigInteger LEAST_EXPONENT = BigInteger.valueOf(3);

  private static final String OTHER_CURVE =
      "The key is of another curve than P-256, the only one that is used here: send a P-256,"
          + " Ed25519 or RSA key.";

  private Keys() {}

  public static KeyPair generate(KeyType type) {
    try {
      return switch (type) {
        case RSA ->
            generate("RSA", new RSAKeyGenParameterSpec(RSA_BITS, RSAKeyGenParameterSpec.F4));
        case P256 -> generate("EC", new ECGenParameterSpec("secp256r1"));
        case ED25519 -> {
          Ed25519.Private key = Ed25519.generate();
          yield new KeyPair(key.publicKey(), key);
        }
      };
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair generate(String algorithm, AlgorithmParameterSpec parameters)
      throws GeneralSecurityException {
    KeyPairGenerator generator = CryptoProvider.keyPairGenerator(algorithm);
    generator.initialize(parameters);
    return generator.generateKeyPair();
  }

  /**
   * @throws IllegalArgumentException if the type is not used here
   */
  public static KeyType type(PublicKey key) {
    return switch (key) {
      case RSAPublicKey rsa -> KeyType.RSA;
      case Ed25519.Public edwards -> KeyType.ED25519;
      case ECPublicKey curve -> KeyType.P256;
      default -> throw new IllegalArgumentException("Unknown key type " + key.getAlgorithm());
    };
  }

  /**
   * Returns a public key; a point is checked to be on its curve.
   *
   * @throws IllegalArgumentException if the type is not used here
   */
  static PublicKey publicKey(SubjectPublicKeyInfo info) {
    var algorithm = info.getAlgorithm();
    boolean curve = isOfCurve(algorithm);
    try {
      if (algorithm.getAlgorithm().equals(EdECObjectIdentifiers.id_Ed25519)) {
        return Ed25519.publicKey(info.getPublicKeyData().getBytes());
      }
      if (!curve) {
        var rsa = rsa(info);
        requireUsual(rsa.getModulus(), rsa.getPublicExponent());
      }
      PublicKeyFactory.createKey(info);
      return CryptoProvider.keyFactory(curve ? "EC" : "RSA")
          .generatePublic(new X509EncodedKeySpec(info.getEncoded()));
    } catch (IOException
        | GeneralSecurityException
        | IllegalArgumentException
        | IllegalStateException e) {
      throw new IllegalArgumentException(
          "Send an RSA (of up to %d bits, with a usual exponent), Ed25519 or P-256 public key."
              .formatted(MOST_RSA_BITS),
          e);
    }
  }

  /**
   * Returns a public key that was accepted when it was stored, even if it would be refused today.
   */
  static PublicKey storedKey(SubjectPublicKeyInfo info) {
    try {
      return publicKey(info);
    } catch (IllegalArgumentException e) {
      if (isOfCurve(info.getAlgorithm())) {
        throw e;
      }
      return refused(info);
    }
  }

  private static PublicKey refused(SubjectPublicKeyInfo info) {
    try {
      var rsa = rsa(info);
      return new RefusedRsaKey(rsa.getModulus(), rsa.getPublicExponent(), info);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static org.bouncycastle.asn1.pkcs.RSAPublicKey rsa(SubjectPublicKeyInfo info)
      throws IOException {
    return org.bouncycastle.asn1.pkcs.RSAPublicKey.getInstance(info.parsePublicKey());
  }

  /**
   * @throws IllegalArgumentException for an RSA key that is too large or impossible: with some of
   *     these anybody could sign, and providers fail on others
   */
  static void requireUsual(BigInteger modulus, BigInteger exponent) {
    if (modulus.bitLength() > MOST_RSA_BITS) {
      throw new IllegalArgumentException(
          "Send an RSA key of up to %d bits.".formatted(MOST_RSA_BITS));
    }
    boolean usual =
        modulus.testBit(0)
            && exponent.testBit(0)
            && exponent.compareTo(LEAST_EXPONENT) >= 0
            && exponent.bitLength() <= MOST_EXPONENT_BITS
            && exponent.compareTo(modulus) < 0;
    if (!usual) {
      throw new IllegalArgumentException(
          "Send an RSA key with an odd modulus, and an odd exponent from 3 to %d bits."
              .formatted(MOST_EXPONENT_BITS));
    }
  }

  /**
   * The P-256 key at a point (SEC 1 section 2.3.3, compressed or not).
   *
   * @throws IllegalArgumentException if the point is not on the curve
   */
  static PublicKey publicPoint(byte[] encoded) {
    var domain = ECNamedDomainParameters.lookup(SECObjectIdentifiers.secp256r1);
    return publicKey(
        info(new ECPublicKeyParameters(domain.getCurve().decodePoint(encoded), domain)));
  }

  /**
   * @param pkcs1 an RSAPublicKey (RFC 8017, appendix A.1.1)
   */
  static PublicKey publicRsa(byte[] pkcs1) {
    var algorithm = new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
    return publicKey(new SubjectPublicKeyInfo(algorithm, pkcs1));
  }

  private static SubjectPublicKeyInfo info(ECPublicKeyParameters key) {
    try {
      return SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The P-256 key with this scalar.
   *
   * @throws IllegalArgumentException with advice if the number is not a scalar of the curve
   */
  static PrivateKey privateScalar(BigInteger d) {
    var domain = ECNamedDomainParameters.lookup(SECObjectIdentifiers.secp256r1);
    try {
      return privateKey(
          PrivateKeyInfoFactory.createPrivateKeyInfo(new ECPrivateKeyParameters(d, domain))
              .getEncoded());
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The private part of a P-256 key is a number from 1 to below the order of its curve.", e);
    }
  }

  /**
   * @param pkcs8 a private key (PKCS #8, DER)
   * @throws GeneralSecurityException if the type is not used here
   * @throws IllegalArgumentException with advice if it is of another curve
   */
  static PrivateKey privateKey(byte[] pkcs8) throws GeneralSecurityException {
    PrivateKeyInfo info = privateInfo(pkcs8);
    var algorithm = info.getPrivateKeyAlgorithm();
    boolean curve = isOfCurve(algorithm);
    try {
      if (algorithm.getAlgorithm().equals(EdECObjectIdentifiers.id_Ed25519)) {
        return new Ed25519.Private((Ed25519PrivateKeyParameters) PrivateKeyFactory.createKey(info));
      }
      return CryptoProvider.keyFactory(curve ? "EC" : "RSA")
          .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static boolean isOfCurve(AlgorithmIdentifier algorithm) {
    boolean curve = algorithm.getAlgorithm().equals(X9ObjectIdentifiers.id_ecPublicKey);
    if (curve && !SECObjectIdentifiers.secp256r1.equals(algorithm.getParameters())) {
      throw new IllegalArgumentException(OTHER_CURVE);
    }
    return curve;
  }

  private static PrivateKeyInfo privateInfo(byte[] pkcs8) throws GeneralSecurityException {
    try {
      return PrivateKeyInfo.getInstance(ASN1Primitive.fromByteArray(pkcs8));
    } catch (IOException | IllegalArgumentException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** A private key with its public part. */
  static KeyPair pair(PrivateKey key) throws GeneralSecurityException {
    return switch (key) {
      case RSAPrivateCrtKey rsa ->
          new KeyPair(
              CryptoProvider.keyFactory("RSA")
                  .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent())),
              key);
      case Ed25519.Private edwards -> new KeyPair(edwards.publicKey(), key);
      case ECPrivateKey curve -> new KeyPair(point(curve), key);
      default -> throw new GeneralSecurityException("Unknown key type " + key.getAlgorithm());
    };
  }

  private static PublicKey point(PrivateKey key) throws GeneralSecurityException {
    try {
      var scalar = (ECPrivateKeyParameters) PrivateKeyFactory.createKey(key.getEncoded());
      var domain = scalar.getParameters();
      var point = new FixedPointCombMultiplier().multiply(domain.getG(), scalar.getD());
      return publicKey(info(new ECPublicKeyParameters(point.normalize(), domain)));
    } catch (IOException | IllegalArgumentException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
