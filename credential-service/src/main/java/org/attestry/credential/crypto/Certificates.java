package org.attestry.credential.crypto;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** Certificates in PEM. */
public final class Certificates {

  private static final int DNS_NAME = 2;
  private static final int URI_NAME = 6;

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

  /** Returns the DNS names that a certificate is for. */
  public static List<String> dnsNames(X509Certificate certificate) throws CertificateException {
    return names(certificate, DNS_NAME);
  }

  /** Returns the URIs that a certificate is for. */
  public static List<String> uris(X509Certificate certificate) throws CertificateException {
    return names(certificate, URI_NAME);
  }

  /**
   * The identifier of the key that signed a certificate (RFC 5280, section 4.2.1.1).
   *
   * @return empty if the certificate has none
   * @throws IllegalArgumentException if the extension cannot be read
   */
  public static Optional<byte[]> authorityKey(X509Certificate certificate) {
    byte[] extension = certificate.getExtensionValue(Extension.authorityKeyIdentifier.getId());
    return Optional.ofNullable(extension)
        .map(octets -> ASN1OctetString.getInstance(octets).getOctets())
        .map(AuthorityKeyIdentifier::getInstance)
        .map(AuthorityKeyIdentifier::getKeyIdentifierOctets);
  }

  private static List<String> names(X509Certificate certificate, int kind)
      throws CertificateException {
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    return names == null
        ? List.of()
        : names.stream()
            .filter(name -> name.getFirst().equals(kind))
            .map(name -> (String) name.getLast())
            .toList();
  }
}
