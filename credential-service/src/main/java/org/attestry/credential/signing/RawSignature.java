package org.attestry.credential.signing;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.util.Set;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** Signatures of 64 bytes without any encoding. */
enum RawSignature {
  /** Ed25519 (RFC 8032, section 5.1), by Bouncy Castle, which takes an eighth of the JDK's time. */
  ED25519 {
    @Override
    boolean isOf(PublicKey key) {
      return NAMES.contains(key.getAlgorithm());
    }

    @Override
    boolean holds(PublicKey key, byte[] input, byte[] value) {
      byte[] point =
          SubjectPublicKeyInfo.getInstance(key.getEncoded()).getPublicKeyData().getBytes();
      return point.length == Ed25519.PUBLIC_KEY_SIZE
          && Ed25519.validatePublicKeyFull(point, 0)
          && Ed25519.verify(value, 0, point, 0, input, 0, input.length);
    }
  },
  /** ECDSA with SHA-256 and curve P-256: r, then s (IEEE P1363). */
  ES256 {
    @Override
    boolean isOf(PublicKey key) {
      return key instanceof ECPublicKey curve
          && curve.getParams().getCurve().getField().getFieldSize() == 256;
    }

    @Override
    boolean holds(PublicKey key, byte[] input, byte[] value) {
      try {
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(key);
        signature.update(input);
        return signature.verify(value);
      } catch (SignatureException e) {
        return false;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("The key cannot be used with " + this, e);
      }
    }
  };

  /** The JDK's name, which is also that of other Edwards curves, and the curve's. */
  private static final Set<String> NAMES = Set.of("EdDSA", "Ed25519");

  private static final int BYTES = 64;

  /** Whether keys of this type make such signatures. */
  abstract boolean isOf(PublicKey key);

  abstract boolean holds(PublicKey key, byte[] input, byte[] value);

  /** The JDK takes signatures of other lengths, which would be second spellings of a proof. */
  boolean verify(PublicKey key, byte[] input, byte[] value) {
    return value.length == BYTES && holds(key, input, value);
  }
}
