package org.attestry.credential.jose;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Optional;
import org.attestry.credential.crypto.MasterKey;
import org.attestry.credential.presentation.ResponseKey;
import org.attestry.credential.presentation.ResponseKeys;

/** Responses that wallets encrypt (OpenID4VP 1.0, section 8.3) to keys of P-256. */
public final class JweResponses implements ResponseKeys {

  private static final int LONGEST = 2_000_000;

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
    return Jwe.parse(jwe, LONGEST)
        .filter(sent -> name.equals(sent.keyId()))
        .flatMap(sent -> sent.decrypted(opened(key, name)))
        .map(Payload::toString);
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
