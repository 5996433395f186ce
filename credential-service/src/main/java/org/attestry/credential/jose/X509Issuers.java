package org.attestry.credential.jose;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.credential.crypto.Certificates;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.issuer.CertifiedIssuers;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;

/** Issuers whose keys have X.509 certificates of a trusted authority (RFC 5280). */
public final class X509Issuers implements CertifiedIssuers {

  private static final int MOST_CERTIFICATES = 10;
  private static final int DIGITAL_SIGNATURE = 0;
  private static final String NOT_TRUSTED = "issuer.not-trusted:x5c";

  private final Set<TrustAnchor> authorities;
  private final Clock clock;

  /**
   * @param authorities their certificates in PEM; empty for none
   * @throws IllegalArgumentException if they cannot be read
   */
  public X509Issuers(String authorities, Clock clock) {
    this.authorities =
        authorities.isBlank()
            ? Set.of()
            : Certificates.read(authorities).stream()
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toUnmodifiableSet());
    this.clock = clock;
  }

  @Override
  public boolean isEmpty() {
    return authorities.isEmpty();
  }

  @Override
  public FoundKey find(List<byte[]> chain, String issuer) {
    try {
      X509Certificate leaf = path(chain).getFirst();
      PublicKey key = Certificates.publicKey(leaf);
      return FoundKey.of(certified(key, names(leaf, issuer) ? issuer : ""));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return FoundKey.unknown(NOT_TRUSTED);
    }
  }

  @Override
  public Set<String> authorities(List<byte[]> chain) {
    try {
      return path(chain).stream()
          .flatMap(certificate -> Certificates.authorityKey(certificate).stream())
          .map(Base64.getUrlEncoder().withoutPadding()::encodeToString)
          .collect(Collectors.toUnmodifiableSet());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Set.of();
    }
  }

  /**
   * Returns the certificates that lead to a trusted authority, without its own, which may stand
   * among them.
   */
  private List<X509Certificate> path(List<byte[]> chain) throws GeneralSecurityException {
    if (chain.isEmpty() || chain.size() > MOST_CERTIFICATES) {
      throw new CertificateException("No usable number of certificates");
    }
    List<X509Certificate> all = certificates(chain);
    X509Certificate leaf = all.getFirst();
    List<X509Certificate> path =
        all.stream().filter(one -> one == leaf || !isAuthority(one)).toList();
    validate(path);
    return path;
  }

  private static List<X509Certificate> certificates(List<byte[]> chain)
      throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> certificates = new ArrayList<>();
    for (byte[] der : chain) {
      certificates.add(
          (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
    }
    return certificates;
  }

  private void validate(List<X509Certificate> certificates) throws GeneralSecurityException {
    X509Certificate leaf = certificates.getFirst();
    boolean[] usage = leaf.getKeyUsage();
    if (leaf.getBasicConstraints() >= 0 || usage != null && !usage[DIGITAL_SIGNATURE]) {
      throw new CertificateException("The certificate is not for signing");
    }
    CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(certificates);
    PKIXParameters parameters = new PKIXParameters(authorities);
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(clock.instant()));
    CertPathValidator.getInstance("PKIX").validate(path, parameters);
  }

  private boolean isAuthority(X509Certificate certificate) {
    return authorities.stream().anyMatch(one -> one.getTrustedCert().equals(certificate));
  }

  /** Whether the certificate names the issuer, by its address or by the host of its address. */
  private static boolean names(X509Certificate leaf, String issuer) throws CertificateException {
    return Certificates.uris(leaf).contains(issuer)
        || issuer.startsWith("https://")
            && Certificates.dnsNames(leaf).stream()
                .anyMatch(name -> name.equalsIgnoreCase(URI.create(issuer).getHost()));
  }

  private static VerificationKey certified(PublicKey key, String issuer) {
    return new VerificationKey(
        "x5c", issuer, KeyState.ACTIVE, key, PemKeys.write(key), Set.of(), SigningTime.UNKNOWN);
  }
}
