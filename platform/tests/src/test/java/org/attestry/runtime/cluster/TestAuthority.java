package org.attestry.runtime.cluster;

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
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A private certificate authority for one test. */
public final class TestAuthority {

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

  /** A member's files. */
  public ClusterConfig.Tls issue() throws IOException {
    return issue(name.toString().replace("CN=", "") + "-member-" + ++issued);
  }

  /** The files of whom a name stands for, which may be a host. */
  public ClusterConfig.Tls issue(String file) throws IOException {
    KeyPair member = newKeys();
    X509CertificateHolder holder = certificate(new X500Name("CN=" + file), member, false);
    return new ClusterConfig.Tls(
        write(file + ".crt", holder.getEncoded()),
        write(file + ".key", member.getPrivate().getEncoded()),
        certificate);
  }

  private X509CertificateHolder certificate(X500Name subject, KeyPair of, boolean authority)
      throws IOException {
    try {
      return new JcaX509v3CertificateBuilder(
              name,
              BigInteger.valueOf(++serial),
              Date.from(Instant.parse("2020-01-01T00:00:00Z")),
              Date.from(Instant.parse("2100-01-01T00:00:00Z")),
              subject,
              of.getPublic())
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(authority))
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
