package org.attestry.testkit;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A private certificate authority for one test. Modules that use it need Bouncy Castle. */
public final class TestAuthority {

  /**
   * The PEM files of a server or member.
   *
   * @param authority the certificate of the authority
   */
  public record Certified(Path certificate, Path key, Path authority) {

    /** Returns a PEM file with the key and the certificate. */
    public Path keyAndCertificate() throws IOException {
      Path both = certificate.resolveSibling(certificate.getFileName() + ".both");
      return Files.writeString(both, Files.readString(key) + Files.readString(certificate));
    }
  }

  private final Path folder;
  private final X500Name name;
  private final KeyPair keys = newKeys();
  private final Path certificate;
  private int issued;
  private long serial;

  public TestAuthority(Path folder, String name) throws IOException {
    this.folder = folder;
    this.name = new X500Name("CN=" + name);
    this.certificate = write(name + ".crt", certificate(this.name, keys, true).getEncoded());
  }

  /** Certifies a member with a name of its own. */
  public Certified issue() throws IOException {
    return issue(name.toString().replace("CN=", "") + "-member-" + ++issued);
  }

  /** Certifies the server of a host name. */
  public Certified issue(String host) throws IOException {
    KeyPair member = newKeys();
    X509CertificateHolder holder = certificate(new X500Name("CN=" + host), member, false);
    return new Certified(
        write(host + ".crt", holder.getEncoded()),
        write(host + ".key", member.getPrivate().getEncoded()),
        certificate);
  }

  private X509CertificateHolder certificate(X500Name subject, KeyPair of, boolean authority)
      throws IOException {
    try {
      String host = subject.toString().replace("CN=", "");
      return new JcaX509v3CertificateBuilder(
              name,
              BigInteger.valueOf(++serial),
              Date.from(Instant.parse("2020-01-01T00:00:00Z")),
              Date.from(Instant.parse("2100-01-01T00:00:00Z")),
              subject,
              of.getPublic())
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(authority))
          .addExtension(
              Extension.subjectAlternativeName,
              false,
              new GeneralNames(new GeneralName(GeneralName.dNSName, host)))
          .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path write(String file, byte[] content) throws IOException {
    String label = file.endsWith(".key") ? "PRIVATE KEY" : "CERTIFICATE";
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        folder.resolve(file),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label));
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
