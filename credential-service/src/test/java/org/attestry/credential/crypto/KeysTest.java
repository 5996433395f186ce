package org.attestry.credential.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.credential.key.KeyForms;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

  private static final String METHOD = "did:web:issuer.example#key-1";
  private static final byte[] INPUT = "what is signed".getBytes(StandardCharsets.UTF_8);

  private final SealedKeys keys =
      new SealedKeys(
          MasterKey.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="),
          Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC));

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void verifiesWhatASealedKeySigned(SignatureAlgorithm algorithm) {
    StoredKey made = keys.make(METHOD, "did:web:issuer.example", algorithm.keyType());
    byte[] signature = Signatures.sign(algorithm, keys.open(made), INPUT);
    PublicKey publicKey = keys.verificationKey(made).publicKey();

    assertEquals(KeyHolder.DATABASE, made.privatePart().heldBy());
    assertEquals(algorithm.keyType() == KeyType.RSA ? 256 : 64, signature.length);
    assertTrue(Signatures.verify(algorithm, publicKey, INPUT, signature));
    assertFalse(Signatures.verify(algorithm, publicKey, new byte[] {1}, signature));
    signature[9] ^= 1;
    assertFalse(Signatures.verify(algorithm, publicKey, INPUT, signature));
  }

  @ParameterizedTest
  @EnumSource(
      value = SignatureAlgorithm.class,
      names = {"ED25519", "ES256"})
  void refusesSignaturesOfAnotherLength(SignatureAlgorithm algorithm) {
    KeyPair pair = Keys.generate(algorithm.keyType());
    byte[] signature = Signatures.sign(algorithm, pair.getPrivate(), INPUT);
    byte[] padded = new byte[66];
    System.arraycopy(signature, 0, padded, 1, 32);
    System.arraycopy(signature, 32, padded, 34, 32);

    assertFalse(Signatures.verify(algorithm, pair.getPublic(), INPUT, padded));
    for (int length : new int[] {0, 1, 62, 63, 65, 128}) {
      byte[] other = Arrays.copyOf(signature, length);
      assertFalse(Signatures.verify(algorithm, pair.getPublic(), INPUT, other));
    }
  }

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void readsEveryFormOfThePublicKeysThatItWrites(KeyType type) {
    PublicKey key = Keys.generate(type).getPublic();
    KeyForms forms = PublicKeyForms.of(key);

    assertEquals(key, PemKeys.read(PemKeys.write(key)));
    assertEquals(key, PublicKeyForms.ofMultibase(forms.multibase()));
    assertEquals(key, PemKeys.read(imported(forms.jwk()).publicKeyPem()));
    assertEquals(KeyState.VERIFY_ONLY, imported(forms.jwk()).state());
  }

  @Test
  void signsWithImportedPrivateKeysOfEveryType() {
    Ed25519.Private edwards = Ed25519.generate();
    ObjectNode okp = PublicKeyForms.of(edwards.publicKey()).jwk();
    okp.put("d", encoded(edwards.parameters().getEncoded()));
    KeyPair curve = Keys.generate(KeyType.P256);
    ObjectNode ec = PublicKeyForms.of(curve.getPublic()).jwk();
    ec.put("d", encoded(((ECPrivateKey) curve.getPrivate()).getS()));

    for (ObjectNode jwk : new ObjectNode[] {okp, ec}) {
      StoredKey key = imported(jwk);
      SignatureAlgorithm algorithm =
          key.type() == KeyType.P256 ? SignatureAlgorithm.ES256 : SignatureAlgorithm.ED25519;
      byte[] signature = Signatures.sign(algorithm, keys.open(key), INPUT);
      assertEquals(KeyState.ACTIVE, key.state());
      assertTrue(
          Signatures.verify(algorithm, keys.verificationKey(key).publicKey(), INPUT, signature));
    }
  }

  @Test
  void refusesPrivateKeysWithThePublicPartOfAnother() {
    ObjectNode mixed = PublicKeyForms.of(Ed25519.generate().publicKey()).jwk();
    mixed.put("d", encoded(Ed25519.generate().parameters().getEncoded()));
    assertThrows(IllegalArgumentException.class, () -> imported(mixed));
  }

  @Test
  void saysWhichCurveAKeyMustHave() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp384r1"));
    KeyPair pair = generator.generateKeyPair();
    String privateKey =
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded()));
    for (ImportKeyRequest request :
        List.of(
            ImportKeyRequest.ofPublicKey("i", METHOD, PemKeys.write(pair.getPublic()), null),
            new ImportKeyRequest("i", METHOD, null, null, privateKey, null, null, null))) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> keys.imported(request, Set.of()))
              .getMessage();
      assertTrue(message.startsWith("The key is of another curve than P-256"), message);
    }
  }

  @Test
  void refusesPointsThatAreNotOnTheCurve() {
    ObjectNode jwk = PublicKeyForms.of(Keys.generate(KeyType.P256).getPublic()).jwk();
    jwk.put("y", encoded(BigInteger.TWO.pow(255)));
    assertThrows(IllegalArgumentException.class, () -> imported(jwk));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "z", "u7QE", "z0", "z6Mk", "zQmWvQxTqbG2Z9HPJgG57jjwR154cKhbtJenbyYTWkjgF3e"})
  void refusesMultikeysThatAreNone(String text) {
    assertThrows(IllegalArgumentException.class, () -> PublicKeyForms.ofMultibase(text));
  }

  /** RFC 8032, section 7.1, test 2. */
  @Test
  void signsAsTheVectorsOfEd25519Say() {
    HexFormat hex = HexFormat.of();
    Ed25519.Private key =
        Ed25519.privateKey(
            hex.parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
    byte[] expected =
        hex.parseHex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    assertArrayEquals(expected, Ed25519.sign(key, new byte[] {0x72}));
  }

  private StoredKey imported(ObjectNode jwk) {
    JsonBytes text = Json.write(jwk);
    return keys.imported(
        new ImportKeyRequest("did:web:issuer.example", METHOD, null, text, null, null, null, null),
        Set.of());
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String encoded(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] fixed = new byte[32];
    int from = Math.max(0, bytes.length - 32);
    int length = bytes.length - from;
    System.arraycopy(bytes, from, fixed, 32 - length, length);
    return encoded(fixed);
  }
}
