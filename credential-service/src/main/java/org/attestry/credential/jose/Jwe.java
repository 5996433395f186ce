package org.attestry.credential.jose;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDHDecrypter;
import com.nimbusds.jose.jwk.ECKey;
import java.text.ParseException;
import java.util.Optional;
import java.util.Set;

/**
 * A JWE (RFC 7516) by ECDH-ES with A128GCM or A256GCM, which is never compressed: a text of a few
 * bytes could expand to any length. The library throws more than it declares.
 */
record Jwe(JWEObject parsed) {

  private static final Set<EncryptionMethod> METHODS =
      Set.of(EncryptionMethod.A128GCM, EncryptionMethod.A256GCM);

  /** Empty for a text that is longer, or no such JWE. */
  static Optional<Jwe> parse(String text, int longest) {
    try {
      return text.length() > longest
          ? Optional.empty()
          : Optional.of(new Jwe(JWEObject.parse(text))).filter(Jwe::isAccepted);
    } catch (ParseException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private boolean isAccepted() {
    JWEHeader header = parsed.getHeader();
    return JWEAlgorithm.ECDH_ES.equals(header.getAlgorithm())
        && METHODS.contains(header.getEncryptionMethod())
        && header.getCompressionAlgorithm() == null;
  }

  /** The name of the key to which it is encrypted, or null. */
  String keyId() {
    return parsed.getHeader().getKeyID();
  }

  /** Empty if it is not encrypted to this key of P-256. */
  Optional<Payload> decrypted(ECKey key) {
    try {
      parsed.decrypt(new ECDHDecrypter(key));
      return Optional.of(parsed.getPayload());
    } catch (JOSEException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
