package org.attestry.credential.crypto;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** Certificates in PEM. */
public final class Certificates {

  private Certificates() {}

  /**
   * Reads one certificate or more, in their order.
   *
   * @throws IllegalArgumentException if there is none, or one that cannot be read
   */
  public static List<X509Certificate> read(String pem) {
    var text = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    try {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(text).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException("There are no certificates; send them in PEM.");
      }
      return certificates;
    } catch (CertificateException e) {
      throw new IllegalArgumentException("The certificates cannot be read; send them in PEM.", e);
    }
  }

  /**
   * The key that a certificate is for.
   *
   * @throws IllegalArgumentException if it is of a type that is not used here
   */
  public static PublicKey publicKey(X509Certificate certificate) {
    return Keys.publicKey(
        SubjectPublicKeyInfo.getInstance(certificate.getPublicKey().getEncoded()));
  }
}
