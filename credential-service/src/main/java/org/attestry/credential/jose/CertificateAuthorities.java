package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import org.attestry.credential.issuer.CertifiedIssuers;
import org.attestry.credential.presentation.AuthorityKeys;

/**
 * Reads the authorities that certify the key of an SD-JWT. Certificates that do not name its key,
 * or do not lead to a trusted authority, certify nothing.
 */
public record CertificateAuthorities(CertifiedIssuers certified) implements AuthorityKeys {

  @Override
  public Set<String> in(JsonNode sent) {
    String text = sent.isTextual() ? sent.textValue() : "";
    int end = text.indexOf('.');
    if (end < 0) {
      return Set.of();
    }
    try {
      JsonNode header = Jws.object(text.substring(0, end), "jwt.malformed");
      return Jws.isNamedByCertificate(header)
          ? certified.authorities(Jws.certificates(header))
          : Set.of();
    } catch (InvalidProofException e) {
      return Set.of();
    }
  }
}
