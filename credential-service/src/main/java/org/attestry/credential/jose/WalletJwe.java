package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDHEncrypter;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import java.security.KeyPair;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.text.ParseException;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.credential.wallet.WalletEncryption;
import org.attestry.runtime.json.Json;

/** JWE (RFC 7516) with ECDH-ES on P-256. */
public final class WalletJwe implements WalletEncryption {

  private static final int LONGEST = 200_000;

  private final ECKey key;

  /**
   * @param pair of P-256, to which wallets encrypt
   */
  public WalletJwe(KeyPair pair) {
    try {
      this.key =
          new ECKey.Builder(Curve.P_256, (ECPublicKey) pair.getPublic())
              .privateKey((ECPrivateKey) pair.getPrivate())
              .keyUse(KeyUse.ENCRYPTION)
              .algorithm(JWEAlgorithm.ECDH_ES)
              .keyIDFromThumbprint()
              .build();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public ObjectNode key() {
    return Json.read(key.toPublicJWK().toJSONString()).deepCopy();
  }

  @Override
  public JsonNode decrypted(String jwe) {
    try {
      return Jwe.parse(jwe, LONGEST)
          .flatMap(sent -> sent.decrypted(key))
          .map(payload -> Json.parse(JsonBytes.of(payload.toBytes())))
          .orElseThrow(WalletJwe::refused);
    } catch (FailureException noJson) {
      throw refused();
    }
  }

  private static WalletRefusal refused() {
    return WalletRefusal.of(
        "invalid_credential_request",
        "An encrypted request is a JWE of at most %d characters for the key in the issuer's metadata,"
                .formatted(LONGEST)
            + " with alg %s, enc %s and without zip.".formatted(ALGORITHMS, METHODS));
  }

  @Override
  public String encrypted(ObjectNode content, JsonNode sent, String method) {
    try {
      ECKey to = ECKey.parse(sent.toString());
      boolean known =
          !to.isPrivate()
              && to.getCurve().equals(Curve.P_256)
              && (to.getAlgorithm() == null || to.getAlgorithm().equals(JWEAlgorithm.ECDH_ES))
              && METHODS.contains(method);
      if (!known) {
        throw unknownKey();
      }
      JWEHeader header =
          new JWEHeader.Builder(JWEAlgorithm.ECDH_ES, EncryptionMethod.parse(method))
              .keyID(to.getKeyID())
              .build();
      JWEObject jwe = new JWEObject(header, new Payload(content.toString()));
      jwe.encrypt(new ECDHEncrypter(to));
      return jwe.serialize();
    } catch (ParseException | JOSEException | RuntimeException e) {
      throw unknownKey();
    }
  }

  private static WalletRefusal unknownKey() {
    return WalletRefusal.of(
        "invalid_encryption_parameters",
        "Send a public jwk on P-256 with alg %s, and enc %s.".formatted(ALGORITHMS, METHODS));
  }
}
