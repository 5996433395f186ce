package org.attestry.credential.jose;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.crypto.ECDHDecrypter;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.attestry.credential.crypto.MasterKey;
import org.attestry.credential.presentation.ResponseKey;
import org.attestry.credential.presentation.ResponseKeys;

/** Responses that wallets encrypt (OpenID4VP 1.0, section 8.3) to keys of P-256. */
public final class JweResponses implements ResponseKeys {

  private static final int LONGEST = 2_000_000;
  private static final Set<EncryptionMethod> METHODS =
      Set.of(EncryptionMethod.A128GCM, EncryptionMethod.A256GCM);

  private final MasterKey masterKey;

  public JweResponses(MasterKey masterKey) {
    this.masterKey = masterKey;
  }

  @Override
  public ResponseKey make(String name) {
    try {
      ECKey key =
          new ECKeyGenerator(Curve.P_256)
              .keyID(name)
              .keyUse(KeyUse.ENCRYPTION)
              .algorithm(JWEAlgorithm.ECDH_ES)
              .generate();
      byte[] plain = key.toJSONString().getBytes(StandardCharsets.UTF_8);
      byte[] sealed = masterKey.seal(plain, name);
      Arrays.fill(plain, (byte) 0);
      return new ResponseKey(key.toPublicJWK().toJSONString(), sealed);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<String> open(String jwe, ResponseKey key, String name) {
    return parsed(jwe)
        .filter(sent -> isAccepted(sent.getHeader(), name))
        .flatMap(sent -> decrypted(sent, opened(key, name)));
  }

  /** The boundary to the parser, which throws more than it declares. */
  private static Optional<JWEObject> parsed(String jwe) {
    try {
      return jwe.length() > LONGEST ? Optional.empty() : Optional.of(JWEObject.parse(jwe));
    } catch (ParseException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the decrypted text. Catches undeclared exceptions of the library. */
  private static Optional<String> decrypted(JWEObject sent, ECKey key) {
    try {
      sent.decrypt(new ECDHDecrypter(key));
      return Optional.of(sent.getPayload().toString());
    } catch (JOSEException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Looked at before anything is decrypted. */
  private static boolean isAccepted(JWEHeader header, String name) {
    return JWEAlgorithm.ECDH_ES.equals(header.getAlgorithm())
        && METHODS.contains(header.getEncryptionMethod())
        && header.getCompressionAlgorithm() == null
        && name.equals(header.getKeyID());
  }

  private ECKey opened(ResponseKey key, String name) {
    byte[] plain = masterKey.open(key.sealed(), name);
    try {
      return ECKey.parse(new String(plain, StandardCharsets.UTF_8));
    } catch (ParseException e) {
      throw new IllegalStateException("A stored key for responses cannot be read", e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }
}
