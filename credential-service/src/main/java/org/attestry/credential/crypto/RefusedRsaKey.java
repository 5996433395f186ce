package org.attestry.credential.crypto;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.interfaces.RSAPublicKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** A stored RSA key that would be refused today. None of its signatures verifies. */
record RefusedRsaKey(BigInteger modulus, BigInteger exponent, SubjectPublicKeyInfo info)
    implements RSAPublicKey {

  @Override
  public BigInteger getModulus() {
    return modulus;
  }

  @Override
  public BigInteger getPublicExponent() {
    return exponent;
  }

  @Override
  public String getAlgorithm() {
    return "RSA";
  }

  @Override
  public String getFormat() {
    return "X.509";
  }

  @Override
  public byte[] getEncoded() {
    try {
      return info.getEncoded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
