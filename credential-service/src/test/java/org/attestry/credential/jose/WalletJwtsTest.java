package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.token.WalletProofs.KeyProof;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WalletJwtsTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String ISSUER = "https://issuer.example";

  private final WalletJwts jwts = new WalletJwts();

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void aKeyIsProvedByItselfOrByADidThatHoldsIt(KeyType type) {
    KeyPair pair = Keys.generate(type);
    ObjectNode jwk = PublicKeyForms.of(pair.getPublic()).jwk();
    String didKey = "did:key:" + PublicKeyForms.of(pair.getPublic()).multibase();
    String didJwk = "did:jwk:" + encoded(jwk);

    KeyProof byJwk = proved(pair, header(type).set("jwk", jwk));
    KeyProof byKey = proved(pair, header(type).put("kid", didKey + "#" + didKey.substring(8)));
    KeyProof byDid = proved(pair, header(type).put("kid", didJwk + "#0"));

    assertEquals(didJwk, byJwk.key().did());
    assertEquals(didKey, byKey.key().did());
    assertEquals(didJwk, byDid.key().did());
    assertEquals(byJwk.key().thumbprint(), byKey.key().thumbprint());
    assertEquals(jwk, byDid.key().jwk());
    assertEquals("n", byJwk.nonce());
  }

  @Test
  void aProofThatNamesAKeyTwiceOrByAnotherMethodIsRefused() {
    KeyPair pair = Keys.generate(KeyType.P256);
    ObjectNode jwk = PublicKeyForms.of(pair.getPublic()).jwk();
    String did = "did:jwk:" + encoded(jwk);

    refused(pair, header(KeyType.P256).put("kid", did + "#0").set("jwk", jwk));
    refused(pair, header(KeyType.P256).put("kid", did));
    refused(pair, header(KeyType.P256).put("kid", did + "#1"));
    refused(pair, header(KeyType.P256).put("kid", "did:web:wallet.example#0"));
    refused(pair, header(KeyType.P256));
    refused(pair, header(KeyType.ED25519).set("jwk", jwk));
    ObjectNode critical = header(KeyType.P256).set("jwk", jwk);
    critical.putArray("crit").add("exp");
    refused(pair, critical);
  }

  private KeyProof proved(KeyPair pair, ObjectNode header) {
    return jwts.keyProof(signed(pair, header), ISSUER, NOW);
  }

  private void refused(KeyPair pair, ObjectNode header) {
    String jwt = signed(pair, header);
    assertThrows(WalletRefusal.class, () -> jwts.keyProof(jwt, ISSUER, NOW), jwt);
  }

  private ObjectNode header(KeyType type) {
    return Json.object().put("typ", "openid4vci-proof+jwt").put("alg", jwts.algorithm(type));
  }

  private static String signed(KeyPair pair, ObjectNode header) {
    ObjectNode claims =
        Json.object().put("aud", ISSUER).put("iat", NOW.getEpochSecond()).put("nonce", "n");
    String input = encoded(header) + "." + encoded(claims);
    SignatureAlgorithm algorithm = JwsAlgorithms.of(Keys.type(pair.getPublic()));
    byte[] signature =
        Signatures.sign(algorithm, pair.getPrivate(), input.getBytes(StandardCharsets.US_ASCII));
    return input + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
  }

  private static String encoded(ObjectNode json) {
    return DetachedJws.encode(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
