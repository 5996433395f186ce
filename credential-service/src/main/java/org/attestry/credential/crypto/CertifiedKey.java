package org.attestry.credential.crypto;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.credential.key.SignatureAlgorithm;

/**
 * A key with a certificate (RFC 5280).
 *
 * @param chain the certificates in DER and Base64, that of the key first
 * @param names the DNS names that the certificate is for
 */
public record CertifiedKey(
    List<String> chain, List<String> names, PrivateKey key, SignatureAlgorithm algorithm) {

  public CertifiedKey {
    chain = List.copyOf(chain);
    names = List.copyOf(names);
  }

  /**
   * @param certificates in PEM, that of the key first
   * @param privateKey in PEM
   * @throws IllegalArgumentException with advice if key and certificates are unusable
   */
  public static CertifiedKey read(String certificates, String privateKey) {
    PrivateKey key =
        ImportedKeys.read(
                new ImportKeyRequest(null, null, null, null, privateKey, null, null, null))
            .getPrivate();
    try {
      List<X509Certificate> chain = Certificates.read(certificates);
      X509Certificate leaf = chain.getFirst();
      PublicKey publicKey = Certificates.publicKey(leaf);
      SignatureAlgorithm algorithm = algorithm(publicKey);
      requireOneKey(key, publicKey, algorithm);
      return new CertifiedKey(encoded(chain), Certificates.dnsNames(leaf), key, algorithm);
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "The certificates cannot be read; send them in PEM, that of the key first.", e);
    }
  }

  private static SignatureAlgorithm algorithm(PublicKey key) {
    return switch (Keys.type(key)) {
      case RSA -> SignatureAlgorithm.PS256;
      case ED25519 -> SignatureAlgorithm.ED25519;
      case P256 -> SignatureAlgorithm.ES256;
    };
  }

  private static void requireOneKey(
      PrivateKey key, PublicKey certified, SignatureAlgorithm algorithm) {
    byte[] input = {1};
    boolean same;
    try {
      same = Signatures.verify(algorithm, certified, input, Signatures.sign(algorithm, key, input));
    } catch (IllegalStateException ofAnotherType) {
      same = false;
    }
    if (!same) {
      throw new IllegalArgumentException(
          "The first certificate is not the one of the key: send that of the key first.");
    }
  }

  private static List<String> encoded(List<X509Certificate> chain) throws CertificateException {
    List<String> encoded = new ArrayList<>();
    for (X509Certificate one : chain) {
      encoded.add(Base64.getEncoder().encodeToString(one.getEncoded()));
    }
    return encoded;
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return "CertifiedKey" + names;
  }
}
