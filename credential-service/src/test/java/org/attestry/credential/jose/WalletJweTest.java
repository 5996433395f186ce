package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalletJweTest {

  private final WalletJwe jwe = new WalletJwe(pair());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'alg': 'ECDH-ES'}",
        "{'alg': 'ECDH-ES', 'enc': 1}",
        "{'alg': 'ECDH-ES', 'enc': 'A128GCM'}",
        "{'alg': 'ECDH-ES', 'enc': 'A128GCM', 'epk': 'x'}",
        "{'alg': 'ECDH-ES', 'enc': 'A128GCM', 'zip': 'DEF'}",
        "{'alg': 'RSA1_5', 'enc': 'A128GCM'}",
        "[]"
      })
  void anUnknownHeaderIsRefused(String header) {
    byte[] json = header.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    String first = Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    for (String rest : new String[] {"..AAAA.AAAA.AAAA", "", "....", "...." + "AAAA"}) {
      assertThrows(WalletRefusal.class, () -> jwe.decrypted(first + rest));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'kty': 'EC'}",
        "{'kty': 'EC', 'crv': 'P-256'}",
        "{'kty': 'EC', 'crv': 'P-256', 'x': '', 'y': ''}",
        "{'kty': 'OKP', 'crv': 'X25519', 'x': 'AAAA'}",
        "{'kty': 1}"
      })
  void nothingIsEncryptedToAnotherKey(String jwk) {
    ObjectNode sent = Json.read(JsonBytes.of(jwk.replace('\'', '"'))).deepCopy();
    assertThrows(WalletRefusal.class, () -> jwe.encrypted(Json.object(), sent, "A128GCM"));
  }

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
