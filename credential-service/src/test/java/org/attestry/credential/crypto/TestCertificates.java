package org.attestry.credential.crypto;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** Certificates for tests. */
public final class TestCertificates {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2126-01-01T00:00:00Z");

  private TestCertificates() {}

  /**
   * A certificate of an authority for a DNS name.
   *
   * @param authority the identifier of its key
   */
  public static X509Certificate of(KeyPair subject, String name, KeyPair issuer, byte[] authority) {
    try {
      var builder =
          new JcaX509v3CertificateBuilder(
              new X500Name("CN=Authority"),
              BigInteger.ONE,
              Date.from(BEGIN),
              Date.from(END),
              new X500Name("CN=Verifier"),
              subject.getPublic());
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, name)));
      builder.addExtension(
          Extension.authorityKeyIdentifier, false, new AuthorityKeyIdentifier(authority));
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate());
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (OperatorCreationException | CertificateException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate of the authority itself. */
  public static X509Certificate authority(KeyPair keys) {
    try {
      X500Name name = new X500Name("CN=Authority");
      var builder =
          new JcaX509v3CertificateBuilder(
              name, BigInteger.TWO, Date.from(BEGIN), Date.from(END), name, keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (OperatorCreationException | CertificateException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In DER and Base64, as the header of a JWT has it. */
  public static String base64(X509Certificate certificate) {
    try {
      return Base64.getEncoder().encodeToString(certificate.getEncoded());
    } catch (CertificateException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String pem(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The private key. */
  public static String pem(KeyPair keys) {
    return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  private static String pem(String type, byte[] content) {
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      pem.writeObject(new PemObject(type, content));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
