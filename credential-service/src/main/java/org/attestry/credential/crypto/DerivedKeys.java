package org.attestry.credential.crypto;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;

/** Keys that all replicas derive from the master key, so that they need not be stored. */
public final class DerivedKeys {

  /** The order of the group of P-256, less one (FIPS 186-5; SEC 2, section 2.4.2). */
  private static final BigInteger SCALARS =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550", 16);

  private DerivedKeys() {}

  /** A P-256 key to which wallets encrypt their requests. */
  public static KeyPair requestEncryption(MasterKey master) {
    BigInteger wide = new BigInteger(1, master.derived("attestry wallet request encryption"));
    try {
      return Keys.pair(Keys.privateScalar(wide.mod(SCALARS).add(BigInteger.ONE)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
