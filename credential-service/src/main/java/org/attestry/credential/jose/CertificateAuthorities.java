package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.credential.presentation.AuthorityKeys;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.Certificate;

/** Reads the authorities of the certificates in the header of a JWT or SD-JWT ({@code x5c}). */
public final class CertificateAuthorities implements AuthorityKeys {

  private static final int MOST_CERTIFICATES = 10;

  @Override
  public Set<String> in(JsonNode sent) {
    Set<String> keys = new TreeSet<>();
    String text = sent.isTextual() ? sent.textValue() : "";
    int end = text.indexOf('.');
    if (end < 0) {
      return keys;
    }
    try {
      JsonNode chain = Jws.object(text.substring(0, end), "jwt.malformed").path("x5c");
      for (int i = 0; i < Math.min(chain.size(), MOST_CERTIFICATES); i++) {
        add(chain.get(i).asText(), keys);
      }
    } catch (InvalidProofException e) {
      // A text without a header has no certificates.
    }
    return keys;
  }

  /** Adds the authority of a certificate. Catches undeclared exceptions of the parser. */
  private static void add(String der, Set<String> keys) {
    try {
      Certificate certificate = Certificate.getInstance(Base64.getDecoder().decode(der));
      AuthorityKeyIdentifier authority =
          AuthorityKeyIdentifier.fromExtensions(certificate.getTBSCertificate().getExtensions());
      if (authority != null && authority.getKeyIdentifierOctets() != null) {
        keys.add(
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(authority.getKeyIdentifierOctets()));
      }
    } catch (RuntimeException e) {
      // The text is not a certificate.
    }
  }
}
