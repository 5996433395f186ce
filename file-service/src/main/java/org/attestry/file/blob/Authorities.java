package org.attestry.file.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificate authorities that certify a server. */
record Authorities(X509TrustManager trust) {

  /**
   * Reads a PEM file with one or more certificates.
   *
   * @throws IllegalArgumentException if it cannot be read, or has no certificate
   */
  static Authorities read(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry(Integer.toString(store.size()), each);
      }
      if (store.size() == 0) {
        throw new IllegalArgumentException(file + " has no certificate.");
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return new Authorities((X509TrustManager) factory.getTrustManagers()[0]);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(file + " cannot be read as certificates in PEM.", e);
    }
  }

  SSLSocketFactory sockets() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new X509TrustManager[] {trust}, null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
