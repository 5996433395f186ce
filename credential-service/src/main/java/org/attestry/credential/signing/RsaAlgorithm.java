package org.attestry.credential.signing;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;

/** The JWS algorithms (RFC 7518) that RsaSignature2018 proofs are written with. */
public enum RsaAlgorithm {
  /** RSASSA-PSS with SHA-256, MGF1 with SHA-256 and 32 bytes of salt. */
  PS256,
  /** RSASSA-PKCS1-v1_5 with SHA-256: the dialect of other implementations. */
  RS256;

  private static final int SALT_BYTES = 32;

  byte[] sign(PrivateKey key, byte[] input) {
    try {
      Signature signature = signature();
      signature.initSign(key);
      signature.update(input);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The signing key cannot be used with " + this, e);
    }
  }

  boolean verify(PublicKey key, byte[] input, byte[] value) {
    try {
      Signature signature = signature();
      signature.initVerify(key);
      signature.update(input);
      return signature.verify(value);
    } catch (SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The verification key cannot be used with " + this, e);
    }
  }

  private Signature signature() throws GeneralSecurityException {
    if (this == RS256) {
      return Signature.getInstance("SHA256withRSA");
    }
    Signature signature = Signature.getInstance("RSASSA-PSS");
    signature.setParameter(
        new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, SALT_BYTES, 1));
    return signature;
  }
}
