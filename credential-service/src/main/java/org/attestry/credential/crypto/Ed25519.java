package org.attestry.credential.crypto;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.math.ec.rfc8032.Ed25519.Algorithm;

/** Ed25519 (RFC 8032, section 5.1) by Bouncy Castle, which takes a twentieth of the JDK's time. */
public final class Ed25519 {

  static final String NAME = "Ed25519";
  private static final int KEY_BYTES = 32;
  private static final int SIGNATURE_BYTES = 64;

  private Ed25519() {}

  static Private generate() {
    return new Private(new Ed25519PrivateKeyParameters(new SecureRandom()));
  }

  static byte[] sign(Private key, byte[] input) {
    byte[] signature = new byte[SIGNATURE_BYTES];
    key.parameters().sign(Algorithm.Ed25519, null, input, 0, input.length, signature, 0);
    return signature;
  }

  static boolean verify(Public key, byte[] input, byte[] signature) {
    return signature.length == SIGNATURE_BYTES
        && key.parameters().verify(Algorithm.Ed25519, null, input, 0, input.length, signature, 0);
  }

  /**
   * The public key with these 32 bytes.
   *
   * @throws IllegalArgumentException if they are not a point of the prime order subgroup
   */
  public static Public publicKey(byte[] encoded) {
    if (encoded.length != KEY_BYTES
        || !org.bouncycastle.math.ec.rfc8032.Ed25519.validatePublicKeyFull(encoded, 0)) {
      throw new IllegalArgumentException("This is no Ed25519 public key.");
    }
    return new Public(new Ed25519PublicKeyParameters(encoded, 0));
  }

  /**
   * The private key with this seed.
   *
   * @throws IllegalArgumentException if it has not 32 bytes
   */
  public static Private privateKey(byte[] seed) {
    if (seed.length != KEY_BYTES) {
      throw new IllegalArgumentException("An Ed25519 private key has 32 bytes.");
    }
    return new Private(new Ed25519PrivateKeyParameters(seed, 0));
  }

  /** A public key. */
  public record Public(Ed25519PublicKeyParameters parameters) implements PublicKey {

    @Override
    public String getAlgorithm() {
      return NAME;
    }

    @Override
    public String getFormat() {
      return "X.509";
    }

    @Override
    public byte[] getEncoded() {
      try {
        return SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(parameters).getEncoded();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Public that
          && java.util.Arrays.equals(parameters.getEncoded(), that.parameters.getEncoded());
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(parameters.getEncoded());
    }
  }

  /** A private key. */
  public record Private(Ed25519PrivateKeyParameters parameters) implements PrivateKey {

    Public publicKey() {
      return new Public(parameters.generatePublicKey());
    }

    @Override
    public String getAlgorithm() {
      return NAME;
    }

    @Override
    public String getFormat() {
      return "PKCS#8";
    }

    @Override
    public byte[] getEncoded() {
      try {
        return PrivateKeyInfoFactory.createPrivateKeyInfo(parameters).getEncoded();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String toString() {
      return NAME;
    }
  }
}
