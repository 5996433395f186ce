package org.attestry.credential.crypto;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import org.attestry.credential.key.SignatureAlgorithm;

/** Makes and verifies raw signatures. */
public final class Signatures {

  private static final int SALT_BYTES = 32;
  private static final int P256_SIGNATURE_BYTES = 64;

  /** The order of the group of P-256 (SEC 2, section 2.4.2). */
  private static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private static final PSSParameterSpec PSS =
      new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, SALT_BYTES, 1);

  private Signatures() {}

  /**
   * @throws IllegalStateException if the key is of another type
   */
  public static byte[] sign(SignatureAlgorithm algorithm, PrivateKey key, byte[] input) {
    if (algorithm == SignatureAlgorithm.ED25519 && key instanceof Ed25519.Private edwards) {
      return Ed25519.sign(edwards, input);
    }
    try {
      Signature signature = of(algorithm);
      signature.initSign(key);
      signature.update(input);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The signing key cannot be used with " + algorithm, e);
    }
  }

  /**
   * Says whether it is a signature of the input by the key, and the key can be used with the
   * algorithm.
   */
  public static boolean verify(
      SignatureAlgorithm algorithm, PublicKey key, byte[] input, byte[] value) {
    if (algorithm == SignatureAlgorithm.ED25519 && key instanceof Ed25519.Public edwards) {
      return Ed25519.verify(edwards, input, value);
    }
    if (key instanceof RefusedRsaKey) {
      return false;
    }
    // The JDK accepts signatures of other lengths, which would be second spellings of a proof.
    if (algorithm == SignatureAlgorithm.ES256 && value.length != P256_SIGNATURE_BYTES) {
      return false;
    }
    try {
      Signature signature = of(algorithm);
      signature.initVerify(key);
      signature.update(input);
      return signature.verify(value);
    } catch (SignatureException | InvalidKeyException | ProviderException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Signatures cannot be verified with " + algorithm, e);
    }
  }

  /**
   * Returns one form for all valid signatures that can be derived from each other without the key.
   * An ECDSA signature (r, s) is also valid as (r, n - s), so this is the one with the lesser s.
   */
  public static byte[] unique(SignatureAlgorithm algorithm, byte[] signature) {
    if (algorithm != SignatureAlgorithm.ES256) {
      return signature;
    }
    int half = P256_SIGNATURE_BYTES / 2;
    BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, half, P256_SIGNATURE_BYTES));
    byte[] lesser = s.min(P256_ORDER.subtract(s)).toByteArray();
    byte[] unique = Arrays.copyOf(Arrays.copyOf(signature, half), P256_SIGNATURE_BYTES);
    System.arraycopy(lesser, 0, unique, P256_SIGNATURE_BYTES - lesser.length, lesser.length);
    return unique;
  }

  private static Signature of(SignatureAlgorithm algorithm) throws GeneralSecurityException {
    return switch (algorithm) {
      case RS256 -> CryptoProvider.signature("SHA256withRSA");
      case ES256 -> CryptoProvider.signature("SHA256withECDSAinP1363Format");
      case PS256 -> {
        Signature signature = CryptoProvider.signature("RSASSA-PSS");
        signature.setParameter(PSS);
        yield signature;
      }
      case ED25519 -> throw new GeneralSecurityException("No Ed25519 key");
    };
  }
}
