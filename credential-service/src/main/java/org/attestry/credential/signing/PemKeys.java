package org.attestry.credential.signing;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;

/** RSA public keys as PEM ({@code BEGIN PUBLIC KEY}, RFC 7468). */
public final class PemKeys {

  private static final String ADVICE = "Send an RSA public key in PEM.";

  private PemKeys() {}

  public static String write(PublicKey key) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * @throws IllegalArgumentException if the text is no RSA public key
   */
  public static RSAPublicKey read(String pem) {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      if (parser.readObject() instanceof SubjectPublicKeyInfo info
          && new JcaPEMKeyConverter().getPublicKey(info) instanceof RSAPublicKey key) {
        return key;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(ADVICE, e);
    }
    throw new IllegalArgumentException(ADVICE);
  }
}
