package org.attestry.credential.crypto;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.PublicKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** Public keys as PEM ({@code BEGIN PUBLIC KEY}, RFC 7468). */
public final class PemKeys {

  private static final String ADVICE =
      "Send an RSA, Ed25519 or P-256 public key in PEM (BEGIN PUBLIC KEY).";

  private PemKeys() {}

  public static String write(PublicKey key) {
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      pem.writeObject(new PemObject("PUBLIC KEY", key.getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * @throws IllegalArgumentException with advice if the text is not a public key of a type that is
   *     used here
   */
  public static PublicKey read(String pem) {
    return Keys.publicKey(info(pem));
  }

  /**
   * Reads a key that is stored here. If {@link #read} would refuse it, none of its signatures
   * verifies.
   */
  static PublicKey readStored(String pem) {
    return Keys.storedKey(info(pem));
  }

  private static SubjectPublicKeyInfo info(String pem) {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      if (parser.readObject() instanceof SubjectPublicKeyInfo info) {
        return info;
      }
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(ADVICE, e);
    }
    throw new IllegalArgumentException(ADVICE);
  }
}
