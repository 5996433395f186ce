package org.attestry.credential.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Signature;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The provider of RSA and ECDSA: the Amazon Corretto Crypto Provider if it is on the class path and
 * loads, else the JDK. The native code of the former takes a third of the time.
 */
public final class CryptoProvider {

  private static final Logger LOG = LoggerFactory.getLogger(CryptoProvider.class);
  private static final String NATIVE_CLASS =
      "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
  private static final List<String> SIGNATURES =
      List.of("RSASSA-PSS", "SHA256withRSA", "SHA256withECDSAinP1363Format");
  private static final Provider NATIVE = load();

  private CryptoProvider() {}

  /** Says whether the native provider is used. */
  public static boolean isNative() {
    return NATIVE != null;
  }

  static Signature signature(String algorithm) throws GeneralSecurityException {
    return isNative() ? Signature.getInstance(algorithm, NATIVE) : Signature.getInstance(algorithm);
  }

  /**
   * Returns a generator whose keys need no translation in {@link #signature}; neither do those of
   * {@link #keyFactory}.
   */
  static KeyPairGenerator keyPairGenerator(String algorithm) throws GeneralSecurityException {
    return isNative()
        ? KeyPairGenerator.getInstance(algorithm, NATIVE)
        : KeyPairGenerator.getInstance(algorithm);
  }

  static KeyFactory keyFactory(String algorithm) throws GeneralSecurityException {
    return isNative()
        ? KeyFactory.getInstance(algorithm, NATIVE)
        : KeyFactory.getInstance(algorithm);
  }

  /**
   * Returns null if the provider is missing, was built for another machine, or its library cannot
   * be executed.
   */
  private static Provider load() {
    try {
      Provider found =
          (Provider) Class.forName(NATIVE_CLASS).getDeclaredConstructor().newInstance();
      requireLibrary(found);
      for (String algorithm : SIGNATURES) {
        Signature.getInstance(algorithm, found);
      }
      for (String keys : List.of("RSA", "EC")) {
        KeyFactory.getInstance(keys, found);
        KeyPairGenerator.getInstance(keys, found);
      }
      return found;
    } catch (ClassNotFoundException absent) {
      LOG.atInfo().addKeyValue("missing", NATIVE_CLASS).log("signs with the JDK's RSA");
    } catch (ReflectiveOperationException | GeneralSecurityException | LinkageError e) {
      LOG.atWarn()
          .addKeyValue("reason", String.valueOf(e))
          .log("signs with the JDK's RSA, which is slower: the native library cannot be used");
    }
    return null;
  }

  /**
   * Reports the reason. Without its library the provider itself only says that it has no
   * algorithms.
   */
  private static void requireLibrary(Provider found) throws ReflectiveOperationException {
    Object error = found.getClass().getMethod("getLoadingError").invoke(found);
    if (error instanceof Throwable cause) {
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw new UnsatisfiedLinkError(cause.getMessage());
    }
  }
}
